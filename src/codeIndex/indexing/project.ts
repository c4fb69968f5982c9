import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { ExtractorFingerprint } from "../extracting/ExtractorFingerprint.ts"
import { CodeError, WorkTreeMissing } from "../model/CodeError.ts"
import { expireStamps, type IndexedFile, openView } from "../store/views.ts"

/** The root of the work tree. */
export const workTreeRoot = Effect.gen(function* () {
  const { workTree } = yield* (yield* Git).repository
  return Option.isNone(workTree) ? yield* new CodeError({ reason: new WorkTreeMissing() }) : workTree.value
})

/** A folder with the files of a view. */
export interface Place {
  /** Absolute path of the folder. */
  readonly root: string
  /** Name of the view: the absolute path of what it ends with. */
  readonly view: string
}

/** The work tree: its view ends with its git directory. */
export const workTreePlace = Effect.gen(function* () {
  const { gitDirectory } = yield* (yield* Git).repository
  return { root: yield* workTreeRoot, view: gitDirectory } satisfies Place
})

/** A view as it was left: nothing but that may be known of it while nothing else writes to the database. */
export interface KeptView {
  /** Its name. */
  readonly name: string
  /** Its row id. */
  readonly view: number
  readonly extractor: string
  readonly files: ReadonlyMap<string, IndexedFile>
}

/** A folder, and its view in the index. */
export const openProject = Effect.fnUntraced(function* (
  database: Database,
  { root, view: name }: Place,
  kept: KeptView | undefined
) {
  const { objectFormat } = yield* (yield* Git).repository
  const extractor = yield* ExtractorFingerprint
  if (kept?.extractor === extractor) return { root, format: objectFormat, view: kept.view, extractor }
  const view = yield* Effect.fromResult(
    database.transact((connection) => {
      const opened = openView(connection, name)
      expireStamps(connection, opened, extractor)
      return opened
    })
  )
  return { root, format: objectFormat, view, extractor }
})
