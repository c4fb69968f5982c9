import { Clock, Effect, Predicate, Result } from "effect"
import { type Dirent, readdirSync } from "node:fs"
import { join } from "node:path"
import { statOrUndefined } from "../../adapters/git/process/FileFingerprint.ts"

/** A repository below the root. */
export interface Located {
  /** Path from the root, `/` separated. */
  readonly name: string
  /** Its git directory: the folder itself, or `.git` in it. */
  readonly directory: string
}

/** What is below a folder. */
export interface Found {
  readonly repositories: ReadonlyArray<Located>
  /** Folders that are called a repository (`x.git`) and are none, or cannot be read: repositories may be below. */
  readonly broken: ReadonlyArray<{ readonly name: string; readonly reason: string }>
}

/** Deepest folder below the root that is searched, and the most folders in all. */
const maxDepth = 32
const maxFolders = 100_000
/** A change may share its time stamp with one before: file systems count time in ticks. */
const settleMillis = 2000

/** Whether a folder has what JGit asks of a repository. */
const isGitDirectory = (path: string): boolean =>
  ["objects", "refs"].every((name) => statOrUndefined(join(path, name))?.isDirectory() === true) &&
  statOrUndefined(join(path, "HEAD"))?.isFile() === true

/** What a folder is. */
type Kind =
  /** `isLasting`: until the folder changes. Other reasons pass by themselves, such as too many open files. */
  | { readonly _tag: "Unreadable"; readonly isLasting: boolean }
  /** With its git directory. */
  | { readonly _tag: "Repository"; readonly directory: string }
  /** Has a `.git` that is none: a link, or a file that names one elsewhere, of a linked work tree or a submodule. */
  | { readonly _tag: "Linked" }
  /** `unopenable` have names that are not UTF-8. */
  | { readonly _tag: "Folder"; readonly folders: ReadonlyArray<string>; readonly unopenable: ReadonlyArray<string> }

/** What a folder was when it was read. */
interface Kept {
  readonly stamp: string
  readonly kind: Kind
  readonly readAt: number
  readonly changedAt: number
}

/** The root may be a work tree; its git directory is no repository below it. */
const isFolder = (entry: Dirent): boolean => entry.isDirectory() && entry.name !== ".git"

/** A name that is not UTF-8 is read with replacement characters, by which nothing can be opened. */
const isUtf8 = (name: string): boolean => !name.includes("\ufffd")

/** Codes of errors that are about a folder itself: who may read it, and whether it is there. */
const lastingCodes = new Set<unknown>(["EACCES", "EPERM", "ENOENT", "ENOTDIR"])

const isLasting = (error: unknown): boolean => Predicate.hasProperty(error, "code") && lastingCodes.has(error.code)

const readKind = (path: string, isRoot: boolean): Kind => {
  const read = Result.try({
    try: () => readdirSync(path, { withFileTypes: true, encoding: "utf8" }),
    catch: (error): Kind => ({ _tag: "Unreadable", isLasting: isLasting(error) })
  })
  if (Result.isFailure(read)) return read.failure
  const entries = read.success
  const names = new Set(entries.map(({ name }) => name))
  if (!isRoot && names.has("HEAD") && isGitDirectory(path)) return { _tag: "Repository", directory: path }
  const inner = isRoot ? undefined : entries.find(({ name }) => name === ".git")
  if (inner !== undefined) {
    const directory = join(path, ".git")
    return inner.isDirectory() && isGitDirectory(directory) ? { _tag: "Repository", directory } : { _tag: "Linked" }
  }
  const folders = entries.filter(isFolder).map(({ name }) => name)
  return { _tag: "Folder", folders: folders.filter(isUtf8), unopenable: folders.filter((name) => !isUtf8(name)) }
}

/** Whether what was read holds until the folder changes. */
const isKept = ({ changedAt, kind, readAt }: Kept): boolean =>
  changedAt + settleMillis < readAt && (kind._tag !== "Unreadable" || kind.isLasting)

/** Reads folders, and again only those that have changed. Does not follow links, which may lead out of the root. */
export const makeFindRepositories = (root: string): Effect.Effect<Found> => {
  let known = new Map<string, Kept>()

  const look = (path: string, now: number): Kept => {
    const status = statOrUndefined(path)
    const stamp = status === undefined ? "none" : `${status.ino} ${status.mtimeNs} ${status.ctimeNs}`
    const before = known.get(path)
    if (before?.stamp === stamp && isKept(before)) return before
    return { stamp, kind: readKind(path, path === root), readAt: now, changedAt: Number(status?.ctimeMs ?? 0) }
  }

  return Effect.map(Clock.currentTimeMillis, (now) => {
    const kept = new Map<string, Kept>()
    const repositories: Array<Located> = []
    const broken: Array<{ readonly name: string; readonly reason: string }> = []

    const visit = (path: string, name: string, depth: number): void => {
      const found = look(path, now)
      kept.set(path, found)
      const { kind } = found
      if (kind._tag === "Unreadable") broken.push({ name, reason: "the folder cannot be read" })
      if (kind._tag === "Repository") repositories.push({ name, directory: kind.directory })
      if (kind._tag !== "Folder") return
      if (name.endsWith(".git")) return void broken.push({ name, reason: "the folder is not a git repository" })
      if (depth >= maxDepth) return
      const nameOf = (folder: string): string => (name === "" ? folder : `${name}/${folder}`)
      for (const folder of kind.unopenable)
        broken.push({ name: nameOf(folder), reason: "the folder's name is not UTF-8" })
      for (const folder of kind.folders) {
        if (kept.size >= maxFolders) return
        visit(join(path, folder), nameOf(folder), depth + 1)
      }
    }
    visit(root, "", 0)
    known = kept
    return { repositories, broken }
  })
}
