import { existsSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { listChangedPaths, probeState } from "../../../../src/adapters/git/process/StateProbe.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"

describe("the files that are changed", () => {
  it.effect("are listed without running a filter, also where times do not tell", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const mark = join(yield* makeFolder, "ran")
      const files = { "a.ts": "export const a = 1\n", "b.md": "b\n", ".gitattributes": "*.ts filter=mark\n" }
      yield* repository.commit("First", { files })
      yield* repository.git(["config", "filter.mark.clean", `touch ${mark}; cat`])
      yield* repository.git(["config", "filter.mark.required", "true"])
      yield* repository.write("b.md", "other\n")
      // Older than the files that it lists, so that they may have changed since.
      utimesSync(join(repository.directory, ".git/index"), 1, 1)
      const state = Option.getOrThrow(yield* probeState(repository.directory, ["refs/notes/"]))
      assert.deepStrictEqual(yield* listChangedPaths(state), ["b.md"])
      assert.isFalse(existsSync(mark))
    })
  )
})
