import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CodeGraph } from "../../../src/codeGraph/service/CodeGraph.ts"
import type { FileInput } from "../../../src/codeGraph/model/inputs.ts"
import { inRepository } from "../../support/code/codeGraph.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const read = (input: FileInput) => Effect.flatMap(CodeGraph, (graph) => graph.file(input))

const makeProject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("First", { files: { "src/a.ts": "one\ntwo\nthree\n", ".gitignore": "secret.env\n" } })
  yield* repository.write("secret.env", "KEY=1\n")
  yield* repository.write("src/new.ts", "new\n")
  return repository
})

/** Why lines of `src/a.ts` are refused. */
const messageOf = (lines: { readonly start_line: number; readonly end_line?: number }) =>
  Effect.map(Effect.flip(read({ file_path: "src/a.ts", ...lines })), ({ message }) => message)

const codeOf = (path: string) => Effect.map(Effect.flip(read({ file_path: path })), ({ code }) => code)

describe("a file", () => {
  it.live("is read as it is in the work tree, whole or in lines", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      yield* repository.write("src/a.ts", "one\n2\nthree\n")
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* read({ file_path: "src/a.ts" }), {
          path: "src/a.ts",
          content: "one\n2\nthree",
          total_lines: 3,
          showing_lines: "1-3"
        })
        const some = yield* read({ file_path: "src/a.ts", start_line: 2, end_line: 2 })
        assert.deepInclude(some, { content: "2", showing_lines: "2-2" })
        assert.strictEqual((yield* read({ file_path: "src/new.ts" })).content, "new")
      }).pipe(inRepository(repository.directory))
    })
  )

  it.live("is read before the first commit, within the same bounds", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("src/a.ts", "one\ntwo\n")
      yield* repository.write(".gitignore", "secret.env\n")
      yield* repository.write("secret.env", "KEY=1\n")
      symlinkSync("/etc", join(repository.directory, "etc"))
      yield* Effect.gen(function* () {
        assert.deepInclude(yield* read({ file_path: "src/a.ts", start_line: 2 }), { path: "src/a.ts", content: "two" })
        assert.strictEqual(yield* codeOf("src"), "file_is_folder")
        assert.strictEqual(yield* codeOf("etc/passwd"), "path_outside")
        for (const path of ["none.ts", "secret.env", ".git/config"]) {
          assert.strictEqual(yield* codeOf(path), "file_not_found", path)
        }
      }).pipe(inRepository(repository.directory))
    })
  )

  it.live("that is long is read in parts that say where the next starts", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      const content = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}`)
      yield* repository.write("src/long.ts", `${content.join("\n")}\n`)
      yield* Effect.gen(function* () {
        const parts: Array<string> = []
        let next: number | undefined = 1
        while (next !== undefined) {
          const part: { readonly content: string; readonly next_line?: number } = yield* read({
            file_path: "src/long.ts",
            start_line: next
          })
          parts.push(part.content)
          next = part.next_line
        }
        assert.isAbove(parts.length, 1)
        assert.strictEqual(parts.join("\n"), content.join("\n"))
      }).pipe(inRepository(repository.directory))
    })
  )

  for (const path of [".git/config", ".git/../.git/HEAD", "secret.env", "../outside", "/etc/passwd", "src"]) {
    it.live(`is refused where it is not the project's: ${path}`, () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        const error = yield* Effect.flip(read({ file_path: path })).pipe(inRepository(repository.directory))
        assert.notStrictEqual(error.message, "")
      })
    )
  }

  it.live("without lines is read as such, but has no second line", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      yield* repository.write("src/empty.ts", "")
      yield* Effect.gen(function* () {
        const empty = { path: "src/empty.ts", content: "", total_lines: 0, showing_lines: "0-0" }
        assert.deepStrictEqual(yield* read({ file_path: "src/empty.ts" }), empty)
        const error = yield* Effect.flip(read({ file_path: "src/empty.ts", start_line: 2 }))
        assert.strictEqual(error.code, "lines_invalid")
      }).pipe(inRepository(repository.directory))
    })
  )

  it.live("that is binary is called so", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      yield* repository.write("src/data.bin", Uint8Array.of(0, 1, 2))
      const error = yield* Effect.flip(read({ file_path: "src/data.bin" })).pipe(inRepository(repository.directory))
      assert.strictEqual(error.message, "src/data.bin is a binary file; it has no lines.")
    })
  )

  it.live("is called a folder where it is one", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      const error = yield* Effect.flip(read({ file_path: "src" })).pipe(inRepository(repository.directory))
      assert.deepStrictEqual([error.code, error.message], ["file_is_folder", "src is a folder."])
    })
  )

  it.live("is refused where it is a link", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      yield* repository.link("src/link.ts", "../secret.env")
      const error = yield* Effect.flip(read({ file_path: "src/link.ts" })).pipe(inRepository(repository.directory))
      assert.notInclude(error.message, "KEY")
    })
  )

  it.live("is refused lines that it does not have", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* messageOf({ start_line: 9 }), "Line 9 is not in the file, which has 3 lines.")
        const range = { start_line: 3, end_line: 2 }
        assert.strictEqual(yield* messageOf(range), "Lines 3-2 are not in the file, which has 3 lines.")
      }).pipe(inRepository(repository.directory))
    })
  )
})
