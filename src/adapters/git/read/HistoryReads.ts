import { Effect, Option } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { LineRange } from "../../../domain/LineRange.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { GitError, ObjectMissing } from "../GitError.ts"
import type { ConfigEntry } from "../Git.ts"
import type { CommitSize, PathChange, PathWalk, SizeWalk } from "../CommitChange.ts"
import type { Rename } from "../CommitChange.ts"
import { parseOptionalId } from "../process/GitFailure.ts"
import { type GitSession, checkPath, sessionCall, walkCall } from "../process/GitSession.ts"
import { makeLineHistoryReader } from "../parse/LineHistoryParser.ts"
import {
  makeFileHistoryReader,
  makePathChangesReader,
  makePathsReader,
  makeRenamesReader
} from "../parse/NameStatusParser.ts"
import { makeSizeReader, sizeFormat } from "../parse/SizeParser.ts"
import { presentCommits } from "./ObjectReads.ts"
import { makeRecordReader } from "../parse/Records.ts"

/** Disables notes, decorations, colors, external programs and textconv. */
const isolationOptions = ["--no-notes", "--no-color", "--no-decorate", "--no-ext-diff", "--no-textconv"]

/** {@link Git.lastChange}. */
export const lastChange = Effect.fn("Git.lastChange")(function* (session: GitSession, commit: ObjectId, path: string) {
  yield* checkPath(path)
  const { stdout } = yield* session.runner.collect(yield* walkCall(session, "rev-list", ["-1", commit, "--", path]))
  return yield* parseOptionalId("rev-list", stdout)
})

/** {@link Git.lineHistory}. */
export const lineHistory = Effect.fn("Git.lineHistory")(function* (
  session: GitSession,
  input: { readonly commit: ObjectId; readonly path: string; readonly lines: LineRange }
) {
  yield* checkPath(input.path)
  const { changes, reader } = makeLineHistoryReader(input.path)
  const range = `-L${input.lines.start},${input.lines.end}:${input.path}`
  // From git 2.54, there are no hunks of what counts as binary unless it is taken for text.
  const patchOptions = ["--text", "--src-prefix=a/", "--dst-prefix=b/"]
  yield* session.runner.stream(
    yield* walkCall(session, "log", [
      ...isolationOptions,
      ...patchOptions,
      "--format=%x00%H",
      range,
      input.commit,
      "--"
    ]),
    reader
  )
  return changes()
})

/** {@link Git.fileHistory}. */
export const fileHistory = Effect.fn("Git.fileHistory")(function* (
  session: GitSession,
  commit: ObjectId,
  path: string,
  maxCount?: number
) {
  yield* checkPath(path)
  const { changes, reader } = makeFileHistoryReader(path)
  const limit = maxCount === undefined ? [] : [`--max-count=${maxCount}`]
  const follow = ["--follow", "-M", "--name-status", "-z", "--format=%H", ...limit]
  yield* session.runner.stream(
    yield* walkCall(session, "log", [...isolationOptions, ...follow, commit, "--", path]),
    reader
  )
  return changes()
})

const revisionRange = (commit: ObjectId, without?: ObjectId): ReadonlyArray<string> =>
  without === undefined ? [commit] : [commit, `^${without}`]

/** {@link Git.additions}. */
export const additions = Effect.fn("Git.additions")(function* (
  session: GitSession,
  commit: ObjectId,
  without?: ObjectId
) {
  const { paths, reader } = makePathsReader("A")
  const added = ["--no-merges", "--no-renames", "--diff-filter=A", "--name-status", "-z", "--format=%H"]
  yield* session.runner.stream(
    yield* walkCall(session, "log", [...isolationOptions, ...added, ...revisionRange(commit, without), "--"]),
    reader
  )
  return paths()
})

/** {@link Git.pathChanges}. */
export const pathChanges = Effect.fn("Git.pathChanges")(function* (
  session: GitSession,
  { commit, maxCount, renames: followed = true, titles = false, without }: PathWalk,
  take: (change: PathChange) => void
) {
  const listed = [
    "--no-merges",
    followed ? "-M" : "--no-renames",
    "--name-status",
    "-z",
    ...(titles ? ["--encoding=UTF-8", "--format=%H %ct %s"] : ["--format=%H %ct"]),
    `--max-count=${maxCount}`
  ]
  yield* session.runner.stream(
    yield* walkCall(session, "log", [...isolationOptions, ...listed, ...revisionRange(commit, without), "--"]),
    makePathChangesReader(take)
  )
})

/** {@link Git.commitSizes}. */
export const commitSizes = Effect.fn("Git.commitSizes")(function* (
  session: GitSession,
  { commit, maxCount, path }: SizeWalk,
  take: (size: CommitSize) => void
) {
  if (path !== undefined) yield* checkPath(path)
  const counted = ["--no-merges", "-M", "--numstat", "-z", "--encoding=UTF-8", `--format=${sizeFormat}`]
  const followed = path === undefined ? [] : ["--follow"]
  const args = [...isolationOptions, ...counted, ...followed, `--max-count=${maxCount}`, commit, "--"]
  yield* session.runner.stream(
    yield* walkCall(session, "log", [...args, ...(path === undefined ? [] : [path])]),
    makeSizeReader(take)
  )
})

/**
 * Finds renames as blame follows them, each file on its own: several files may come from one, and the number of files
 * is not limited.
 */
