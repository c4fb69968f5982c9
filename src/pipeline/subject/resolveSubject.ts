import { Effect, Option } from "effect"
import * as Path from "node:path"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { TreeEntry } from "../../adapters/git/TreeEntry.ts"
import { type Repository } from "../../adapters/git/Repository.ts"
import { GitError, HeadMoved, ObjectMissing } from "../../adapters/git/GitError.ts"
import { parseQuotedPath, formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import type { PathInfo } from "../../adapters/git/process/FileFingerprint.ts"
import { PipelineError, PathEmpty, PathNotFound, PathOutside, PathUnreadable } from "./PipelineError.ts"
import { isBinary, haveSameLines, toUtf8 } from "../../domain/lines.ts"
import { isGitDirectory, normalizePath } from "./paths.ts"
import { findInWorkTree, toPath } from "./findInWorkTree.ts"
import { nearPaths } from "../../domain/nearPaths.ts"
import { findMovedFrom } from "./findMovedFrom.ts"
import { splitPath } from "./splitPath.ts"
import type { Subject } from "./Subject.ts"
import { submoduleOf } from "./submodules.ts"
import { Trees } from "../../lineage/Trees.ts"
import { type WorkTreeFile, WorkTreeFiles } from "./WorkTreeFiles.ts"

/** Larger files are treated as having no lines. */
const maxFileBytes = 64 * 1024 * 1024
/** Longer chains of links count as a loop. */
const maxLinks = 10

const outside = (path: string) => new PipelineError({ reason: new PathOutside({ path }) })
const unreadable = (path: string, detail: string) => new PipelineError({ reason: new PathUnreadable({ path, detail }) })
const outsideByLink = (path: string) => new PipelineError({ reason: new PathOutside({ path, isLink: true }) })

/** Makes the error for a path missing at a revision, with what became of it, if that is known, or else with similar paths. */
export const failNotFound = Effect.fnUntraced(function* (
  path: string,
  { commit, rev }: Pick<Subject, "commit" | "rev">,
  fate: Option.Option<string> = Option.none()
) {
  if (Option.isSome(fate)) {
    return yield* new PipelineError({ reason: new PathNotFound({ path, near: [], fate: fate.value }) })
  }
  const git = yield* Git
  const repository = yield* git.repository
  const isCurrent = rev === "HEAD" || rev === "worktree"
  const paths =
    isCurrent && Option.isSome(repository.workTree)
      ? yield* git.indexPaths
      : (yield* git.files(commit, "")).map((entry) => entry.path)
  const file = splitPath(path)?.path
  // The path of a link that leads nowhere is among them.
  const others = paths.filter((each) => each !== path)
  const near = file !== undefined && paths.includes(file) ? [file] : nearPaths(path, others)
  return yield* new PipelineError({ reason: new PathNotFound({ path, near }) })
})

const binary = (path: string) => `${escapeControls(path)} is a binary file; it has no lines.`
const huge = (path: string) => `${escapeControls(path)} is larger than ${maxFileBytes} bytes; its lines are not read.`

const withContent = <S extends Pick<Subject, "kind" | "path" | "warnings">>(
  subject: S,
  content: Option.Option<Uint8Array>
): S & Pick<Subject, "content" | "warnings"> => {
  if (Option.isNone(content)) return { ...subject, content, warnings: [...subject.warnings, huge(subject.path)] }
  return isBinary(content.value)
    ? { ...subject, content: Option.none(), warnings: [...subject.warnings, binary(subject.path)] }
    : { ...subject, content }
}

const readBlob = Effect.fnUntraced(function* (id: ObjectId) {
  const git = yield* Git
  const [content] = yield* git.objects([id], { maxBytes: maxFileBytes })
  if (content?._tag === "Missing") return yield* new GitError({ reason: new ObjectMissing({ id }) })
  return content?._tag === "Found" ? Option.some(content.bytes) : Option.none<Uint8Array>()
})

/** Resolves the links on a path in a tree. None when nothing is there. Fails when a link leads outside. */
const followLinks: (
  commit: ObjectId,
  queried: string,
  path: string,
  hops: number
) => Effect.Effect<Option.Option<TreeEntry>, PipelineError | Effect.Error<Git["Service"]["repository"]>, Git> =
  Effect.fnUntraced(function* (commit, queried, path, hops) {
    const git = yield* Git
    const direct = yield* git.entry(commit, path)
    if (Option.isSome(direct) && direct.value.kind !== "symlink") return direct
    const parts = path.split("/")
    for (let length = 1; length <= parts.length; length += 1) {
      const entry = yield* git.entry(commit, parts.slice(0, length).join("/"))
      if (Option.isNone(entry)) return Option.none()
      if (entry.value.kind !== "symlink") continue
      if (hops >= maxLinks) return Option.none()
      const target = Buffer.from(Option.getOrElse(yield* readBlob(entry.value.id), () => new Uint8Array())).toString()
      const from = parts.slice(0, length - 1).join("/")
      const next = normalizePath(Path.posix.join(from, target, parts.slice(length).join("/")), Option.none())
      if (Path.posix.isAbsolute(target) || typeof next === "string") return yield* outsideByLink(queried)
      return yield* followLinks(commit, queried, next.path, hops + 1)
    }
    return Option.none()
  })

const linkWarning = (path: string, target: string): ReadonlyArray<string> =>
  path === target ? [] : [`${escapeControls(path)} is a symbolic link; answering for ${escapeControls(target)}.`]

const fromTree = Effect.fnUntraced(function* (commit: ObjectId, path: string, rev: string) {
  const entry = yield* followLinks(commit, path, path, 0)
  const base = { commit, rev, dirty: false, content: Option.none<Uint8Array>(), blob: Option.none<string>() }
  if (Option.isNone(entry)) {
    return { ...base, path, kind: "absent", committed: false, warnings: [] } satisfies Subject
  }
  const found = entry.value
  const subject = { ...base, path: found.path, committed: true, warnings: linkWarning(path, found.path) }
  if (found.kind === "directory" || found.kind === "submodule") {
    return { ...subject, kind: found.kind } satisfies Subject
  }
  return withContent({ ...subject, kind: "file", blob: Option.some(found.id) }, yield* readBlob(found.id))
})

/** Whether a file of the work tree has other lines than the entry of the commit. */
const differs = Effect.fnUntraced(function* (entry: TreeEntry, { blob, content }: WorkTreeFile) {
  if (entry.kind === "symlink" || entry.kind === "submodule" || entry.kind === "directory") return true
  if (blob === entry.id) return false
  const committed = yield* readBlob(entry.id)
  return Option.isNone(committed) || !haveSameLines(committed.value, content)
})

/** Resolves a file that was moved without git, and not changed, to the one that HEAD has. */
const fromFormerPath = Effect.fnUntraced(function* (commit: ObjectId, path: string, former: string) {
  const subject = yield* fromTree(commit, former, "HEAD")
  const warning = `${escapeControls(path)} is ${escapeControls(former)}, moved and not committed; answering for ${escapeControls(former)}.`
  return { ...subject, warnings: [...subject.warnings, warning] } satisfies Subject
})

/** Resolves a file that is text only in HEAD, because the work tree has it in another encoding. */
const fromStoredText = Effect.fnUntraced(function* (
  commit: ObjectId,
  { id, path }: TreeEntry,
  { blob, content }: WorkTreeFile
) {
  if (blob === id || !isBinary(content)) return undefined
  const subject = yield* fromTree(commit, path, "HEAD")
  if (subject.path !== path || Option.isNone(subject.content)) return undefined
  if (haveSameLines(subject.content.value, toUtf8(content))) return subject
  const warning = `${escapeControls(path)} is not UTF-8 in the work tree, and not as committed; answering for HEAD.`
  return { ...subject, warnings: [...subject.warnings, warning] } satisfies Subject
})

const fromFile = Effect.fnUntraced(function* (
  commit: ObjectId,
  path: string,
  { location, size }: PathInfo,
  warnings: ReadonlyArray<string>
) {
  const trees = yield* Trees
  const files = yield* WorkTreeFiles
  const entry = yield* trees.entry(commit, path)
  const file = size > maxFileBytes ? Option.none<WorkTreeFile>() : Option.some(yield* files.read(location))
  if (Option.isNone(entry) && Option.isSome(file)) {
    const former = yield* findMovedFrom(commit, path, file.value)
    if (Option.isSome(former)) return yield* fromFormerPath(commit, path, former.value)
  }
  const stored =
    Option.isSome(entry) && Option.isSome(file) ? yield* fromStoredText(commit, entry.value, file.value) : undefined
  if (stored !== undefined) return { ...stored, warnings: [...warnings, ...stored.warnings] }
  const dirty = Option.isNone(entry) || Option.isNone(file) || (yield* differs(entry.value, file.value))
  const rev = dirty ? "worktree" : "HEAD"
  const committed = Option.isSome(entry)
  const blob = Option.map(file, (found) => found.blob)
  const content = Option.map(file, (found) => found.content)
  return withContent({ path, commit, rev, kind: "file", blob, dirty, committed, warnings }, content)
})

const directorySubject = Effect.fnUntraced(function* (commit: ObjectId, path: string, warnings: ReadonlyArray<string>) {
  const git = yield* Git
  const entry = yield* git.entry(commit, path)
  const kind = Option.isSome(entry) && entry.value.kind === "submodule" ? "submodule" : "directory"
  return {
    path,
    commit,
    rev: "HEAD",
    kind,
    content: Option.none(),
    blob: Option.none(),
    dirty: false,
    committed: Option.isSome(entry),
    warnings
  } satisfies Subject
})

/** Falls back to HEAD for a path that is not in the work tree. */
const fallBackToHead = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
  const committed = yield* fromTree(commit, path, "HEAD")
  const warning = `${escapeControls(path)} is not in the work tree; answering for HEAD.`
  return committed.kind === "absent" ? committed : { ...committed, warnings: [...committed.warnings, warning] }
})

