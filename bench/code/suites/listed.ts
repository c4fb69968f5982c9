import { Effect } from "effect"
import { join } from "node:path"
import { keyOf, type Place } from "../../../src/codeIndex/asking/Place.ts"
import { withOtherParts } from "../../../src/codeIndex/asking/otherParts.ts"
import { findView } from "../../../src/codeIndex/asking/state.ts"
import { findThroughOverridden } from "../../../src/codeIndex/graph/nextTo.ts"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { codeFormat } from "../../../src/codeIndex/store/schema.ts"
import { makeDatabaseReader } from "../../../src/store/database/DatabaseReader.ts"
import { inRepository } from "../../../test/support/code/codeIndex.ts"
import { makeRepository } from "../../../test/support/TemporaryRepository.ts"
import type { LinkedEdge } from "./linked.ts"

/** What the program says of a folder besides its edges. */
export interface Listed {
  /** Calls that it lists as callers of a method `through` one that this overrides. */
  readonly through: ReadonlyArray<LinkedEdge>
  /** The parts that it takes for one definition, by each of them: in C++ the declaration in a header and the definition. */
  readonly partsOf: ReadonlyMap<string, ReadonlyArray<Place>>
}

const selectPlaces = `
  SELECT DISTINCT paths.path AS path, qualified_name AS name FROM files JOIN paths ON paths.id = files.path
  JOIN definitions ON definitions.blob = files.blob WHERE kind IN ('function', 'method') ORDER BY 1, 2`

/** Asks the program itself, with the files as a repository of their own. */
export const listThrough = (texts: Readonly<Record<string, string>>): Effect.Effect<Listed> =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    for (const [path, text] of Object.entries(texts)) yield* repository.write(path, text)
    yield* Effect.flatMap(CodeIndex, (index) => index.index({ background: false })).pipe(
      inRepository(repository.directory)
    )
    const { read } = yield* makeDatabaseReader({
      path: join(repository.directory, ".git", "ultragit", "code.db"),
      format: codeFormat
    })
    return yield* read(({ connection }) => {
      const view = findView(connection, ".") ?? -1
      const places = connection.all(selectPlaces).map((row) => ({ path: row.text("path"), name: row.text("name") }))
      const through = places.flatMap((target) =>
        findThroughOverridden(connection, view, target)
          .filter(({ relation }) => relation === "calls")
          .map(({ how, line, name, path }) => ({
            file: path,
            within: name,
            kind: "call" as const,
            line,
            column: 0,
            target,
            how
          }))
      )
      return {
        through,
        partsOf: new Map(places.map((each) => [keyOf(each), withOtherParts(connection, view, [each])]))
      }
    })
  }).pipe(Effect.scoped, Effect.orDie)