const findFileRenames = Effect.fnUntraced(function* (session: GitSession, revisions: ReadonlyArray<string>) {
  const found = makeRenamesReader()
  const renamed = ["--no-merges", "-C", "-l0", "--diff-filter=RC", "--name-status", "-z", "--format=%H"]
  yield* session.runner.stream(
    yield* walkCall(session, "log", [...isolationOptions, ...renamed, ...revisions, "--"]),
    found.reader
  )
  return found.renames()
})

/**
 * Finds possible renames in merges. In a merge, blame looks for another path only for a file that differs from every
 * parent and is missing in one, and only among the files that the merge deleted. To find the exact pair, git needs a
 * tenth of a second for each merge of long-separated branches, minutes for a history. So all deleted files count as
 * candidates.
 */
const findMergeRenames = Effect.fnUntraced(function* (session: GitSession, revisions: ReadonlyArray<string>) {
  const [added, deleted] = [makePathsReader("A"), makePathsReader("D")]
  const listed = ["--no-renames", "--name-status", "-z"]
  yield* session.runner.stream(
    yield* walkCall(session, "log", [
      ...isolationOptions,
      "--merges",
      "-c",
      ...listed,
      "--format=%H",
      ...revisions,
      "--"
    ]),
    added.reader
  )
  const merges = [...added.paths().keys()]
  if (merges.length === 0) return []
  const stdin = Buffer.from(merges.map((merge) => `${merge}\n`).join(""), "latin1")
  yield* session.runner.stream(
    sessionCall(session, "diff-tree", ["--stdin", "-m", "-r", "--diff-filter=D", ...listed], { stdin }),
    deleted.reader
  )
  return Array.from(added.paths()).flatMap(([commit, to]): ReadonlyArray<Rename> => {
    const from = deleted.paths().get(commit)
    return from === undefined ? [] : [{ commit, from: [...from], to: [...to] }]
  })
})

/** {@link Git.renames}. */
export const renames = Effect.fn("Git.renames")(function* (session: GitSession, commit: ObjectId, without?: ObjectId) {
  const revisions = revisionRange(commit, without)
  const found = yield* Effect.all([findFileRenames(session, revisions), findMergeRenames(session, revisions)], {
    concurrency: 2
  })
  return found.flat()
})

/**
 * {@link Git.reachable}: the existing commits, except those that `rev-list` finds outside the history of `from`. Fails
 * if `from` does not exist.
 */
export const reachable = Effect.fn("Git.reachable")(function* (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  from: ObjectId
) {
  if (ids.length === 0) return new Set<ObjectId>()
  const found = new Set<string>(yield* presentCommits(session, [from, ...ids]))
  if (!found.has(from)) return yield* new GitError({ reason: new ObjectMissing({ id: from }) })
  if (!ids.includes(from)) found.delete(from)
  if (found.size === 0) return new Set<ObjectId>()
  const lines = [`^${from}`, ...found].map((line) => `${line}\n`).join("")
  const reader = makeRecordReader(10, (line) => void found.delete(line.toString("latin1")))
  yield* session.runner.stream(
    yield* walkCall(session, "rev-list", ["--stdin"], { stdin: Buffer.from(lines, "latin1") }),
    reader
  )
  return new Set(ids.filter((id) => found.has(id)))
})

const contactPattern = /^[^<>\0\r\n]*<[^<>\0\r\n]*>$/

/** Contacts that git prints as they are where no mailmap says otherwise. */
const plainContact = /^[^\s<>](?:[^<>]*[^\s<>])? <[^\s<>]+>$/

/** Whether neither the work tree nor the configuration has a mailmap. A bare repository has that of HEAD. */
const hasNoMailmap = ({ repository }: GitSession, config: ReadonlyArray<ConfigEntry>): boolean =>
  !config.some(({ key }) => key.startsWith("mailmap.")) &&
  Option.exists(repository.workTree, (folder) => !existsSync(join(folder, ".mailmap")))

/**
 * Fails with `ObjectMissing` if git did without the blob of a mailmap, as versions do that only warn of an object that a
 * partial clone lacks.
 */
const checkMailmapBlob = Effect.fnUntraced(function* (session: GitSession, stderr: string) {
  const name = /^error: unable to read mailmap object at (.+)$/m.exec(stderr)?.[1]
  if (name === undefined) return
  const { stdout } = yield* session.runner.collect(
    sessionCall(session, "rev-parse", ["--verify", "--end-of-options", name])
  )
  const id = yield* parseOptionalId("rev-parse", stdout)
  if (Option.isSome(id)) return yield* new GitError({ reason: new ObjectMissing({ id: id.value }) })
})

/**
 * {@link Git.mailmap}. Text that is not `Name <address>` is returned unchanged. Starts no process where there is no
 * mailmap.
 */
export const mailmap = Effect.fn("Git.mailmap")(function* (
  session: GitSession,
  contacts: ReadonlyArray<string>,
  config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>
) {
  const isPlain = contacts.every((contact) => plainContact.test(contact))
  if (isPlain && hasNoMailmap(session, yield* config)) return contacts
  const valid = Array.from(
    new Set(contacts.filter((contact) => contactPattern.test(contact) && contact.isWellFormed()))
  )
  if (valid.length === 0) return contacts
  const { stderr, stdout } = yield* session.runner.collect(
    sessionCall(session, "check-mailmap", ["--stdin"], { stdin: Buffer.from(valid.map((c) => `${c}\n`).join("")) })
  )
  yield* checkMailmapBlob(session, stderr)
  const lines = stdout.toString("utf8").split("\n")
  const mapped = new Map(valid.map((contact, index) => [contact, lines[index] ?? contact]))
  return contacts.map((contact) => mapped.get(contact) ?? contact)
})
