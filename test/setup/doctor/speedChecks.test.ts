import { join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option } from "effect"
import type { Check } from "../../../src/setup/doctor/Check.ts"
import { graphOf } from "../../../src/setup/doctor/commitGraph.ts"
import { adviceOf, speedChecks } from "../../../src/setup/doctor/speedChecks.ts"
import { type AuxiliaryIndex, measureIndexes } from "../../../src/adapters/git/read/AuxiliaryIndexes.ts"
import { settingUp } from "../../support/settingUp.ts"
import {
  cloneRepository,
  makeFolder,
  makeRepository,
  repositoryAt,
  type TemporaryRepository
} from "../../support/TemporaryRepository.ts"
import { treeOf } from "../../support/tree.ts"

const writeGraph = ["commit-graph", "write", "--reachable", "--changed-paths"]
const older = 600

const lines = (file: string, last: string): string =>
  `${`// A line of ${file} that nobody changes\n`.repeat(30)}// ${last}\n`

/** Three files of which most lines are as old as the history, below a folder that others change all the time. */
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

class Deep extends Context.Service<Deep, TemporaryRepository>()("ultragit/test/setup/doctor/speedChecks.test/Deep") {}

/** As if every aid halved the time. */
const halving = (aids: ReadonlyArray<AuxiliaryIndex>) =>
  Effect.succeedSome({ files: 3, times: [80, 40, 20].slice(0, aids.length + 1).map((time) => Option.some(time)) })

/** What is said of speed while it is looked at and then; the gain is made up. */
const looked = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const said: Array<string> = []
  const say = (text: string) => Effect.sync(() => void said.push(text))
  const checks: ReadonlyArray<Check> = yield* settingUp(repository)(speedChecks(say, halving))
  return { checks, said }
})

/** The trial of aids itself, and whether the repository is as it was. */
const tried = Effect.fnUntraced(function* (repository: TemporaryRepository, aids: ReadonlyArray<AuxiliaryIndex>) {
  const before = yield* treeOf(repository.directory)
  const trial = yield* settingUp(repository)(measureIndexes(aids))
  assert.deepStrictEqual(yield* treeOf(repository.directory), before)
  const { files, times } = Option.getOrThrow(trial)
  return { files, measured: times.map((time) => Option.exists(time, (value) => value > 0)) }
})

/** A clone that borrows all objects: what is written into it does not reach the others. */
const borrowing = Effect.fnUntraced(function* (source: TemporaryRepository) {
  const directory = join(yield* makeFolder, "clone")
  yield* source.git(["clone", "--quiet", "--shared", "--no-checkout", "--template=", source.directory, directory])
  return repositoryAt(directory)
})

const nothingToDo = {
  checks: Array.of<Check>({ name: "speed", status: "pass", message: "The commit-graph has changed paths." }),
  said: Array.of<string>()
}