const fromWorkTree = Effect.fnUntraced(function* (
  repository: Repository,
  workTree: string,
  commit: ObjectId,
  path: string
) {
  const seen = yield* findInWorkTree(repository, workTree, path)
  if (Option.isNone(seen)) return yield* fallBackToHead(commit, path)
  const { isGit, kind, path: real } = seen.value
  if (isGit) return yield* failNotFound(path, { commit, rev: "HEAD" })
  const warnings = linkWarning(path, real)
  if (kind === "directory") return yield* directorySubject(commit, real, warnings)
  if (kind !== "file") return yield* failNotFound(path, { commit, rev: "HEAD" })
  return yield* fromFile(commit, real, seen.value, warnings).pipe(
    Effect.catchTag("PlatformError", ({ message, reason }) =>
      // A checkout removed the file between stat and read.
      reason._tag === "NotFound" ? fallBackToHead(commit, path) : Effect.fail(unreadable(path, message))
    )
  )
})

/** Turns a subject that is in a submodule into one of kind `submodule`. */
const detectSubmodule = Effect.fnUntraced(function* (subject: Subject, workTree: Option.Option<string>) {
  if (subject.committed && subject.kind !== "submodule") return subject
  const submodule = Option.getOrUndefined(yield* submoduleOf(subject.commit, subject.path, workTree))
  if (submodule === undefined) return subject
  const none = { content: Option.none(), blob: Option.none(), dirty: false }
  return {
    ...subject,
    ...none,
    rev: subject.rev === "worktree" ? "HEAD" : subject.rev,
    kind: "submodule",
    submodule
  } satisfies Subject
})

