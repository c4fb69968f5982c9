import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { run } from "../../support/program.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { noteOn } from "../../support/writer.ts"
import { slow } from "../../support/scale.ts"

const hostile = `${"/*".repeat(50_000)}\n`

describe("a file that exceeds a parse limit", () => {
  it.live(
    "is committed with its reason on lines, and answers say which limit it hit and what still works",
    () =>
      Effect.gen(function* () {
        // A summary may take 20 s, of which a busy machine leaves less than the limit for parsing.
        const repository = yield* makeRepository({ config: { "ultragit.folderTimeout": "600" } })
        yield* repository.commit("Add", { files: { "a.kt": hostile, "b.go": "package b\n\nfunc B() {}\n" } })
        yield* repository.write("a.kt", `${hostile}class B\n`)
        const program = (...args: ReadonlyArray<string>) => run(args, { cwd: repository.directory })
        const committed = yield* program("commit", "-am", "Add B", "--reason", "B is asked for")
        assert.strictEqual(committed.exitCode, 0, committed.stderr)
        const note = yield* noteOn(repository, yield* repository.id("HEAD"))
        assert.deepStrictEqual(
          Option.map(note, ({ annotation }) =>
            annotation.regions.map(({ ast_anchor, lines }) => [ast_anchor.type, lines])
          ),
          Option.some([["lines", { start: 2, end: 2 }]])
        )
        const warning = /Parsing a\.kt takes more processor time than a file may .* only line ranges and the whole file/
        for (const args of [
          ["summary", "."],
          ["read", "a.kt", "--lines", "2"]
        ]) {
          const { exitCode, stdout } = yield* program(...args)
          assert.strictEqual(exitCode, 0)
          assert.match(stdout, warning)
          assert.include(stdout, "Add B")
        }
      }),
    slow
  )
})
