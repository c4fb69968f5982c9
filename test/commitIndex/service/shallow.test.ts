import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { renderCommit } from "../../../src/cli/render/commits.ts"
import { linesAsMarkdown, pipe } from "../../../src/cli/render/print.ts"
import { askIndex, makeIndex } from "../../support/commits/indexing.ts"
import { makeFolder, makeRepository, repositoryAt } from "../../support/TemporaryRepository.ts"

const makeShallow = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("Add the pool", { files: { "pool.ts": "export const pool = 1\n" } })
  const second = yield* repository.commit("Log calls", { files: { "log.ts": "export const log = 1\n" } })
  const third = yield* repository.commit("Grow the pool", { files: { "pool.ts": "export const pool = 2\n" } })
  const folder = join(yield* makeFolder, "clone")
  yield* repository.git(["clone", "--quiet", "--depth", "2", `file://${repository.directory}`, folder])
  const index = yield* makeIndex
  index.register("pool", folder)
  yield* index.sync("pool")
  return { shallow: repositoryAt(folder), index, asked: yield* askIndex(index.path), second, third }
})

describe("the index of a shallow clone", () => {
  it.live("does not say that its oldest commit added all files, and knows more once it is deepened", () =>
    Effect.gen(function* () {
      const { asked, index, second, shallow, third } = yield* makeShallow
      const touching = Effect.map(asked.touches({ path_glob: "pool.ts" }), ({ results }) =>
        results.map(({ sha }) => sha)
      )
      assert.deepStrictEqual(yield* touching, [third])
      const found = yield* asked.search({ query: "Log calls" })
      assert.deepInclude(found.results[0], { sha: second, matched_paths: [] })
      assert.isEmpty((yield* asked.search({ query: "export" })).results.filter(({ sha }) => sha === second))
      const oldest = yield* asked.commit({ repo: "pool", sha: second })
      assert.deepInclude(oldest, { changed_files: [], patch: "unknown" })
      const shown = linesAsMarkdown(renderCommit(oldest), pipe)
      assert.include(shown, "what it changed is unknown")
      assert.notInclude(shown, "first commit")
      const refused = yield* Effect.flip(asked.patch({ repo: "pool", sha: second }))
      assert.include(refused.message, "boundary of a shallow clone")

      yield* shallow.git(["fetch", "--quiet", "--unshallow"])
      yield* index.sync("pool")
      const complete = yield* asked.commit({ repo: "pool", sha: second })
      assert.strictEqual(complete.patch, "stored")
      assert.deepStrictEqual(
        complete.changed_files.map((file) => file.path),
        ["log.ts"]
      )
      assert.strictEqual((yield* touching).length, 2)
    })
  )
})
