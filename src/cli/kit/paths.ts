import process from "node:process"
import * as Path from "node:path"
import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { GitError } from "../../adapters/git/GitError.ts"
import { inspectPath, realPath } from "../../adapters/git/process/FileFingerprint.ts"
import { below } from "../../pipeline/subject/paths.ts"
import { splitPath } from "../../pipeline/subject/splitPath.ts"

/** What a path names. */
type PathKind = "file" | "directory" | "nothing"

/** A path of the repository, and what is there. */
interface FoundPath {
  readonly path: string
  readonly kind: PathKind
}

/** Whether a text can only be a path from the working directory: `.`, `./a`, `../a`. */
const isRelativeByForm = (text: string): boolean => /^\.{1,2}(?:[/\\]|$)/.test(text)

/** Whether only a path can look like this: `./a`, `../a`, `/a`. */
export const isPathByForm = (text: string): boolean => Path.isAbsolute(text) || isRelativeByForm(text)

const slashed = (path: string): string => (Path.sep === "\\" ? path.replaceAll("\\", "/") : path)

/** Finds the working directory's path from the root; empty at the root. None outside the work tree. */
const findFolder = Effect.gen(function* () {
  const { workTree } = yield* (yield* Git).repository
  return Option.flatMap(workTree, (root) =>
    Option.flatMap(realPath(process.cwd()), (directory) => below(root, directory))
  )
})

const findInCommit = Effect.fnUntraced(function* (path: string, rev: string) {
  const git = yield* Git
  const commit = yield* git.resolveCommit(rev)
  const entry = yield* Effect.orElseSucceed(git.entry(commit, path), () => Option.none())
  return Option.map(entry, ({ kind }): PathKind => (kind === "directory" ? "directory" : "file"))
})

/** Finds what is at a path from the root, in the work tree or in the given revision. */
const findInView = Effect.fnUntraced(function* (path: string, rev: Option.Option<string>) {
  const { workTree } = yield* (yield* Git).repository
  if (Option.isSome(rev) || Option.isNone(workTree)) {
    return yield* findInCommit(
      path,
      Option.getOrElse(rev, () => "HEAD")
    )
  }
  const found = yield* inspectPath(Path.join(workTree.value, path))
  return Option.map(found, ({ kind }): PathKind => (kind === "directory" ? "directory" : "file"))
})

/**
 * Returns the paths from the root that a path on the command line may mean, likeliest first (spec annotations §2). `.`,
 * `./a` and `../a` are from the working directory, as for git. A bare path is from there if it exists there, else from the
 * root. Outside the work tree, as with `--repo`, all are from the root. Absolute paths are returned as they are.
 */
export const findCandidates = Effect.fn("Cli.findCandidates")(function* (
  text: string,
  rev: Option.Option<string>
): Effect.fn.Return<readonly [string, ...ReadonlyArray<string>], GitError, Git> {
  const folder = yield* findFolder
  const isBare = !isRelativeByForm(text)
  if (text === "" || Path.isAbsolute(text) || Option.isNone(folder) || (isBare && folder.value === "")) return [text]
  const path = slashed(Path.join(folder.value, text))
  if (path === ".." || path.startsWith("../")) return [text]
  const there = yield* Effect.forEach([path, splitPath(path)?.path ?? path], (one) => findInView(one, rev))
  return !isBare || there.some(Option.isSome) ? [path] : [text, path]
})

const findInHead = (path: string) =>
  Effect.catchReason(findInCommit(path, "HEAD"), "GitError", "UnbornHead", () => Effect.succeedNone)

/** Returns an absolute path as one from the root, if it is in the work tree. */
const fromAbsolute = Effect.fnUntraced(function* (path: string) {
  const { workTree } = yield* (yield* Git).repository
  const real = Option.getOrElse(realPath(path), () => path)
  return Option.getOrElse(
    Option.flatMap(workTree, (root) => below(root, real)),
    () => path
  )
})

/** Finds what a path on the command line names, as {@link findCandidates} says; in HEAD what the work tree does not have. */
export const findPath = Effect.fn("Cli.findPath")(function* (text: string, rev: Option.Option<string>) {
  const [first, ...others] = Path.isAbsolute(text)
    ? ([yield* fromAbsolute(text)] as const)
    : yield* findCandidates(text, rev)
  for (const path of [first, ...others]) {
    const inView = yield* findInView(path, rev)
    const found = Option.isSome(inView) || Option.isSome(rev) ? inView : yield* findInHead(path)
    if (Option.isSome(found)) return { path, kind: found.value } satisfies FoundPath
  }
  return { path: first, kind: "nothing" } satisfies FoundPath
})

/** Converts a path on the command line to one from the root, which is empty itself. Outside a repository changes nothing. */
export const toRootPath = (text: string, rev: Option.Option<string> = Option.none()) =>
  findPath(text, rev).pipe(
    Effect.map(({ path }) => (path === "." || path === "./" ? "" : path)),
    Effect.orElseSucceed(() => text)
  )

/** {@link toRootPath} for a flag or argument that may be missing. */
export const toRootPathOption = (text: Option.Option<string>, rev?: Option.Option<string>) =>
  Option.match(text, {
    onNone: () => Effect.succeedNone,
    onSome: (path) => Effect.asSome(toRootPath(path, rev))
  })

/** Converts the file in `FILE` or `FILE:NAME` to a path from the root; returns a text that names no file as it is. */
export const toRootNode = Effect.fn("Cli.toRootNode")(function* (text: string) {
  const colon = text.indexOf(":")
  for (const end of [text.length, Math.max(0, colon)]) {
    const file = text.slice(0, end)
    const found = yield* Effect.option(findPath(file, Option.none()))
    const isPath = isPathByForm(file) && (colon === -1 || end === colon)
    if (Option.isSome(found) && (isPath || found.value.kind === "file")) return `${found.value.path}${text.slice(end)}`
  }
  return text
})
