import { Array as Arrays, Effect } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { unpackShape } from "../extracting/packing.ts"
import { isConfiguration, type LinkView } from "../linking/LinkView.ts"
import { type Linker, makeLinker } from "../linking/makeLinker.ts"
import { makeView } from "../linking/makeView.ts"
import { isTouched, type SeenChanges } from "../linking/Recorder.ts"
import type { Shape } from "../linking/Shape.ts"
import { readFacts } from "../store/blobs.ts"
import { makeNameIds, type NameIds } from "../store/edges.ts"
import type { IndexedFile } from "../store/views.ts"
import { openFiles } from "../views/projectFiles.ts"
import { listLinks, readTrace, setLinks, writeLinks } from "../store/links.ts"

/** Largest configuration file that is read, in bytes. */
const maxTextBytes = 1024 * 1024
/** Files per transaction. */
const filesPerChunk = 64

type Files = ReadonlyMap<string, IndexedFile>

/** What changed in a view since its links were made. */
export interface Changes {
  /** Files by path as they were; undefined if the links of all files may be outdated. */
  readonly before: Files | undefined
  /** Absolute path of the folder of the view, or of the bare repository: configuration is read. */
  readonly root: string
}

const readShape = (connection: Connection, blob: number): Shape | undefined => {
  const row = connection.get("SELECT shape_digest, package, names FROM blobs WHERE id = ? AND shape IS NOT NULL", blob)
  if (row === undefined) return undefined
  const names: ReadonlyArray<string> = JSON.parse(row.text("names"))
  return unpackShape({ digest: row.text("shape_digest"), names, package: row.text("package") }, () => {
    const packed = connection.get("SELECT shape FROM blobs WHERE id = ?", blob)
    return packed?.bytes("shape") ?? new Uint8Array()
  })
}

/** Makes the view that linking asks. Shapes are read when first asked for; only while the connection is in use. */
const openView = (connection: Connection, view: number, files: Files, root: string): LinkView => {
  const { readText } = openFiles(connection, view, root)
  const shapes = new Map<string, Shape | undefined>()
  const texts = new Map<string, string | undefined>()
  return makeView({
    paths: files.keys(),
    shape: (path) => {
      if (shapes.has(path)) return shapes.get(path)
      const file = files.get(path)
      const shape = file === undefined ? undefined : readShape(connection, file.blob)
      shapes.set(path, shape)
      return shape
    },
    text: (path) => {
      if (!texts.has(path)) texts.set(path, files.has(path) ? readText(path, maxTextBytes) : undefined)
      return texts.get(path)
    }
  })
}

interface Seen {
  readonly digest: string | undefined
  readonly names: ReadonlyArray<string>
}

const readSeen = (connection: Connection, blob: number): Seen | undefined => {
  const row = connection.get("SELECT shape_digest, names FROM blobs WHERE id = ?", blob)
  if (row === undefined) return undefined
  const names: ReadonlyArray<string> = JSON.parse(row.textOrNull("names") ?? "[]")
  return { digest: row.textOrNull("shape_digest") ?? undefined, names }
}

/** What is in one of two lists only. */
const differenceOf = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...Arrays.difference(one, other),
  ...Arrays.difference(other, one)
]

/** Finds what other files see differently. Undefined if files came or went, or configuration changed. */
const findSeenChanges = (connection: Connection, files: Files, { before }: Changes): SeenChanges | undefined => {
  if (before?.size !== files.size) return undefined
  const paths = new Set<string>()
  const names = new Set<string>()
  for (const [path, { blob }] of files) {
    const known = before.get(path)?.blob
    if (known === blob) continue
    if (known === undefined || isConfiguration(path)) return undefined
    const [old, now] = [readSeen(connection, known), readSeen(connection, blob)]
    if (old === undefined || now === undefined) return undefined
    if (old.digest === now.digest) continue
    paths.add(path)
    for (const name of differenceOf(old.names, now.names)) names.add(name)
  }
  return { paths, names }
}

/**
 * Finds links of a file that are current: those that it has, or others that were made for the same content and path.
 * `changes`: what other files see differently since the links of all files were current, if that is known.
 */
const findCurrent = (
  connection: Connection,
  linker: Linker,
  file: IndexedFile,
  changes: SeenChanges | undefined
): number | undefined => {
  const candidates = file.links === null ? listLinks(connection, file) : [file.links]
  return candidates.find((links) => {
    const trace = readTrace(connection, links)
    if (trace === undefined) return false
    if (file.links !== null && changes !== undefined && !isTouched(trace, changes)) return true
    return linker.isCurrent(trace)
  })
}

const linkOne = (
  connection: Connection,
  linker: Linker,
  [path, file]: readonly [string, IndexedFile],
  ids: NameIds
): number | undefined => {
  const facts = readFacts(connection, file.blob)
  if (facts === undefined) return undefined
  return writeLinks(connection, file, linker.link(path, file.language, facts), ids)
}

/**
 * Links the files of a view whose links are missing or outdated. Where nothing that other files see has changed, only files that
 * changed themselves are looked at; where it is known what has, links that did not ask for it are current. `files`: those of the
 * view, by path. Returns the links that were set, by the paths of their files.
 */
export const linkFiles = Effect.fn("CodeIndex.link")(function* (
  database: Database,
  view: number,
  files: Files,
  changes: Changes
) {
  const seen = yield* Effect.fromResult(database.use((connection) => findSeenChanges(connection, files, changes)))
  const isUnseen = seen?.paths.size === 0
  const set = new Map<string, number>()
  const open = [...files]
    .filter(([, { hasFacts, links }]) => hasFacts && (links === null || !isUnseen))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (open.length > 0) {
    let linker: Linker | undefined
    for (const chunk of Arrays.chunksOf(open, filesPerChunk)) {
      yield* Effect.fromResult(
        database.transact((connection) => {
          linker ??= makeLinker(openView(connection, view, files, changes.root))
          const ids = makeNameIds(connection)
          for (const file of chunk) {
            const [path, indexed] = file
            const current = findCurrent(connection, linker, indexed, seen)
            const links = current ?? linkOne(connection, linker, file, ids)
            if (links === undefined || links === indexed.links) continue
            setLinks(connection, view, indexed.path, links)
            set.set(path, links)
          }
        })
      )
      yield* Effect.yieldNow
    }
  }
  const found: ReadonlyMap<string, number> = set
  return found
})
