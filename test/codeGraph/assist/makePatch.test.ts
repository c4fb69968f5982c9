import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makePatch } from "../../../src/codeGraph/assist/makePatch.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const path = "src/a b.ts"
const before = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`)

const replacements: ReadonlyArray<readonly [what: string, first: number, last: number, lines: ReadonlyArray<string>]> =
  [
    ["in the middle", 5, 6, ["five", "six"]],
    ["of the first lines", 1, 2, ["one"]],
    ["of the last lines but one", 10, 11, ["ten", "eleven", "more"]],
    ["of nearly all lines", 1, 11, ["all"]],
    ["that adds lines", 5, 5, ["line 5", "line 5 and a half"]],
    ["that removes lines", 5, 6, []],
    ["within lines that stay", 4, 8, ["line 4", "line 5", "changed", "line 7", "line 8"]]
  ]

describe("a proposed patch", () => {
  for (const [what, first, last, lines] of replacements) {
    for (const end of ["\n", ""]) {
      it.live(`applies: ${what}${end === "" ? ", in a file without a last newline" : ""}`, () =>
        Effect.gen(function* () {
          const repository = yield* makeRepository()
          const text = `${before.join("\n")}${end}`
          yield* repository.commit("First", { files: { [path]: text } })
          yield* repository.git(["apply", "-"], { stdin: makePatch(path, text, { first, last, lines }) ?? "" })
          assert.strictEqual(
            yield* Effect.promise(() => readFile(join(repository.directory, path), "utf8")),
            `${[...before.slice(0, first - 1), ...lines, ...before.slice(last)].join("\n")}${end}`
          )
        })
      )
    }
  }

  it("is none where nothing differs", () => {
    assert.isUndefined(makePatch(path, before.join("\n"), { first: 2, last: 3, lines: ["line 2", "line 3"] }))
  })
})
