import { Effect } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { ExtractorFingerprint } from "../extracting/ExtractorFingerprint.ts"
import { expireStamps, type IndexedFile, openView, recordContents } from "../store/views.ts"
import type { Place } from "../views/place.ts"

/** A view as it was left: nothing but that may be known of it while nothing else writes to the database. */
export interface KeptView {
  /** Its name. */
  readonly name: string
  /** Its row id. */
  readonly view: number
  readonly extractor: string
  readonly files: ReadonlyMap<string, IndexedFile>
}

/** A place, and its view in the index. */
export type Project = Effect.Success<ReturnType<typeof openProject>>

/** Opens the view of a place, which is made if it is new. `kept`: as the last call left it. */
export const openProject = Effect.fnUntraced(function* (
  database: Database,
  { isCommit, root, view: name }: Place,
  kept: KeptView | undefined
) {
  const { objectFormat } = yield* (yield* Git).repository
  const extractor = yield* ExtractorFingerprint
  if (kept?.extractor === extractor) return { root, isCommit, format: objectFormat, view: kept.view, extractor }
  const view = yield* Effect.fromResult(
    database.transact((connection) => {
      const opened = openView(connection, name)
      recordContents(connection, opened, isCommit)
      expireStamps(connection, opened, extractor)
      return opened
    })
  )
  return { root, isCommit, format: objectFormat, view, extractor }
})
