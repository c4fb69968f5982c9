import { mkdirSync, writeFileSync } from "node:fs"
import { Array as Arrays, Effect, Result } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { TreeEntry } from "../../adapters/git/TreeEntry.ts"
import { isArgumentPath } from "../../adapters/git/parse/PathBytes.ts"
import { maxFileBytes } from "../../adapters/parser/limits.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { absolute } from "./listWorkTree.ts"

/** Files read and written in one turn of the event loop. */
const filesPerTurn = 200

/** Whether a tree may hold it: git checks out no path that leaves the work tree or enters `.git`. */
const isSafe = (path: string): boolean =>
  isArgumentPath(path) && path.split("/").every((part) => part.toLowerCase() !== ".git")

const isExported = ({ kind, path }: TreeEntry): boolean => (kind === "file" || kind === "executable") && isSafe(path)

/** Writes a new file. One that the file system refuses, such as a name that is too long, is left out. */
const write = (root: string, path: string, bytes: Uint8Array): boolean =>
  Result.isSuccess(
    Result.try(() => {
      const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")))
      mkdirSync(absolute(root, folder), { recursive: true })
      writeFileSync(absolute(root, path), bytes, { flag: "wx" })
    })
  )

/**
 * Writes the regular files of a commit below the empty folder `root`, as the repository stores them: without filters, links
 * and submodules, and without files over 5 MiB, which are not indexed. Returns how many files are missing that should be there.
 */
export const exportCommit = Effect.fn("CodeIndex.exportCommit")(function* (commit: ObjectId, root: string) {
  const git = yield* Git
  const entries = (yield* git.files(commit, "")).filter(isExported)
  let missing = 0
  for (const chunk of Arrays.chunksOf(entries, filesPerTurn)) {
    const contents = yield* git.objects(
      chunk.map(({ id }) => id),
      { maxBytes: maxFileBytes }
    )
    for (const [{ path }, content] of Arrays.zip(chunk, contents)) {
      if (content._tag === "TooLarge") continue
      if (content._tag === "Missing" || !write(root, path, content.bytes)) missing += 1
    }
    yield* Effect.yieldNow
  }
  return missing
})
