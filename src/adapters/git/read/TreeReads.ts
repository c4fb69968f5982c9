import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { NoteEntry } from "../Git.ts"
import type { TreeEntry } from "../TreeEntry.ts"
import { GitError, ObjectMissing } from "../GitError.ts"
import { globalOptions } from "../GitEnvironment.ts"
import type { GitCall } from "../process/GitRunner.ts"
import { type GitSession, sessionCall } from "../process/GitSession.ts"
import { makeNotesDiffReader } from "../parse/NotesDiffParser.ts"
import { entry } from "./ObjectReads.ts"
import { decodePath, encodePath } from "../parse/PathBytes.ts"
import { makeTextReader } from "../parse/TextReader.ts"
import { makeRecordReader } from "../parse/Records.ts"
import { listSmallTree } from "./SmallTree.ts"
import { toNoteEntry, parseNoteRecord, parseTreeRecord } from "../parse/TreeParser.ts"

const listTree = (session: GitSession, id: ObjectId) => sessionCall(session, "ls-tree", ["-r", "-z", "--full-tree", id])

/** Names a tree that is gone: git says only "not a tree object", without its id. */
const nameMissingTree =
  (id: ObjectId) =>
  (error: GitError): GitError =>
    error.reason._tag === "CommandFailed" && error.reason.detail === "not a tree object"
      ? new GitError({ reason: new ObjectMissing({ id }) })
      : error

/** {@link Git.files}. */
export const files = Effect.fn("Git.files")(function* (session: GitSession, commit: ObjectId, directory: string) {
  const root = yield* entry(session, commit, directory)
  if (Option.isNone(root) || root.value.kind !== "directory") return []
  const prefix = directory === "" ? "" : `${directory}/`
  const small = yield* listSmallTree(session, root.value.id)
  if (Option.isSome(small)) return small.value.map((each) => ({ ...each, path: prefix + each.path }))
  const found: Array<TreeEntry> = []
  const reader = makeTextReader((record) => {
    const parsed = Option.getOrUndefined(parseTreeRecord(record))
    if (parsed === undefined) return false
    found.push({ ...parsed, path: prefix + parsed.path })
  })
  const { id } = root.value
  yield* session.runner.stream(listTree(session, id), reader).pipe(Effect.mapError(nameMissingTree(id)))
  return found
})

const listFiles = Effect.fnUntraced(function* (session: GitSession, selection: ReadonlyArray<string>) {
  const paths: Array<string> = []
  if (Option.isNone(session.repository.workTree)) return paths
  const reader = makeTextReader((path) => void paths.push(path))
  yield* session.runner.stream(sessionCall(session, "ls-files", ["-z", "--deduplicate", ...selection]), reader)
  return paths
})

/** {@link Git.indexPaths}. */
export const indexPaths = Effect.fn("Git.indexPaths")((session: GitSession) => listFiles(session, ["--cached"]))

/** {@link Git.workTreePaths}. */
export const workTreePaths = Effect.fn("Git.workTreePaths")((session: GitSession) =>
  listFiles(session, ["--cached", "--others", "--exclude-standard"])
)

/** Paths as git reads them from its input, each ended by NUL. */
const toInput = (paths: ReadonlyArray<string>): Buffer =>
  Buffer.concat(paths.flatMap((each) => [encodePath(each), Buffer.of(0)]))

const withoutLiteral = globalOptions.filter((option) => option !== "--literal-pathspecs")

/** {@link Git.ignored}. */
export const ignored = Effect.fn("Git.ignored")(function* (session: GitSession, paths: ReadonlyArray<string>) {
  const found = new Set<string>()
  if (paths.length === 0) return found
  // Without `./`, a path that begins with a colon would be taken for a pattern; `check-ignore` refuses `--literal-pathspecs`.
  const reader = makeRecordReader(0, (record) => void found.add(decodePath(record).slice("./".length)))
  const call: GitCall = {
    name: "check-ignore",
    args: [...session.options, ...withoutLiteral, "check-ignore", "-z", "--stdin"],
    stdin: toInput(paths.map((path) => `./${path}`)),
    // 1: none of them is ignored.
    exitCodes: [0, 1]
  }
  yield* session.runner.stream(call, reader)
  return found
})

/** Makes a folder for a temporary index; none where it cannot be written. */
const makeIndexFolder = Effect.acquireRelease(
  Effect.option(Effect.try({ try: () => mkdtempSync(join(tmpdir(), "ultragit-index-")), catch: String })),
  (made) => Effect.sync(() => Option.isSome(made) && rmSync(made.value, { recursive: true, force: true }))
)

interface AttributeSource {
  readonly args: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

/**
 * How `check-attr` reads the attribute files of a session: from the work tree, or from HEAD in a temporary index, which every version of git
 * can do. None where that index cannot be written.
 */
const readAttributesFrom = Effect.fnUntraced(function* (session: GitSession) {
  if (Option.isSome(session.repository.workTree)) return Option.some<AttributeSource>({ args: [] })
  const folder = yield* makeIndexFolder
  if (Option.isNone(folder)) return Option.none<AttributeSource>()
  const env = { GIT_INDEX_FILE: join(folder.value, "index") }
  yield* session.runner.collect(sessionCall(session, "read-tree", ["HEAD"], { env }))
  return Option.some<AttributeSource>({ args: ["--cached"], env })
})

/** {@link Git.attributed}. */
export const attributed = Effect.fn("Git.attributed")(function* (
  session: GitSession,
  paths: ReadonlyArray<string>,
  names: ReadonlyArray<string>
) {
  const found = new Set<string>()
  const from = paths.length === 0 ? Option.none<AttributeSource>() : yield* readAttributesFrom(session)
  if (Option.isNone(from)) return found
  // Records of three: path, attribute, value.
  let count = 0
  let path = ""
  const reader = makeRecordReader(0, (record) => {
    if (count % 3 === 0) path = decodePath(record)
    if (count % 3 === 2 && !["unset", "unspecified", "false"].includes(record.toString("utf8"))) found.add(path)
    count += 1
  })
  const { args, env } = from.value
  const call = sessionCall(session, "check-attr", [...args, "-z", "--stdin", ...names], { env, stdin: toInput(paths) })
  yield* session.runner.stream(call, reader)
  return found
}, Effect.scoped)

/** {@link Git.notes}. */
export const notes = Effect.fn("Git.notes")(function* (session: GitSession, tip: ObjectId) {
  const small = yield* listSmallTree(session, `${tip}^{tree}`)
  if (Option.isSome(small)) return small.value.flatMap((each) => Option.toArray(toNoteEntry(each)))
  const found: Array<NoteEntry> = []
  const reader = makeTextReader((record) => {
    const note = Option.getOrUndefined(parseNoteRecord(record))
    if (note !== undefined) found.push(note)
    else if (!record.includes("\t")) return false
  })
  yield* session.runner.stream(listTree(session, tip), reader)
  return found
})

/** {@link Git.notesChange}. */
export const notesChange = Effect.fn("Git.notesChange")(function* (session: GitSession, from: ObjectId, to: ObjectId) {
  const { change, reader } = makeNotesDiffReader()
  if (from === to) return change()
  yield* session.runner.stream(sessionCall(session, "diff-tree", ["-r", "-z", "--no-renames", from, to]), reader)
  return change()
})
