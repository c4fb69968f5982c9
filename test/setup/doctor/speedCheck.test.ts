import { join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option } from "effect"
import type { Check } from "../../../src/setup/doctor/Check.ts"
import { speedCheck } from "../../../src/setup/doctor/speedCheck.ts"
import { type AuxiliaryIndex, measureBlameGain } from "../../../src/adapters/git/read/AuxiliaryIndexes.ts"
import { updateOwnGraph } from "../../../src/adapters/git/commitGraph/updateOwnGraph.ts"
import { settingUp } from "../../support/settingUp.ts"
import {
  cloneRepository,
  makeFolder,
  makeRepository,
  repositoryAt,
  type TemporaryRepository
} from "../../support/TemporaryRepository.ts"
import { treeOf } from "../../support/tree.ts"
import { slow } from "../../support/scale.ts"

const writeGraph = ["commit-graph", "write", "--reachable", "--changed-paths"]
const older = 600

const lines = (file: string, last: string): string =>
  `${`// A line of ${file} that never changes\n`.repeat(30)}// ${last}\n`

/** Makes three files whose lines are mostly as old as the history, in a folder with frequent other changes. */
const makeDeep = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const names = ["a", "b", "c"]
  const files = (last: string) =>
    Object.fromEntries(names.map((name) => [`src/deep/${name}/${name}.ts`, lines(name, last)]))
  const others = Array.from({ length: 2100 }, (_, at) => ({
    message: `Change ${at}`,
    files: { [`src/deep/other/${at % 20}.ts`]: `${at}\n` }
  }))
  yield* repository.importHistory([
    { message: "Start", files: files("first") },
    ...others,
    { message: "End", files: files("last") }
  ])
  return repository
})

class Deep extends Context.Service<Deep, TemporaryRepository>()("ultragit/test/setup/doctor/speedCheck.test/Deep") {}

const halveTime = (written: ReadonlyArray<AuxiliaryIndex>) =>
  Effect.succeedSome({ files: 3, beforeMillis: 80, afterMillis: Option.some(40), written })

/** Runs the check with a given gain and returns its progress messages. */
const runCheck = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const reports: Array<string> = []
  const report = (text: string) => Effect.sync(() => void reports.push(text))
  const checks: ReadonlyArray<Check> = yield* settingUp(repository)(speedCheck(report, halveTime))
  return { checks, reports }
})

/** Measures the gain, and asserts that the repository stays as it is. */
const measureGain = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  indexes: ReadonlyArray<AuxiliaryIndex>
) {
  const before = yield* treeOf(repository.directory)
  const gain = Option.getOrThrow(yield* settingUp(repository)(measureBlameGain(indexes)))
  assert.deepStrictEqual(yield* treeOf(repository.directory), before)
  assert.isAbove(gain.beforeMillis, 0)
  return { files: gain.files, written: gain.written, hasTime: Option.exists(gain.afterMillis, (millis) => millis > 0) }
})

/** Clones the repository with shared objects, so that writing to the clone does not change the original. */
const borrowing = Effect.fnUntraced(function* (source: TemporaryRepository) {
  const directory = join(yield* makeFolder, "clone")
  yield* source.git(["clone", "--quiet", "--shared", "--no-checkout", "--template=", source.directory, directory])
  return repositoryAt(directory)
})

const nothingToDo = {
  checks: Array.of<Check>({ name: "speed", status: "pass", message: "The commit-graph has changed paths." }),
  reports: Array.of<string>()
}