layer(Layer.effect(Deep, makeDeep), { excludeTestServices: true })("a deep history", (its) => {
  its.effect("without a commit-graph is told what one would gain", () =>
    Effect.gen(function* () {
      const gain = "mended, git blame of 3 files takes 40 ms instead of 80 ms, 50 % less, as measured here"
      assert.deepStrictEqual(yield* looked(yield* Deep), {
        checks: [
          {
            name: "speed",
            status: "warn",
            message: `Blame is slow on this history: there is no commit-graph; ${gain}.`,
            fix: `git ${writeGraph.join(" ")}`
          }
        ],
        said: ["Measuring what a commit-graph would gain, 20 s at most …"]
      })
    })
  )

  its.effect("is measured with a commit-graph and an index of its packs without being touched", () =>
    Effect.gen(function* () {
      const repository = yield* Deep
      assert.deepStrictEqual(yield* tried(repository, ["commit-graph", "multi-pack-index"]), {
        files: 3,
        measured: [true, true, true]
      })
      const shallow = yield* cloneRepository(repository, ["--depth=20"])
      assert.deepStrictEqual(yield* tried(shallow, ["commit-graph"]), { files: 3, measured: [true, false] })
    })
  )

  its.effect("is done with the command it was told, and so is a clone that borrows its objects", () =>
    Effect.gen(function* () {
      const clone = yield* borrowing(yield* Deep)
      yield* clone.git(writeGraph)
      assert.deepStrictEqual(yield* looked(clone), nothingToDo)
      assert.deepStrictEqual(yield* looked(yield* borrowing(clone)), nothingToDo)
    })
  )

  its.effect(
    "is told of a commit-graph that has fallen behind, has no changed paths, or has them for some commits",
    () =>
      Effect.gen(function* () {
        const clone = yield* borrowing(yield* Deep)
        const old = yield* clone.id(`HEAD~${older}`)
        const write = (commit: string, args: ReadonlyArray<string>) =>
          clone.git(["commit-graph", "write", "--stdin-commits", ...args], { stdin: `${commit}\n` })
        const fault = Effect.map(looked(clone), ({ checks: [check] }) =>
          check?.message.replace(/^Blame is slow on this history: (.*); mended, .*/, "$1")
        )
        yield* write(old, ["--changed-paths"])
        assert.strictEqual(yield* fault, "the commit-graph is out of date: it lacks 600 of the newest 2000 commits")
        yield* write(old, ["--split=replace", "--no-changed-paths"])
        assert.strictEqual(yield* fault, "the commit-graph has no changed paths")
        yield* write(yield* clone.id("HEAD"), ["--split=no-merge", "--changed-paths"])
        assert.strictEqual(yield* fault, "the commit-graph has no changed paths for 1502 of 2102 commits")
      })
  )

  its.effect("is told when git has the commit-graph switched off", () =>
    Effect.gen(function* () {
      const clone = yield* borrowing(yield* Deep)
      yield* clone.git(["config", "core.commitGraph", "false"])
      const [off] = (yield* looked(clone)).checks
      assert.match(off?.message ?? "", /: core\.commitGraph is off; mended, /)
      assert.strictEqual(off?.fix, `git config core.commitGraph true\ngit ${writeGraph.join(" ")}`)
    })
  )

  its.effect("is told of many packs without one index, until there is one", () =>
    Effect.gen(function* () {
      const clone = yield* borrowing(yield* Deep)
      yield* clone.git(writeGraph)
      const commits = (yield* clone.git(["rev-list", "--max-count=20", "HEAD"])).split("\n")
      yield* Effect.forEach(commits, (commit) =>
        clone.git(["pack-objects", "-q", ".git/objects/pack/pack"], { stdin: `${commit}\n` })
      )
      const { checks } = yield* looked(clone)
      assert.deepStrictEqual(
        checks.map(({ fix, name }) => [name, fix]),
        [
          ["speed", undefined],
          ["packs", "git multi-pack-index write"]
        ]
      )
      yield* clone.git(["multi-pack-index", "write"])
      assert.deepStrictEqual(yield* looked(clone), nothingToDo)
    })
  )
})

describe("a short history", () => {
  it.live("is measured by nobody", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("One")
      assert.deepStrictEqual(yield* looked(repository), {
        checks: [{ name: "speed", status: "pass", message: "The history is short." }],
        said: []
      })
    })
  )
})

const wish = { check: "packs", aid: "multi-pack-index", fault: "20 packs have no index together", fix: "mend" } as const

const said = (before: number | undefined, after: number | undefined) => {
  const { message, status } = adviceOf(wish, Option.fromUndefinedOr(before), Option.fromUndefinedOr(after), 1)
  return `${status}: ${message}`
}

describe("advice", () => {
  it("is given with its gain, and not at all where there is none to speak of", () => {
    assert.deepStrictEqual(
      [said(100, 25), said(100, 95), said(100, undefined), said(undefined, undefined)],
      [
        "warn: Blame is slow on this history: 20 packs have no index together; mended, git blame of one file takes 25 ms instead of 100 ms, 75 % less, as measured here.",
        "pass: Nothing to gain: git blame of one file takes 100 ms, and 95 ms with a multi-pack-index.",
        "pass: Git writes no multi-pack-index here: shallow clones, grafts and replaced objects rule it out.",
        "warn: Blame is slow on this history: 20 packs have no index together; what it costs could not be measured in 20 s."
      ]
    )
  })
})

describe("a commit-graph", () => {
  it("that is damaged knows nothing", () => {
    for (const bytes of ["", "CGPH", "CGPH\u0001\u0001\u0009\u0000OIDL", "something else"]) {
      const { commits, has, withPaths } = graphOf(Buffer.from(bytes, "latin1"))
      assert.deepStrictEqual([commits, withPaths, has("0".repeat(40))], [0, 0, false])
    }
  })
})
