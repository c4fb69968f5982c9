import { chmodSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { runUnprivileged } from "../../support/runUnprivileged.ts"

const graph = (directory: string, ...args: ReadonlyArray<string>) =>
  Effect.map(runUnprivileged(directory, "graph", ...args, "--repo", directory, "--json"), ({ stdout }) =>
    stdout.toString()
  )

describe("a repository without an index that cannot be written", () => {
  it.live("answers what is asked of history, and says why it cannot answer of code", () =>
    Effect.gen(function* () {
      const { commit, directory } = yield* makeRepository()
      for (const value of [1, 2, 3]) {
        const text = `export const value = ${value}\n`
        yield* commit(`Set ${value}`, { files: { "a/one.ts": text, "b/two.ts": text } })
      }
      chmodSync(join(directory, ".git"), 0o555)
      const recent = yield* graph(directory, "evolution", "recent_commits")
      assert.match(recent, /"Set 3".*"Set 1"/)
      const coupled = yield* graph(directory, "evolution", "coupled_files", "a/one.ts")
      assert.match(coupled, /"path":"b\/two\.ts".*Which of them are hidden is not known: The code index cannot be made/)
      const callers = yield* graph(directory, "callers", "value")
      assert.match(callers, /"code":"index_unavailable"/)
    })
  )
})
