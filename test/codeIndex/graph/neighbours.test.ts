import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeRandom } from "../../../bench/verify/random.ts"
import { findView } from "../../../src/codeIndex/asking/state.ts"
import { makeNeighbours } from "../../../src/codeIndex/graph/neighbours.ts"
import type { Node } from "../../../src/codeIndex/graph/nodes.ts"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { codeFormat } from "../../../src/codeIndex/store/schema.ts"
import { makeDatabaseReader } from "../../../src/store/database/DatabaseReader.ts"
import { inRepository } from "../../support/code/codeIndex.ts"
import { pickFile } from "../../support/code/mixedProject.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const selectNodes = `
  SELECT DISTINCT paths.path AS path, qualified_name AS name FROM files JOIN paths ON paths.id = files.path
  JOIN definitions ON definitions.blob = files.blob ORDER BY 1, 2`

describe("what refers to a definition", () => {
  it.live("is the same by queries and from memory, before and after an edit", () =>
    Effect.gen(function* () {
      const random = makeRandom(3)
      const repository = yield* makeRepository()
      const { read } = yield* makeDatabaseReader({
        path: join(repository.directory, ".git", "ultragit", "code.db"),
        format: codeFormat
      })
      /** The neighbours of all definitions, with so many of them looked up one by one. */
      const listUpstream = (lookups: number) =>
        read(({ connection }) => {
          const view = findView(connection, ".") ?? -1
          const { upstream } = makeNeighbours(connection, view, lookups)
          const nodes = connection.all(selectNodes).map((row): Node => ({
            path: row.text("path"),
            name: row.text("name")
          }))
          return nodes.map((node) => ({ node, found: upstream(node) }))
        })
      yield* Effect.gen(function* () {
        const index = yield* CodeIndex
        for (let round = 0; round < 3; round += 1) {
          for (let at = 0; at < 30; at += 1) yield* repository.write(...pickFile(random))
          yield* index.index({ background: false })
          const byQueries = yield* listUpstream(Number.POSITIVE_INFINITY)
          assert.isAbove(byQueries.filter(({ found }) => found.length > 1).length, 10)
          for (const lookups of [1, 1, 5]) assert.deepStrictEqual(yield* listUpstream(lookups), byQueries)
        }
      }).pipe(inRepository(repository.directory))
    }).pipe(Effect.scoped)
  )
})
