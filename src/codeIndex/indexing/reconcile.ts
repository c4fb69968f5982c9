import { Array as Arrays, Clock, Effect, Iterable, Ref } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { limitYoungGeneration } from "../../adapters/runtime/limitYoungGeneration.ts"
import { Extractor } from "../extracting/Extractor.ts"
import { findBlob, readIndexedContent, writeBlob } from "../store/blobs.ts"
import { keepContent } from "../store/contents.ts"
import { removeEverything, removeUnused } from "../store/removeUnused.ts"
import {
  computeRevision,
  type IndexedFile,
  isComplete,
  markFiles,
  pathId,
  readFiles as readIndexedFiles,
  recordComplete,
  recordIncomplete,
  recordPending,
  recordSparse,
  removeFile,
  writeFile
} from "../store/views.ts"
import { isSparse } from "../views/isSparse.ts"
import type { Place } from "../views/place.ts"
import type { ListedFile } from "../views/listWorkTree.ts"
import { linkFiles } from "./linkFiles.ts"
import { type KeptView, openProject, type Project } from "./project.ts"
import { type ReadFile, readFiles } from "./readFiles.ts"

/** Files that are read at a time. */
const filesPerChunk = 64
/** Files per transaction: while one is written, the thread that extracts may wait for more. */
const filesPerTransaction = 16
/** Chunks worked on at the same time: one is written while the next is parsed. */
const maxConcurrentChunks = 3
/** Contents parsed at a time from which on memory is set free before linking, which needs as much as parsing. */
const minParsedToFree = 500

/** What a reconciliation did. */
export interface Reconciled {
  /** Files of the view. */
  readonly files: number
  /** Files that were new or had changed since the last one. */
  readonly changed: number
  /** Contents that had to be parsed. */
  readonly parsed: number
  /** Whether nothing was looked at nor written, because neither the files nor the index had changed since the last one. */
  readonly isCurrent: boolean
}

/** Extracts from the contents that are not known. */
const extractMissing = Effect.fnUntraced(function* (files: ReadonlyArray<ReadFile>) {
  const missing = files.filter(({ content }) => content !== undefined)
  const extracted = yield* (yield* Extractor).extract(missing.flatMap(({ content }) => content ?? []))
  const found = new Map(Arrays.zip(missing, extracted))
  return files.map((file): ReadFile => {
    const own = found.get(file)
    if (own === undefined) return file
    const { content: _, ...rest } = file
    return { ...rest, extracted: own }
  })
})

/** Writes a file that was read. Undefined if its content is neither indexed nor extracted. */
const writeRead = (
  connection: Connection,
  view: number,
  before: IndexedFile | undefined,
  { extracted, kept, key, path, stamp }: ReadFile
): IndexedFile | undefined => {
  const blob =
    findBlob(connection, key) ?? (extracted === undefined ? undefined : writeBlob(connection, key, extracted))
  const content = blob === undefined ? undefined : readIndexedContent(connection, blob)
  if (blob === undefined || content === undefined) return undefined
  if (kept !== undefined) keepContent(connection, blob, kept)
  const links = before?.blob === blob ? before.links : null
  const file = { path: before?.path ?? pathId(connection, path), blob, stamp, links, ...content }
  writeFile(connection, view, file)
  return file
}

/** Attributes by which authors say that a file is not their own text (linguist of GitHub). */
const notOwn = ["linguist-generated", "linguist-vendored"]

const isAttributes = (path: string): boolean => /(?:^|\/)\.gitattributes$/.test(path)

type Files = ReadonlyMap<string, IndexedFile>

/** Whether the attributes of files may differ: some are new, or a file that says them has changed. */
const mayDiffer = (before: Files | undefined, after: Files): boolean =>
  before === undefined ||
  Iterable.some(after, ([path, { blob }]) => {
    const known = before.get(path)?.blob
    return known === undefined || (known !== blob && isAttributes(path))
  }) ||
  Iterable.some(before.keys(), (path) => isAttributes(path) && !after.has(path))

/** Marks files by the attributes of the repository, if it has any. */
const markByAttributes = Effect.fnUntraced(function* (
  database: Database,
  view: number,
  listed: ReadonlyArray<ListedFile>
) {
  const git = yield* Git
  const paths = listed.some(({ path }) => isAttributes(path)) ? listed.map(({ path }) => path) : []
  const marked = yield* git.attributed(paths, notOwn)
  const shown = new Set([...marked].map(formatPath))
  yield* Effect.fromResult(database.transact((connection) => markFiles(connection, view, shown)))
})

/** The work tree as it is, beside what is indexed of it. */
interface Difference {
  readonly known: ReadonlyMap<string, IndexedFile>
  /** Files whose content may have changed, or that are new. */
  readonly open: ReadonlyArray<ListedFile>
  readonly gone: ReadonlyMap<string, IndexedFile>
}

const compare = (listed: ReadonlyArray<ListedFile>, known: ReadonlyMap<string, IndexedFile>): Difference => {
  const paths = new Set(listed.map(({ path }) => formatPath(path)))
  return {
    known,
    open: listed.filter(({ path, stamp }) => stamp === "" || known.get(formatPath(path))?.stamp !== stamp),
    gone: new Map([...known].filter(([path]) => !paths.has(path)))
  }
}

/**
 * Indexes the files of a difference, and forgets those that are gone. Returns the files that the view then has, by path, and how
 * many changed and were parsed.
 */
