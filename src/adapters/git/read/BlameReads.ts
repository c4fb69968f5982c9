import { Effect, Option } from "effect"
import type { LineRange } from "../../../domain/LineRange.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { escapeControls } from "../../../domain/Text.ts"
import { makeBlameReader } from "../parse/BlameParser.ts"
import { configValues } from "./ConfigReads.ts"
import type { BlameHunk, ConfigEntry, Git } from "../Git.ts"
import { CommandFailed, GitError, HeadMoved, ObjectMissing } from "../GitError.ts"
import { classifyFailure } from "../process/GitFailure.ts"
import { type GitSession, checkPath, walkCall } from "../process/GitSession.ts"
import { withoutFilters } from "../process/EmptySettings.ts"
import type { MovedLines } from "../MovedLines.ts"
import { resolveCommit } from "./NameReads.ts"
import { entry } from "./ObjectReads.ts"
import { invalidRevisionList } from "../QuotedContent.ts"

const countLines = (contents: Uint8Array): number => {
  let count = 0
  for (let at = contents.indexOf(10); at !== -1; at = contents.indexOf(10, at + 1)) count += 1
  return contents.length === 0 || contents.at(-1) === 10 ? count : count + 1
}

const uncommitted = (path: string, contents: Uint8Array): ReadonlyArray<BlameHunk> =>
  contents.length === 0
    ? []
    : [{ commit: Option.none(), path, lines: { start: 1, end: countLines(contents) }, originStart: 1 }]

/** Alphanumeric characters that a moved block must have. The defaults of git, 20 and 40, miss short functions. */
const minMovedChars = 4
const minMovedCharsBetweenFiles = 10

const formatLines = (lines: ReadonlyArray<LineRange>): ReadonlyArray<string> =>
  lines.map(({ end, start }) => `-L${start},${end}`)

const movedOptions = ({ from, lines }: MovedLines): ReadonlyArray<string> => [
  `-M${minMovedChars}`,
  ...(from === "any" ? ["-C"] : []),
  ...(from === "file" ? [] : [`-C${minMovedCharsBetweenFiles}`]),
  ...formatLines(lines)
]

type Input = Parameters<Git["Service"]["blame"]>[0]

const blameArguments = ({ ignore = [], lines = [], moved }: Input): ReadonlyArray<string> => [
  "--porcelain",
  "--no-textconv",
  ...ignore.map((commit) => `--ignore-rev=${commit}`),
  ...formatLines(lines),
  ...(moved === undefined ? [] : movedOptions(moved))
]

/** Returns whether git did not find the path or its content. */
const isPathNotFound = (stderr: string): boolean => stderr.includes("no such path")

/** Fails with `ObjectMissing` if the commit has the file, because then only its content is missing. */
const failIfContentMissing = Effect.fnUntraced(function* (
  session: GitSession,
  { commit, path }: { readonly commit: ObjectId; readonly path: string }
) {
  const found = yield* entry(session, commit, path)
  if (Option.isNone(found) || (found.value.kind !== "file" && found.value.kind !== "executable")) return
  return yield* new GitError({ reason: new ObjectMissing({ id: found.value.id }) })
})

/**
 * Fails with `HeadMoved` if HEAD moved: a blame of contents uses the current HEAD, so its result is only valid for that
 * commit.
 */
const checkHead = Effect.fnUntraced(function* (session: GitSession, commit: ObjectId) {
  const head = yield* resolveCommit(session, "HEAD")
  if (head === commit) return
  return yield* new GitError({ reason: new HeadMoved({ from: commit, to: head }) })
})

/** Adds the configured ignore-revs files to a failure that one of them caused. */
const addListNames = (failure: GitError, config: ReadonlyArray<ConfigEntry>): GitError => {
  const { reason } = failure
  if (reason._tag !== "CommandFailed" || !reason.detail.includes(invalidRevisionList)) return failure
  const key = "blame.ignoreRevsFile"
  const files = configValues(config, key.toLowerCase()).filter((file) => file !== "")
  const detail = `${invalidRevisionList}: ${key} names ${escapeControls(files.join(", ")).slice(0, 300)}`
  return new GitError({ reason: new CommandFailed({ command: reason.command, exitCode: reason.exitCode, detail }) })
}

const blameContents = Effect.fnUntraced(function* (
  session: GitSession,
  input: Input,
  contents: Uint8Array,
  config: ReadonlyArray<ConfigEntry>
) {
  const { hunks, reader } = makeBlameReader()
  const outcome = yield* session.runner.stream(
    yield* walkCall(session, "blame", [...blameArguments(input), "--contents", "-", "--", input.path], {
      stdin: contents,
      // With `--contents`, blame converts the bytes to what would be committed.
      ...withoutFilters(config),
      exitCodes: [0, 128]
    }),
    reader
  )
  yield* checkHead(session, input.commit)
  if (outcome.exitCode === 0) return hunks()
  if (!isPathNotFound(outcome.stderr))
    return yield* addListNames(classifyFailure("blame", outcome.exitCode, outcome.stderr), config)
  yield* failIfContentMissing(session, input)
  // Neither HEAD nor the index has the file, so nothing of it is committed.
  return uncommitted(input.path, contents)
})

/** {@link Git.blame}. Reads `config` only if `contents` are given or git reports an invalid object name. */
export const blame = Effect.fn("Git.blame")(function* (
  session: GitSession,
  input: Input,
  config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>
) {
  yield* checkPath(input.path)
  if (Option.isSome(input.contents)) return yield* blameContents(session, input, input.contents.value, yield* config)
  const { hunks, reader } = makeBlameReader()
  const { exitCode, stderr } = yield* session.runner.stream(
    yield* walkCall(session, "blame", [...blameArguments(input), input.commit, "--", input.path], {
      exitCodes: [0, 128]
    }),
    reader
  )
  if (exitCode === 0) return hunks()
  if (isPathNotFound(stderr)) yield* failIfContentMissing(session, input)
  const failure = classifyFailure("blame", exitCode, stderr)
  return yield* stderr.includes("invalid object name") ? addListNames(failure, yield* config) : failure
})
