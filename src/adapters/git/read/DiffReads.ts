import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { makeDiffReader, makeHunkReader } from "../parse/DiffParser.ts"
import type { DiffHunk } from "../FileDiff.ts"
import { GitError, ObjectMissing } from "../GitError.ts"
import { type GitSession, checkPath, sessionCall } from "../process/GitSession.ts"
import { commits } from "./ObjectReads.ts"
import { type ChunkReader, makeRecordReader } from "../parse/Records.ts"

/** Disables user settings, external programs and textconv. */
const isolationOptions = [
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-submodules=none",
  "--src-prefix=a/",
  "--dst-prefix=b/"
]

/** The id of the empty tree, which git knows even if the object does not exist. */
export const emptyTreeId = (session: GitSession): string =>
  session.repository.objectFormat === "sha256"
    ? "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    : "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

/** {@link Git.diff}. */
export const diff = Effect.fn("Git.diff")(function* (
  session: GitSession,
  input: {
    readonly from: Option.Option<ObjectId>
    readonly to: ObjectId
    readonly paths?: ReadonlyArray<string>
    readonly renames?: boolean
  }
) {
  const paths = input.paths ?? []
  yield* Effect.forEach(paths, checkPath, { discard: true })
  const from = Option.getOrElse(input.from, () => emptyTreeId(session))
  const { files, reader } = makeDiffReader()
  const options = [
    "-r",
    "-z",
    "--raw",
    "-p",
    "-U0",
    ...isolationOptions,
    input.renames === false ? "--no-renames" : "-M"
  ]
  yield* session.runner.stream(sessionCall(session, "diff-tree", [...options, from, input.to, "--", ...paths]), reader)
  return files()
})

/** {@link Git.blobDiff}. */
export const blobDiff = Effect.fn("Git.blobDiff")(function* (session: GitSession, from: ObjectId, to: ObjectId) {
  const hunks: Array<DiffHunk> = []
  if (from === to) return hunks
  const reader = makeHunkReader({ file: () => {}, hunk: (hunk) => void hunks.push(hunk) })
  yield* session.runner.stream(sessionCall(session, "diff", ["-p", "-U0", ...isolationOptions, from, to, "--"]), reader)
  return hunks
})

/** Creates a reader that keeps the first `limit` bytes, and on overflow returns only whole lines of them. */
const makeHeadReader = (limit: number) => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  const reader: ChunkReader = {
    push: (chunk) => {
      if (size < limit) chunks.push(Uint8Array.from(chunk.subarray(0, limit - size)))
      size += chunk.length
    },
    end: () => {}
  }
  const text = () => {
    const bytes = Buffer.concat(chunks)
    return (size > limit ? bytes.subarray(0, bytes.lastIndexOf(10) + 1) : bytes).toString("utf8")
  }
  return { reader, text }
}

/** {@link Git.patch}. */
export const patch = Effect.fn("Git.patch")(function* (
  session: GitSession,
  commit: ObjectId,
  options: { readonly maxBytes: number }
) {
  const [facts = Option.none()] = yield* commits(session, [commit])
  if (Option.isNone(facts)) return yield* new GitError({ reason: new ObjectMissing({ id: commit }) })
  const from = facts.value.parents[0] ?? emptyTreeId(session)
  const { reader, text } = makeHeadReader(options.maxBytes)
  // The first chunk over the limit ends the process.
  yield* session.runner
    .stream(
      sessionCall(session, "diff-tree", ["-r", "-p", "-M", ...isolationOptions, from, commit]),
      reader,
      options.maxBytes
    )
    .pipe(Effect.catchReason("GitError", "OutputTooLarge", () => Effect.void))
  return text()
})

/** {@link Git.patchIds}. Without rename detection, so that the ids do not depend on its limits. */
export const patchIds = Effect.fn("Git.patchIds")(function* (session: GitSession, ids: ReadonlyArray<ObjectId>) {
  const found = new Map<ObjectId, string>()
  if (ids.length === 0) return found
  const requested = new Map<string, ObjectId>(ids.map((id) => [id, id]))
  const reader = makeRecordReader(10, (line) => {
    const [patchId = "", commit = ""] = line.toString("latin1").split(" ")
    const id = requested.get(commit)
    if (id !== undefined) found.set(id, patchId)
  })
  const patches = sessionCall(
    session,
    "diff-tree",
    ["--stdin", "--root", "-r", "-p", "--full-index", "--no-renames", ...isolationOptions],
    { stdin: Buffer.from(ids.map((id) => `${id}\n`).join(""), "latin1") }
  )
  yield* session.runner.pipe(patches, sessionCall(session, "patch-id", ["--stable"]), reader)
  return found
})