const indexFiles = Effect.fnUntraced(function* (
  database: Database,
  project: Project,
  { gone, known, open }: Difference
) {
  const { view } = project
  const files = new Map(known)
  for (const path of gone.keys()) files.delete(path)
  const pending = new Set(open.map(({ path }) => formatPath(path)).filter((path) => !known.has(path)))
  const changed = yield* Ref.make(gone.size)
  const parsed = yield* Ref.make(0)
  if (gone.size + pending.size > 0) {
    yield* Effect.fromResult(
      database.transact((connection) => {
        recordIncomplete(connection, view)
        for (const { path } of gone.values()) removeFile(connection, view, path)
        recordPending(connection, view, pending.size)
      })
    )
  }
  const indexChunk = Effect.fnUntraced(function* (chunk: ReadonlyArray<ListedFile>) {
    const read = yield* Effect.flatMap(readFiles(database, project, chunk), extractMissing)
    for (const part of Arrays.chunksOf(read, filesPerTransaction)) {
      for (const { path } of part) pending.delete(path)
      const written = yield* Effect.fromResult(
        database.transact((connection) => {
          const found = part.flatMap((file) => {
            const indexed = writeRead(connection, view, known.get(file.path), file)
            return indexed === undefined ? [] : [[file.path, indexed] as const]
          })
          const isChanged = found.filter(([path, { blob }]) => known.get(path)?.blob !== blob)
          if (isChanged.length > 0) recordIncomplete(connection, view)
          recordPending(connection, view, pending.size)
          return { found, count: isChanged.length }
        })
      )
      for (const [path, indexed] of written.found) files.set(path, indexed)
      yield* Ref.update(changed, (count) => count + written.count)
      yield* Effect.yieldNow
    }
    yield* Ref.update(parsed, (count) => count + read.filter(({ extracted }) => extracted !== undefined).length)
  })
  const chunks = Arrays.chunksOf(open, filesPerChunk)
  yield* Effect.forEach(chunks, indexChunk, { concurrency: maxConcurrentChunks, discard: true })
  return { files, changed: yield* Ref.get(changed), parsed: yield* Ref.get(parsed) }
})

/**
 * Frees the memory of much parsing. The threads of a first index end however small it is: a server may index many repositories one
 * after the other, and the threads of all would wait for more.
 */
const freeMemory = Effect.fnUntraced(function* (parsed: number, isFirst: boolean) {
  if (isFirst || parsed >= minParsedToFree) yield* (yield* Extractor).end
  if (parsed >= minParsedToFree) yield* limitYoungGeneration
})

/** The files of a view with the links that were set, by path. */
const withLinks = (files: ReadonlyMap<string, IndexedFile>, set: ReadonlyMap<string, number>) =>
  new Map(
    Array.from(files, ([path, file]) => {
      const links = set.get(path)
      return [path, links === undefined ? file : { ...file, links }] as const
    })
  )

/** Records that a view is complete, and forgets what no view has any more. */
const recordDone = Effect.fnUntraced(function* (
  database: Database,
  { isCommit, view }: Project,
  { changed, revision }: { readonly changed: number; readonly revision: string | undefined }
) {
  const isPart = !isCommit && (yield* isSparse)
  const { commonDirectory } = yield* (yield* Git).repository
  const now = yield* Clock.currentTimeMillis
  yield* Effect.fromResult(
    database.transact((connection) => {
      recordSparse(connection, view, isPart)
      recordComplete(connection, view, Math.floor(now / 1000), revision)
      if (changed > 0) removeUnused(connection, commonDirectory)
    })
  )
})

/**
 * Brings a view up to date: parses contents that were never parsed, forgets files that are gone, and links what is affected.
 * What was written stays if it is interrupted. `listed`: the files of the place. `force`: forgets everything first. `kept`: the
 * view as the last call left it, if nothing has written to the database since.
 */
export const reconcile = Effect.fn("CodeIndex.reconcile")(function* (
  database: Database,
  place: Place,
  listed: ReadonlyArray<ListedFile>,
  { force, kept }: { readonly force: boolean; readonly kept: KeptView | undefined }
) {
  if (force) yield* Effect.fromResult(database.transact(removeEverything))
  const last = force || kept?.name !== place.view ? undefined : kept
  const project = yield* openProject(database, place, last)
  const { root, view } = project
  const { known, wasComplete } = yield* Effect.fromResult(
    database.use((connection) => ({
      known: last?.extractor === project.extractor ? last.files : readIndexedFiles(connection, view),
      wasComplete: isComplete(connection, view)
    }))
  )
  const { changed, files, parsed } = yield* indexFiles(database, project, compare(listed, known))
  yield* freeMemory(parsed, !wasComplete)
  const isOutdated = changed > 0 || !wasComplete
  let linked: ReadonlyMap<string, IndexedFile> = files
  if (isOutdated) {
    const before = wasComplete ? known : undefined
    const set = yield* linkFiles(database, view, files, { before, root })
    linked = withLinks(files, set)
    if (mayDiffer(before, files)) yield* markByAttributes(database, view, listed)
  }
  const revision = isOutdated ? computeRevision(files) : undefined
  yield* recordDone(database, project, { changed, revision })
  // What cannot be copied, as on a full disk, is as safe in the log.
  if (!wasComplete) yield* Effect.ignore(Effect.fromResult(database.emptyLog()))
  const reconciled: Reconciled = { files: listed.length, changed, parsed, isCurrent: false }
  const left: KeptView = { name: place.view, view, extractor: project.extractor, files: linked }
  return { reconciled, left }
})
