import { Effect, Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { TreeEntry } from "../Git.ts"
import type { GitError } from "../GitError.ts"
import type { GitSession } from "../process/GitSession.ts"
import { decodePath } from "../parse/PathBytes.ts"
import { parseMode } from "../parse/TreeParser.ts"

/** Folders beyond which a process of its own that lists them all is the quicker way. */
const mostFolders = 24
/** Bytes of one folder beyond which the tree is not small. */
const largestFolder = 64 * 1024

/** Modes as git writes them; for any other it is git that says what it stands for. */
const plainModes = new Set(["100644", "100755", "120000", "160000", "40000"])

interface Named extends Pick<TreeEntry, "kind" | "id"> {
  readonly name: Buffer
}

/** The entries of a tree object in their order; none where anything about it is unusual. */
const entriesOf = (tree: Uint8Array, idLength: number): Option.Option<ReadonlyArray<Named>> => {
  const bytes = Buffer.from(tree.buffer, tree.byteOffset, tree.byteLength)
  const found: Array<Named> = []
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(32, at)
    const end = bytes.indexOf(0, blank + 1)
    const mode = bytes.toString("latin1", at, blank)
    const next = end + 1 + idLength
    if (blank === -1 || end === -1 || end === blank + 1 || next > bytes.length || !plainModes.has(mode)) {
      return Option.none()
    }
    const id = ObjectId.make(bytes.toString("hex", end + 1, next))
    found.push({ kind: parseMode(mode), id, name: bytes.subarray(blank + 1, end) })
    at = next
  }
  return Option.some(found)
}

type Folders = ReadonlyMap<string, ReadonlyArray<Named>>

const flatten = (folders: Folders, folder: string, prefix: Buffer): ReadonlyArray<TreeEntry> =>
  (folders.get(folder) ?? []).flatMap(({ id, kind, name }) => {
    const path = Buffer.concat([prefix, name])
    return kind === "directory"
      ? flatten(folders, id, Buffer.concat([path, Buffer.from("/")]))
      : [{ path: decodePath(path), kind, id }]
  })

/**
 * All that a tree has in it, in the order of `git ls-tree -r`, read from the long-lived process: one question for each
 * level of folders. None for a tree that is not small, and for one that git has something to say of.
 */
export const listSmallTree = Effect.fnUntraced(function* (
  session: GitSession,
  root: string
): Effect.fn.Return<Option.Option<ReadonlyArray<TreeEntry>>, GitError> {
  const idLength = session.repository.objectFormat === "sha256" ? 32 : 20
  const folders = new Map<string, ReadonlyArray<Named>>()
  for (let open: ReadonlyArray<string> = [root]; open.length > 0;) {
    const answers = yield* session.contents.ask(
      open.map((name) => Buffer.from(name, "latin1")),
      largestFolder
    )
    for (const [index, answer] of answers.entries()) {
      const entries =
        answer._tag === "Found" && answer.type === "tree" ? entriesOf(answer.bytes, idLength) : Option.none()
      if (Option.isNone(entries)) return Option.none()
      folders.set(open[index] ?? "", entries.value)
    }
    const below = [...folders.values()].flat().filter(({ kind }) => kind === "directory")
    if (below.length > mostFolders) return Option.none()
    open = [...new Set(below.map(({ id }) => id))].filter((id) => !folders.has(id))
  }
  return Option.some(flatten(folders, root, Buffer.alloc(0)))
})