layer(Layer.effect(Deep, makeDeep), { excludeTestServices: true })("a deep history", (its) => {
  its.effect("learns what a missing commit-graph would gain", () =>
    Effect.gen(function* () {
      const gain = "fixed, git blame of 3 files takes 40 ms instead of 80 ms, 50 % less, as measured here"
      assert.deepStrictEqual(yield* runCheck(yield* Deep), {
        checks: [
          {
            name: "speed",
            status: "warn",
            message: `Blame is slow on this history: there is no commit-graph; ${gain}.`,
            fix: `git ${writeGraph.join(" ")}`
          }
        ],
        reports: ["Measuring the gain of a commit-graph, at most 20 s …"]
      })
    })
  )

  its.effect(
    "stays as it is while the gain is measured",
    () =>
      Effect.gen(function* () {
        const repository = yield* Deep
        const both: ReadonlyArray<AuxiliaryIndex> = ["commit-graph", "multi-pack-index"]
        assert.deepStrictEqual(yield* measureGain(repository, both), { files: 3, written: both, hasTime: true })
        const shallow = yield* cloneRepository(repository, ["--depth=20"])
        const refused = yield* measureGain(shallow, ["commit-graph"])
        assert.deepStrictEqual(refused, { files: 3, written: [], hasTime: false })
      }),
    slow
  )

  its.effect("passes after the suggested command, and so does a clone that borrows its objects", () =>
    Effect.gen(function* () {
      const clone = yield* borrowing(yield* Deep)
      yield* clone.git(writeGraph)
      assert.deepStrictEqual(yield* runCheck(clone), nothingToDo)
      assert.deepStrictEqual(yield* runCheck(yield* borrowing(clone)), nothingToDo)
    })
  )

  its.effect(
    "passes with the one that a server keeps",
    () =>
      Effect.gen(function* () {
        const clone = yield* borrowing(yield* Deep)
        assert.strictEqual((yield* settingUp(clone)(updateOwnGraph()))._tag, "Written")
        assert.deepStrictEqual(yield* runCheck(clone), nothingToDo)
      }),
    slow
  )

  its.effect(
    "learns of a commit-graph that is out of date, or lacks changed paths for all or some commits",
    () =>
      Effect.gen(function* () {
        const clone = yield* borrowing(yield* Deep)
        const old = yield* clone.id(`HEAD~${older}`)
        const write = (commit: string, args: ReadonlyArray<string>) =>
          clone.git(["commit-graph", "write", "--stdin-commits", ...args], { stdin: `${commit}\n` })
        const fault = Effect.map(runCheck(clone), ({ checks: [check] }) =>
          check?.message.replace(/^Blame is slow on this history: (.*); fixed, .*/, "$1")
        )
        yield* write(old, ["--changed-paths"])
        assert.strictEqual(yield* fault, "the commit-graph is out of date: it lacks 600 of the newest 2000 commits")
        yield* write(old, ["--split=replace", "--no-changed-paths"])
        assert.strictEqual(yield* fault, "the commit-graph has no changed paths")
        yield* write(yield* clone.id("HEAD"), ["--split=no-merge", "--changed-paths"])
        assert.strictEqual(yield* fault, "the commit-graph has no changed paths for 1502 of 2102 commits")
      }),
    slow
  )

  its.effect("learns that the commit-graph is switched off", () =>
    Effect.gen(function* () {
      const clone = yield* borrowing(yield* Deep)
      yield* clone.git(["config", "core.commitGraph", "false"])
      const [off] = (yield* runCheck(clone)).checks
      assert.match(off?.message ?? "", /: core\.commitGraph is off; fixed, /)
      assert.strictEqual(off?.fix, `git config core.commitGraph true\ngit ${writeGraph.join(" ")}`)
    })
  )

  its.effect(
    "learns of many packs without a common index, until there is one",
    () =>
      Effect.gen(function* () {
        const clone = yield* borrowing(yield* Deep)
        yield* clone.git(writeGraph)
        const commits = (yield* clone.git(["rev-list", "--max-count=20", "HEAD"])).split("\n")
        yield* Effect.forEach(commits, (commit) =>
          clone.git(["pack-objects", "-q", ".git/objects/pack/pack"], { stdin: `${commit}\n` })
        )
        const { checks } = yield* runCheck(clone)
        assert.deepStrictEqual(
          checks.map(({ fix, name }) => [name, fix]),
          [["speed", "git multi-pack-index write"]]
        )
        yield* clone.git(["multi-pack-index", "write"])
        assert.deepStrictEqual(yield* runCheck(clone), nothingToDo)
      }),
    slow
  )
})

describe("a short history", () => {
  it.live("is not measured", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("One")
      assert.deepStrictEqual(yield* runCheck(repository), {
        checks: [{ name: "speed", status: "pass", message: "The history is short." }],
        reports: []
      })
    })
  )
})
