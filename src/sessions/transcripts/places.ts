import { Effect, Option } from "effect"
import { lstat, realpath, readdir, readFile } from "node:fs/promises"
import { dirname, isAbsolute, join, resolve } from "node:path"
import { Git } from "../../adapters/git/Git.ts"
import { tryFileCall } from "../../adapters/git/RegularFile.ts"
import type { Session, SessionEntry } from "./Session.ts"

/** Maximum bytes of the file that names a work tree. */
const maxLinkBytes = 4096

/** Reads where a linked work tree is, from its folder in the git directory. */
const readWorkTree = Effect.fnUntraced(function* (folder: string) {
  const file = join(folder, "gitdir")
  const info = yield* tryFileCall("stat", file, () => lstat(file))
  if (!info.isFile() || info.size > maxLinkBytes) return ""
  return dirname(resolve(folder, (yield* tryFileCall("read", file, () => readFile(file, "utf8"))).trim()))
})

/** Lists the roots of the repository's work trees, linked ones too. Empty for a bare repository without any. */
export const listWorkTrees = Effect.fn("Sessions.listWorkTrees")(function* () {
  const { commonDirectory, workTree } = yield* (yield* Git).repository
  const folder = join(commonDirectory, "worktrees")
  const names = yield* Effect.orElseSucceed(
    tryFileCall("list", folder, () => readdir(folder)),
    (): ReadonlyArray<string> => []
  )
  const linked = yield* Effect.forEach(names, (name) =>
    Effect.orElseSucceed(readWorkTree(join(folder, name)), () => "")
  )
  const main = commonDirectory.endsWith("/.git") ? [dirname(commonDirectory)] : []
  return [...new Set([...Option.toArray(workTree), ...main, ...linked.filter((path) => path !== "")])]
})

/** Whether a path is a folder or is in it. */
export const isInside = (path: string, folder: string): boolean => {
  const [inner, outer] = [path.replaceAll("\\", "/"), folder.replaceAll("\\", "/").replace(/\/$/, "")]
  return inner === outer || inner.startsWith(`${outer}/`)
}

/** Resolves the links in a path that exists; otherwise returns it unchanged. */
export const resolveLinks = (path: string): Effect.Effect<string> =>
  Effect.orElseSucceed(
    tryFileCall("realpath", path, () => realpath(path)),
    () => path
  )

/**
 * Makes the paths of a session's edits relative to the work tree that they are in, and leaves out edits elsewhere.
 * `roots`: the work trees, without links.
 */
export const placeEdits = Effect.fnUntraced(function* (session: Session, roots: ReadonlyArray<string>) {
  const [folder = ""] = session.folders
  const real = folder === "" ? "" : yield* resolveLinks(folder)
  const byLength = roots.toSorted((a, b) => b.length - a.length)
  const toRelative = (path: string): string | undefined => {
    const whole = isAbsolute(path) ? path : folder === "" ? "" : join(real, path)
    const resolved = folder !== "" && isInside(whole, folder) ? `${real}${whole.slice(folder.length)}` : whole
    const root = byLength.find((each) => isInside(resolved, each))
    const found = root === undefined ? "" : resolved.slice(root.length).replace(/^\/+/, "")
    return found === "" || found.split("/").includes("..") ? undefined : found
  }
  const entries = session.entries.flatMap((entry): ReadonlyArray<SessionEntry> => {
    if (entry.kind !== "edit") return [entry]
    const path = toRelative(entry.path)
    return path === undefined ? [] : [{ ...entry, path }]
  })
  return { ...session, entries } satisfies Session
})
