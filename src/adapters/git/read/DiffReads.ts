import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { makeDiffReader, makeHunkReader } from "../parse/DiffParser.ts"
import type { DiffHunk } from "../FileDiff.ts"
import { GitError, ObjectMissing } from "../GitError.ts"
import { type GitSession, checkPath, sessionCall } from "../process/GitSession.ts"
import { commits } from "./ObjectReads.ts"
import { type ChunkReader, makeRecordReader } from "../parse/Records.ts"

/** By git's own means, and the same whatever is configured. */
const plain = [
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-submodules=none",
  "--src-prefix=a/",
  "--dst-prefix=b/"
]

/** The tree without entries, which git knows without having it. */
export const emptyTreeId = (session: GitSession): string =>
  session.repository.objectFormat === "sha256"
    ? "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    : "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

/** {@link Git.diff}. No paths: all. */
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
  const options = ["-r", "-z", "--raw", "-p", "-U0", ...plain, input.renames === false ? "--no-renames" : "-M"]
  yield* session.runner.stream(sessionCall(session, "diff-tree", [...options, from, input.to, "--", ...paths]), reader)
  return files()
})

/** {@link Git.blobDiff}. */
export const blobDiff = Effect.fn("Git.blobDiff")(function* (session: GitSession, from: ObjectId, to: ObjectId) {
  const hunks: Array<DiffHunk> = []
  if (from === to) return hunks
  const reader = makeHunkReader({ file: () => {}, hunk: (hunk) => void hunks.push(hunk) })
  yield* session.runner.stream(sessionCall(session, "diff", ["-p", "-U0", ...plain, from, to, "--"]), reader)
  return hunks
})

/** A reader that keeps the first bytes, and says whether there were more. */
const makeHead = (limit: number) => {
  const kept: Array<Uint8Array> = []
  let size = 0
  const reader: ChunkReader = {
    push: (chunk) => {
      if (size < limit) kept.push(Uint8Array.from(chunk.subarray(0, limit - size)))
      size += chunk.length
    },
    end: () => {}
  }
  const text = () => {
    const bytes = Buffer.concat(kept)
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
  const { reader, text } = makeHead(options.maxBytes)
  // What is too much is not written to its end: the first chunk over the limit ends the process.
  yield* session.runner
    .stream(sessionCall(session, "diff-tree", ["-r", "-p", "-M", ...plain, from, commit]), reader, options.maxBytes)
    .pipe(Effect.catchReason("GitError", "OutputTooLarge", () => Effect.void))
  return text()
})

/** {@link Git.patchIds}. Commits that are not here have none. Renames are not looked for, so that the ids depend on no limit. */
export const patchIds = Effect.fn("Git.patchIds")(function* (session: GitSession, ids: ReadonlyArray<ObjectId>) {
  const found = new Map<ObjectId, string>()
  if (ids.length === 0) return found
  const asked = new Map<string, ObjectId>(ids.map((id) => [id, id]))
  const reader = makeRecordReader(10, (line) => {
    const [patchId = "", commit = ""] = line.toString("latin1").split(" ")
    const id = asked.get(commit)
    if (id !== undefined) found.set(id, patchId)
  })
  const patches = sessionCall(
    session,
    "diff-tree",
    ["--stdin", "--root", "-r", "-p", "--full-index", "--no-renames", ...plain],
    { stdin: Buffer.from(ids.map((id) => `${id}\n`).join(""), "latin1") }
  )
  yield* session.runner.pipe(patches, sessionCall(session, "patch-id", ["--stable"]), reader)
  return found
})
