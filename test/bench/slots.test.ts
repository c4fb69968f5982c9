import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import process from "node:process"
import { choose, nearestInSize, spreadToLast } from "../../bench/choose.ts"
import type { Bench } from "../../bench/Slot.ts"
import { mixedCalls } from "../../bench/slots/concurrency.ts"
import { history } from "../../bench/slots/history.ts"
import { shippedWith } from "../../bench/slots/packageSize.ts"
import { syntheticNotes } from "../../bench/syntheticNotes.ts"
import { commandsIn } from "../../bench/trace.ts"
import { Parser } from "../../src/adapters/parser/Parser.ts"
import { makeFolder, makeRepository } from "../support/TemporaryRepository.ts"
import { slow } from "../support/scale.ts"

const main = join(import.meta.dirname, "../../dist/main.js")

const functions = (names: ReadonlyArray<string>, change: number): string =>
  names.map((name) => `export function ${name}(): number {\n  return ${change}\n}\n`).join("")

/** A file of one function, changed once; one of three, changed often; a long text. */
const makeHistory = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const often = Array.from({ length: 6 }, (_, change) => ({
    message: `Change ${change}`,
    files: { "src/often.ts": functions(["a", "b", "c"], change) }
  }))
  yield* repository.importHistory([
    { message: "Add one", files: { "src/once.ts": functions(["only"], 0), "words.md": "a word\n".repeat(400) } },
    ...often
  ])
  return repository
})

const makeSubject = Effect.gen(function* () {
  const source = yield* makeHistory
  const directory = join(yield* makeFolder, "clone")
  const annotations = yield* syntheticNotes({ source: source.directory, directory, commits: 100 })
  return yield* choose(directory, annotations, yield* Parser)
})

const benchOf = (subject: Bench["subject"]): Bench => ({
  program: [process.execPath, main],
  floor: [process.execPath, main],
  node: process.execPath,
  writes: 1,
  rounds: 1,
  cores: 2,
  subject,
  createdSubject: () => undefined
})

const file = (path: string) => ({ path, size: 1, commits: 1, lines: "1:1" })

layer(Parser.layer)("the bench", (its) => {
  its.effect(
    "chooses by size and number of commits, and measures a slot there",
    () =>
      Effect.gen(function* () {
        const subject = yield* makeSubject
        assert.deepStrictEqual(
          subject.files.map(({ commits, path, size }) => ({ commits, path, size })),
          [
            { commits: 1, path: "src/once.ts", size: 3 },
            { commits: 6, path: "src/often.ts", size: 9 },
            { commits: 1, path: "words.md", size: 400 }
          ]
        )
        assert.strictEqual(subject.long.path, "words.md")
        assert.deepStrictEqual(subject.units[0], {
          path: "src/often.ts",
          anchor: "a",
          lines: { start: 1, end: 3 },
          commits: 6
        })
        const rows = yield* history.measure(benchOf(Effect.succeed(subject)))
        assert.include(rows[0]?.what, `${subject.units.length} units`)
        for (const { ours, yardstick } of rows) {
          assert.isAtLeast(ours.median, 0)
          assert.isAbove(yardstick?.figure.median ?? 1, 0)
        }
      }),
    slow
  )

  its.effect("says why there is nothing to measure in a repository without such places", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Start", { files: { "a.txt": "" } })
      const error = yield* Effect.flip(Effect.flatMap(Parser, (parser) => choose(repository.directory, [], parser)))
      assert.strictEqual(error.what, "No file of HEAD has a note.")
    })
  )
})

describe("a slot", () => {
  it("selects files of all sizes, the largest included", () => {
    assert.deepStrictEqual(spreadToLast([1, 2, 3, 4, 5, 6, 7], 3), [3, 5, 7])
    assert.deepStrictEqual(spreadToLast([1, 2], 3), [1, 2])
  })

  it("selects the file with the smallest relative distance to the desired length", () => {
    const sizes = [{ size: 900 }, { size: 3900 }, { size: 10_000 }]
    assert.deepStrictEqual(nearestInSize(sizes, 2000), { size: 3900 })
  })

  it("knows the packages that come with the program from those it is made with", () => {
    const packages = {
      "": {},
      "node_modules/a": {},
      "node_modules/b": { dev: true },
      "node_modules/c": { peer: true }
    }
    assert.deepStrictEqual(shippedWith(JSON.stringify({ packages })), ["node_modules/a"])
  })

  it("counts the git commands of a trace", () => {
    const trace = [
      '{"event":"start","argv":["git","log","-L1,2:a"]}',
      '{"event":"exit"}',
      '{"event":"start","argv":["git","blame"]}',
      ""
    ]
    assert.deepStrictEqual(commandsIn(trace.join("\n")), [
      ["git", "log", "-L1,2:a"],
      ["git", "blame"]
    ])
  })

  it("mixes the four tools, each about places of its own", () => {
    const calls = mixedCalls({
      directory: "",
      notes: 1,
      files: [file("known"), file("small"), file("large")],
      long: file("long"),
      units: [{ path: "unit", anchor: "u", lines: { start: 1, end: 1 }, commits: 1 }],
      named: undefined,
      depended: [{ path: "needed", anchor: "n", dependents: 1 }]
    })
    assert.deepStrictEqual(
      calls.map(({ args, tool }) => `${tool} ${args.path}`),
      ["read large", "history unit", "summary small", "deps needed", "read small", "summary long"]
    )
  })
})
