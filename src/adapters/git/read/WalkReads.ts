import { Effect, Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { Walk } from "../CommitChange.ts"
import type { Trailer } from "../Trailer.ts"
import { CommandFailed, GitError, RevisionNotFound } from "../GitError.ts"
import { parseOptionalId } from "../process/GitFailure.ts"
import { type GitSession, checkPath, sessionCall, walkCall } from "../process/GitSession.ts"
import { isFullRefName } from "../RefName.ts"
import { makeRecordReader } from "../parse/Records.ts"

const maxRangeChars = 65_536

/** Creates a reader of one object id per line. */
const makeIdReader = () => {
  const ids: Array<ObjectId> = []
  const reader = makeRecordReader(10, (line) => {
    const id = ObjectId.makeOption(line.toString("latin1"))
    if (Option.isNone(id)) return false
    ids.push(id.value)
  })
  return { ids, reader }
}

const checkSince = (since: string): Effect.Effect<void, GitError> => {
  const detail = "not a date"
  return since === "" || since.startsWith("-") || /[\0\n]/.test(since) || !since.isWellFormed()
    ? Effect.fail(new GitError({ reason: new CommandFailed({ command: "rev-list --since", exitCode: 0, detail }) }))
    : Effect.void
}

/** {@link Git.walk}. Passes ids and paths through standard input, so that their number is not limited. */
export const walk = Effect.fn("Git.walk")(function* (session: GitSession, input: Walk) {
  const { from, maxCount, merges, paths = [], since, exclude = [] } = input
  if (since !== undefined) yield* checkSince(since)
  yield* Effect.forEach(paths, checkPath, { discard: true })
  if (from.length === 0 || maxCount === 0) return []
  // A path with a newline cannot go through standard input.
  const pathsAsArguments = paths.some((path) => path.includes("\n"))
  const lines = [
    ...from,
    ...exclude.map((id) => `^${id}`),
    ...(paths.length > 0 && !pathsAsArguments ? ["--", ...paths] : [])
  ]
  const options = [
    "--topo-order",
    ...(since === undefined ? [] : [`--since=${since}`]),
    ...(merges === false ? ["--no-merges"] : []),
    ...(maxCount === undefined ? [] : [`--max-count=${maxCount}`])
  ]
  const { ids, reader } = makeIdReader()
  yield* session.runner.stream(
    yield* walkCall(session, "rev-list", [...options, "--stdin", ...(pathsAsArguments ? ["--", ...paths] : [])], {
      stdin: Buffer.from(lines.map((line) => `${line}\n`).join(""), "utf8")
    }),
    reader
  )
  return ids
})

/** {@link Git.range}. */
export const range = Effect.fn("Git.range")(function* (session: GitSession, text: string) {
  const notFound = new GitError({ reason: new RevisionNotFound({ revision: text }) })
  if (text === "" || /[\0\n]/.test(text) || text.length > maxRangeChars || !text.isWellFormed()) return yield* notFound
  const { ids, reader } = makeIdReader()
  yield* session.runner
    .stream(sessionCall(session, "rev-list", ["--topo-order", "--end-of-options", text, "--"]), reader)
    .pipe(Effect.catchReason("GitError", "CommandFailed", () => Effect.fail(notFound)))
  return ids
})

/** {@link Git.mergeBase}. */
export const mergeBase = Effect.fn("Git.mergeBase")(function* (session: GitSession, a: ObjectId, b: ObjectId) {
  const { stdout } = yield* session.runner.collect(sessionCall(session, "merge-base", [a, b], { exitCodes: [0, 1] }))
  return yield* parseOptionalId("merge-base", stdout)
})

const trailerFormat = "%(trailers:only=true,unfold=true,separator=%x00,key_value_separator=%x01)"

/**
 * {@link Git.trailers}. The separators cannot occur in the message: NUL never, and a control character not in a key.
 */
export const trailers = Effect.fn("Git.trailers")(function* (session: GitSession, commit: ObjectId) {
  const options = ["--no-walk", "--no-notes", "--no-color", "--no-patch", "--encoding=UTF-8"]
  const { stdout } = yield* session.runner.collect(
    sessionCall(session, "log", [...options, `--format=${trailerFormat}`, commit, "--"])
  )
  return stdout
    .toString("utf8")
    .replace(/\n$/, "")
    .split("\0")
    .flatMap((line): ReadonlyArray<Trailer> => {
      const end = line.indexOf("\u0001")
      return end === -1 ? [] : [{ key: line.slice(0, end), value: line.slice(end + 1) }]
    })
})

/** {@link Git.reflog}. Skips entries whose commits no longer exist. */
export const reflog = Effect.fn("Git.reflog")(function* (session: GitSession, ref: string) {
  if (ref !== "HEAD" && !isFullRefName(ref)) return []
  const { ids, reader } = makeIdReader()
  yield* session.runner.stream(
    sessionCall(session, "rev-list", ["-g", "--end-of-options", ref, "--"], { exitCodes: [0, 128] }),
    reader
  )
  return ids
})