/** Fails with `HeadMoved` where the subject differs from HEAD, or has warnings, and HEAD has moved since. */
const checkHead = Effect.fnUntraced(function* ({ commit, dirty, warnings }: Subject) {
  if (!dirty && warnings.length === 0) return
  const head = yield* (yield* Git).resolveCommit("HEAD")
  if (head !== commit) return yield* new GitError({ reason: new HeadMoved({ from: commit, to: head }) })
})

/** Resolves a path that is not UTF-8 in HEAD: the work tree is not read for such paths. */
const fromNonTextPath = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
  const committed = yield* fromTree(commit, path, "HEAD")
  const warning = `${formatPath(path)} is not UTF-8; answering for HEAD instead of the work tree.`
  return committed.kind === "absent" ? committed : { ...committed, warnings: [...committed.warnings, warning] }
})

const resolveText = Effect.fnUntraced(function* (text: string, revision?: string) {
  const git = yield* Git
  const repository = yield* git.repository
  const found = toPath(text, repository.workTree)
  if (found === "empty") return yield* new PipelineError({ reason: new PathEmpty() })
  if (found === "outside") return yield* outside(text)
  const commit = yield* git.resolveCommit(revision ?? "HEAD")
  if (found === "unusable" || isGitDirectory(found.path)) {
    return yield* failNotFound(text, { commit, rev: revision ?? "HEAD" })
  }
  if (revision !== undefined || Option.isNone(repository.workTree)) {
    return yield* detectSubmodule(yield* fromTree(commit, found.path, revision ?? "HEAD"), Option.none())
  }
  if (!found.path.isWellFormed()) return yield* fromNonTextPath(commit, found.path)
  const subject = yield* fromWorkTree(repository, repository.workTree.value, commit, found.path).pipe(
    Effect.flatMap((seen) => detectSubmodule(seen, repository.workTree))
  )
  yield* checkHead(subject)
  return subject
})

