import { Option } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Snapshot } from "../../store/database/Snapshot.ts"
import { contentField, makeFileMatcher, type Matches } from "../searching/FileMatcher.ts"
import { type Leaf, listLeaves } from "../searching/leaves.ts"
import { makePathTest } from "../searching/pathTest.ts"
import { toShownPath } from "../searching/shownPath.ts"
import type { FileIndexQuestion, IndexedFile, IndexedPlace } from "./answers.ts"
import { type CommitFiles, decodeFiles } from "./commitFiles.ts"
import { type BlobCounts, countLeaf } from "./countLeaves.ts"
import { blobStates, toIdBytes } from "./schema.ts"

/** Most paths whose commits are kept decoded. */
const maxKeptPaths = 500_000

const readCommit = (connection: Connection, commit: string): CommitFiles | undefined => {
  const row = connection.get("SELECT files FROM commits WHERE id = ?", toIdBytes(commit))
  return row === undefined ? undefined : Option.getOrUndefined(decodeFiles(row.text("files")))
}

/** Keeps the files of commits until the database changes. */
const makeCommitCache = () => {
  let kept = new Map<string, CommitFiles>()
  let keptPaths = 0
  let version = ""

  return (snapshot: Snapshot, commit: string): CommitFiles | undefined => {
    if (snapshot.version !== version) {
      kept = new Map()
      keptPaths = 0
      version = snapshot.version
    }
    const known = kept.get(commit)
    if (known !== undefined) return known
    const files = readCommit(snapshot.connection, commit)
    if (files !== undefined && keptPaths + files.paths.length <= maxKeptPaths) {
      keptPaths += files.paths.length
      kept.set(commit, files)
    }
    return files
  }
}

/** What a query finds in each blob. */
interface LeafCounts {
  readonly leaf: Leaf
  /** Undefined for leaves of other fields than contents. */
  readonly counts: BlobCounts | undefined
}

const noPhrases: Matches["seen"] = new Map()

/** What is known of a blob for the leaves of a query. */
const toMatches = (leaves: ReadonlyArray<LeafCounts>, blob: number): Matches & { readonly isOpen: boolean } => {
  const open = leaves.flatMap(({ counts, leaf }, number) =>
    leaf._tag === "Phrase" && (counts?.[blob] ?? 0) > 0
      ? [[number, new Set(leaf.terms.map(({ text }) => text))] as const]
      : []
  )
  return {
    counts: leaves.map(({ counts, leaf }) => (leaf._tag === "Phrase" ? 0 : (counts?.[blob] ?? 0))),
    lines: [],
    seen: open.length === 0 ? noPhrases : new Map(open),
    isOpen: open.length > 0
  }
}

const listTooLarge = (connection: Connection): ReadonlySet<number> =>
  new Set(connection.all("SELECT id FROM blobs WHERE state = ?", blobStates.tooLarge).map((row) => row.integer("id")))

/** Finds the files of commits that match a query, or may match. Makes the handler with its cache. */
export const makeFindFiles = () => {
  const recall = makeCommitCache()

  return ({ pathPattern, places, query }: FileIndexQuestion, snapshot: Snapshot): ReadonlyArray<IndexedPlace> => {
    const { connection } = snapshot
    const matcher = makeFileMatcher(query)
    const isPath = makePathTest(pathPattern)
    const length = connection.integer("next", "SELECT coalesce(max(id), 0) + 1 AS next FROM blobs")
    const leaves = listLeaves(query).map(({ leaf }): LeafCounts => ({
      leaf,
      counts: leaf.field === contentField ? countLeaf(connection, leaf, length) : undefined
    }))
    const tooLarge = listTooLarge(connection)
    const isCandidate = (blob: number): boolean =>
      matcher.canMatchWithoutContent || leaves.some(({ counts }) => (counts?.[blob] ?? 0) > 0)

    const findIn = ({ blobs, paths }: CommitFiles, branch: string): ReadonlyArray<IndexedFile> =>
      blobs.flatMap((blob, at): ReadonlyArray<IndexedFile> => {
        const path = paths[at]
        if (path === undefined || !isCandidate(blob)) return []
        const shown = toShownPath(path)
        if (!isPath(shown)) return []
        const { isOpen, ...matches } = toMatches(leaves, blob)
        if (matcher.matchesFile({ path: shown, branch }, matches) === false) return []
        return [{ path, counts: matches.counts, isOpen }]
      })

    return places.map(({ branch, commit }): IndexedPlace => {
      const files = recall(snapshot, commit)
      if (files === undefined) return { _tag: "Missing" }
      if (tooLarge.size > 0 && files.blobs.some((blob) => tooLarge.has(blob))) return { _tag: "Partial" }
      return { _tag: "Found", files: findIn(files, branch) }
    })
  }
}
