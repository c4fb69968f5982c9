import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asText, summarise } from "../../bench/full/profile.ts"
import { findRepository, placeOf, publicName } from "../../bench/full/repositories.ts"
import { reportText } from "../../bench/full/report.ts"
import { figureOf } from "../../bench/measure.ts"
import { makeFolder, makeRepository } from "../support/TemporaryRepository.ts"

const yardstick = { what: "`git blame`", figure: figureOf([10, 10, 12]) }

const text = reportText({
  machine: ["2 cores"],
  again: ["`npm run bench -- --full`"],
  limits: "## Goals not reached, and why\n\nNode takes 20 ms.\n",
  chapters: [
    {
      title: "a/b, 10 notes",
      about: ["a/b at 1234: 3 commits, 2 files."],
      findings: [
        {
          slot: "readTool",
          rows: [
            { what: "warm", ours: figureOf([1, 2, 30]), yardstick, goal: { max: 10 } },
            { what: "first", ours: figureOf([20]), yardstick, goal: { ratio: 1.15 } }
          ]
        },
        { slot: "answers", rows: [{ what: "`tools/list`", ours: figureOf([4096], "bytes") }] },
        { slot: "deps", rows: [], missing: "nothing in HEAD is depended on" }
      ],
      texts: [{ title: "Profile", text: "1 2 run" }]
    }
  ]
})

describe("the whole report", () => {
  it("reports for every goal whether it is reached, and the total", () => {
    assert.include(
      text,
      [
        "1 of 2 reached.",
        "",
        "| what | where | ours | ratio | to reach | reached |",
        "|---|---|---|---|---|---|",
        "| warm | a/b, 10 notes | 2 / 30 ms (3) | 0.20 | ≤ 10 ms | yes |",
        "| first | a/b, 10 notes | 20 ms | 2.00 | ≤ 1.15 × | **no** |",
        ""
      ].join("\n")
    )
  })

  it("explains below the goals why some are not reached", () => {
    assert.match(text, /≤ 1\.15 × \| \*\*no\*\* \|\n\n## Goals not reached, and why\n\nNode takes 20 ms\.\n\n## a\/b/)
  })

  it("has every figure with its 95th percentile and number of runs, what was not measured, and profiles", () => {
    assert.include(text, "| readTool | warm | 2 / 30 ms (3) | `git blame`: 10 / 12 ms (3) | 0.20 | ≤ 10 ms | yes |\n")
    assert.include(text, "| answers | `tools/list` | 4096 bytes |  |  |  |  |\n")
    assert.include(text, "* `deps` not measured: nothing in HEAD is depended on\n")
    assert.include(text, "### Profile\n\n```text\n1 2 run\n```\n")
  })
})

describe("a repository of the report", () => {
  it("is called by its public name, never by a path", () => {
    assert.deepStrictEqual(
      ["https://github.com/git/git.git", "git@github.com:git/git", "/home/ada/work/", "file:///srv/x/y"].map(
        publicName
      ),
      ["git/git", "git/git", "work", "x/y"]
    )
    assert.deepStrictEqual(placeOf("git/git=/srv/a=b"), { name: "git/git", place: "/srv/a=b" })
    assert.deepStrictEqual(placeOf("/srv/a=b"), { name: undefined, place: "/srv/a=b" })
  })

  it.effect("is found by path, and cloned once where an address is given", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "remote.origin.url": "https://example.org/ada/one.git" } })
      yield* repository.commit("One", { files: { "a.txt": "1\n" } })
      const cache = yield* makeFolder
      const here = yield* findRepository(repository.directory, cache)
      assert.deepInclude(here, { name: "ada/one", directory: repository.directory, commits: 1, files: 1 })
      const address = `file://${repository.directory}`
      const cloned = yield* findRepository(`me=${address}`, cache)
      assert.deepInclude(cloned, { name: "me", commits: 1, head: here.head })
      yield* repository.commit("Two")
      assert.strictEqual((yield* findRepository(address, cache)).commits, 1)
      const error = yield* Effect.flip(findRepository(`${address}-gone`, cache))
      assert.match(error.what, /Cannot clone/)
    })
  )
})

const frame = (functionName: string) => ({ functionName, url: "file:///x/program.js", lineNumber: 4 })

describe("a profile", () => {
  it("sums each function's own time and that of what it calls, one that calls itself once", () => {
    const spent = summarise({
      nodes: [
        { id: 1, callFrame: { functionName: "(root)", url: "", lineNumber: -1 }, children: [2, 5] },
        { id: 2, callFrame: frame("walk"), children: [3] },
        { id: 3, callFrame: frame("walk"), children: [4] },
        { id: 4, callFrame: frame("parse") },
        { id: 5, callFrame: { functionName: "(idle)", url: "", lineNumber: -1 } }
      ],
      samples: [2, 3, 4, 5],
      timeDeltas: [1000, 2000, 5000, 90_000]
    })
    assert.deepStrictEqual(spent, [
      { name: "parse (program.js:5)", self: 5, total: 5 },
      { name: "walk (program.js:5)", self: 3, total: 8 }
    ])
    assert.strictEqual(
      asText(spent),
      "  self ms total ms  function\n      5.0      5.0  parse (program.js:5)\n      3.0      8.0  walk (program.js:5)"
    )
  })
})