/**
 * Resolves a path (spec annotations §2) in the work tree, or in the tree of a revision or a bare repository. A path with
 * bytes escaped as git does is also tried unescaped. Fails for an empty path, one outside the repository, and one in the
 * git directory.
 */
export const resolveSubject = Effect.fn("Pipeline.resolveSubject")(function* (text: string, revision?: string) {
  const subject = yield* resolveText(text, revision)
  const unquoted = subject.kind === "absent" && Path.sep === "/" ? parseQuotedPath(text) : undefined
  if (unquoted === undefined) return subject
  const other = yield* resolveText(unquoted, revision)
  return other.kind === "absent" ? subject : other
})

/** Resolves a file of the work tree before the first commit; none for anything else, and in the git directory. */
export const resolveUncommitted = Effect.fnUntraced(function* (text: string) {
  const git = yield* Git
  const repository = yield* git.repository
  const workTree = Option.getOrUndefined(repository.workTree)
  const found = toPath(text, repository.workTree)
  if (workTree === undefined || typeof found === "string" || isGitDirectory(found.path)) return undefined
  const seen = Option.getOrUndefined(yield* findInWorkTree(repository, workTree, found.path))
  if (seen === undefined || seen.isGit || seen.kind === "other") return undefined
  const file: Pick<Subject, "committed" | "path" | "warnings"> = { path: seen.path, committed: false, warnings: [] }
  if (seen.kind === "directory") return { ...file, kind: seen.kind, content: Option.none<Uint8Array>() }
  const read = Effect.mapError((yield* WorkTreeFiles).read(seen.location), (error) =>
    error._tag === "PlatformError" ? unreadable(seen.path, error.message) : error
  )
  const content = seen.size > maxFileBytes ? Option.none<WorkTreeFile>() : Option.some(yield* read)
  return withContent(
    { ...file, kind: seen.kind },
    Option.map(content, (each) => each.content)
  )
})
