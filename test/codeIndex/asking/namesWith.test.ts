import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findNamesWith } from "../../../src/codeIndex/asking/namesWith.ts"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { codeFormat } from "../../../src/codeIndex/store/schema.ts"
import { makeDatabaseReader } from "../../../src/store/database/DatabaseReader.ts"
import { inRepository } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const parts = ["map", "MAP", "p", "Pool.", "_", "%", "$", "ä", "Ä", "pool.m", "nothing", "\n"]

describe("the names of definitions with a part", () => {
  it.live("are those that the database finds, whatever changes", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const { read } = yield* makeDatabaseReader({
        path: join(repository.directory, ".git", "ultragit", "code.db"),
        format: codeFormat
      })
      const found = (part: string) => read(({ connection }) => findNamesWith(connection, part)?.toSorted())
      const expected = (part: string) =>
        read(({ connection }) =>
          connection
            .all(
              `SELECT DISTINCT lower(qualified_name) AS name FROM definitions
               WHERE instr(lower(qualified_name), lower(?)) ORDER BY 1`,
              part
            )
            .map((row) => row.text("name"))
        )
      const check = Effect.gen(function* () {
        for (const part of parts) {
          const names = part === "\n" ? undefined : yield* expected(part)
          assert.deepStrictEqual(yield* found(part), names, part)
        }
      })
      yield* Effect.gen(function* () {
        const index = yield* CodeIndex
        yield* repository.write("a.ts", "export class Pool { map() {} Map() {} $map() {} }\nexport const map_all = 1\n")
        yield* index.index({ background: false })
        assert.deepStrictEqual(yield* found("map"), ["map_all", "pool.$map", "pool.map"])
        yield* check
        yield* repository.write("b.ts", "export function mapÄ() {}\nexport const umap = () => {}\n")
        yield* index.index({ background: false })
        assert.deepStrictEqual(yield* found("UMAP"), ["umap"])
        yield* check
      }).pipe(inRepository(repository.directory))
    }).pipe(Effect.scoped)
  )
})
