import { Array as Arrays, Effect, Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { TreeEntry } from "../TreeEntry.ts"
import type { GitError } from "../GitError.ts"
import type { GitSession } from "../process/GitSession.ts"
import { decodePath } from "../parse/PathBytes.ts"
import { parseMode } from "../parse/TreeParser.ts"

/** With more folders, a separate process that lists all of them is faster. */
const maxFolders = 24
/** A tree with a larger folder is not small. */
const maxFolderBytes = 64 * 1024

/** The modes that git writes. Others are left to git to interpret. */
const knownModes = new Set(["100644", "100755", "120000", "160000", "40000"])

interface NamedEntry extends Pick<TreeEntry, "kind" | "id"> {
  readonly name: Buffer
}

/** Parses the entries of a tree object, in order. None if anything is unusual. */
const parseEntries = (tree: Uint8Array, idLength: number): Option.Option<ReadonlyArray<NamedEntry>> => {
  const bytes = Buffer.from(tree.buffer, tree.byteOffset, tree.byteLength)
  const found: Array<NamedEntry> = []
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(32, at)
    const end = bytes.indexOf(0, blank + 1)
    const mode = bytes.toString("latin1", at, blank)
    const next = end + 1 + idLength
    if (blank === -1 || end === -1 || end === blank + 1 || next > bytes.length || !knownModes.has(mode)) {
      return Option.none()
    }
    const id = ObjectId.make(bytes.toString("hex", end + 1, next))
    found.push({ kind: parseMode(mode), id, name: bytes.subarray(blank + 1, end) })
    at = next
  }
  return Option.some(found)
}

type Folders = ReadonlyMap<string, ReadonlyArray<NamedEntry>>

const flatten = (folders: Folders, folder: string, prefix: Buffer): ReadonlyArray<TreeEntry> => {
  const entries = folders.get(folder)
  if (entries === undefined) throw new Error(`folder ${folder} of a small tree was not read`)
  return entries.flatMap(({ id, kind, name }) => {
    const path = Buffer.concat([prefix, name])
    return kind === "directory"
      ? flatten(folders, id, Buffer.concat([path, Buffer.from("/")]))
      : [{ path: decodePath(path), kind, id }]
  })
}

/**
 * Lists all files of a tree in the order of `git ls-tree -r`, read from the long-lived process with one request per
 * level of folders. None for a tree that is not small, or that git may report an error about.
 */
export const listSmallTree = Effect.fnUntraced(function* (
  session: GitSession,
  root: string
): Effect.fn.Return<Option.Option<ReadonlyArray<TreeEntry>>, GitError> {
  const idLength = session.repository.objectFormat === "sha256" ? 32 : 20
  const folders = new Map<string, ReadonlyArray<NamedEntry>>()
  for (let pending: ReadonlyArray<string> = [root]; pending.length > 0;) {
    const answers = yield* session.contents.request(
      pending.map((name) => Buffer.from(name, "latin1")),
      maxFolderBytes
    )
    for (const [folder, answer] of Arrays.zip(pending, answers)) {
      const entries =
        answer._tag === "Found" && answer.type === "tree" ? parseEntries(answer.bytes, idLength) : Option.none()
      if (Option.isNone(entries)) return Option.none()
      folders.set(folder, entries.value)
    }
    const below = [...folders.values()].flat().filter(({ kind }) => kind === "directory")
    if (below.length > maxFolders) return Option.none()
    pending = [...new Set(below.map(({ id }) => id))].filter((id) => !folders.has(id))
  }
  return Option.some(flatten(folders, root, Buffer.alloc(0)))
})
