import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { escapeControls } from "../../../domain/Text.ts"
import { makeBlameReader } from "../parse/BlameParser.ts"
import { configValues } from "./ConfigReads.ts"
import type { BlameHunk, ConfigEntry, Git } from "../Git.ts"
import { CommandFailed, GitError, HeadMoved, ObjectMissing } from "../GitError.ts"
import { classifyFailure } from "../process/GitFailure.ts"
import { type GitSession, checkPath, sessionCall } from "../process/GitSession.ts"
import type { MovedLines } from "../MovedLines.ts"
import { resolveCommit } from "./NameReads.ts"
import { entry } from "./ObjectReads.ts"
import { invalidRevisionList } from "../QuotedContent.ts"

const nothing = "ULTRAGIT_NOTHING"

/**
 * Blame turns the contents it is given into what would be committed, and would run the programs of `filter.<name>` for
 * it. Every one that is configured gets an empty command, over the environment because its name may hold a `=`.
 */
const filterOptions = (config: ReadonlyArray<ConfigEntry>): ReadonlyArray<string> => {
  const names = config.flatMap(({ key }) => /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1] ?? [])
  return Array.from(new Set(names)).flatMap((name) =>
    ["clean", "process", "required"].map((key) => `--config-env=filter.${name}.${key}=${nothing}`)
  )
}

const countLines = (contents: Uint8Array): number => {
  let count = 0
  for (let at = contents.indexOf(10); at !== -1; at = contents.indexOf(10, at + 1)) count += 1
  return contents.length === 0 || contents.at(-1) === 10 ? count : count + 1
}

const uncommitted = (path: string, contents: Uint8Array): ReadonlyArray<BlameHunk> =>
  contents.length === 0
    ? []
    : [{ commit: Option.none(), path, lines: { start: 1, end: countLines(contents) }, originStart: 1 }]

/** Letters and digits in lines that count as moved; git's own limits of 20 and 40 pass over short functions. */
const fewestMoved = 4
const fewestMovedBetweenFiles = 10

const movedOptions = ({ fromAnyFile, lines }: MovedLines): ReadonlyArray<string> => [
  `-M${fewestMoved}`,
  ...(fromAnyFile ? ["-C"] : []),
  `-C${fewestMovedBetweenFiles}`,
  ...lines.map(({ end, start }) => `-L${start},${end}`)
]

type Input = Parameters<Git["Service"]["blame"]>[0]

const blameArguments = ({ moved }: Input): ReadonlyArray<string> => [
  "--porcelain",
  "--no-textconv",
  ...(moved === undefined ? [] : movedOptions(moved))
]

/** Whether this is git's word for a path that it does not find, or whose content it does not. */
const isUnfound = (stderr: string): boolean => stderr.includes("no such path")

/** Fails where the commit has the file: then it is its content that is not here. */
const checkContent = Effect.fnUntraced(function* (
  session: GitSession,
  { commit, path }: { readonly commit: ObjectId; readonly path: string }
) {
  const found = yield* entry(session, commit, path)
  if (Option.isNone(found) || (found.value.kind !== "file" && found.value.kind !== "executable")) return
  return yield* new GitError({ reason: new ObjectMissing({ id: found.value.id }) })
})

/** A blame of contents speaks of HEAD as git finds it: it is only an answer while that is the commit asked about. */
const checkHead = Effect.fnUntraced(function* (session: GitSession, commit: ObjectId) {
  const head = yield* resolveCommit(session, "HEAD")
  if (head === commit) return
  return yield* new GitError({ reason: new HeadMoved({ from: commit, to: head }) })
})

/** The failure, with the files that the configuration names as lists of revisions where one of them is its cause. */
const namingLists = (failure: GitError, config: ReadonlyArray<ConfigEntry>): GitError => {
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
  const options = filterOptions(config)
  const outcome = yield* session.runner.stream(
    sessionCall(session, "blame", [...blameArguments(input), "--contents", "-", "--", input.path], {
      stdin: contents,
      options,
      env: { [nothing]: "" },
      exitCodes: [0, 128]
    }),
    reader
  )
  yield* checkHead(session, input.commit)
  if (outcome.exitCode === 0) return hunks()
  if (!isUnfound(outcome.stderr))
    return yield* namingLists(classifyFailure("blame", outcome.exitCode, outcome.stderr), config)
  yield* checkContent(session, input)
  // Neither in HEAD nor in the index: nothing of it is committed.
  return uncommitted(input.path, contents)
})

/** {@link Git.blame}. `config` is asked for only when contents are given. */
export const blame = Effect.fn("Git.blame")(function* (
  session: GitSession,
  input: Input,
  config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>
) {
  yield* checkPath(input.path)
  if (Option.isSome(input.contents)) return yield* blameContents(session, input, input.contents.value, yield* config)
  const { hunks, reader } = makeBlameReader()
  const { exitCode, stderr } = yield* session.runner.stream(
    sessionCall(session, "blame", [...blameArguments(input), input.commit, "--", input.path], {
      exitCodes: [0, 128]
    }),
    reader
  )
  if (exitCode === 0) return hunks()
  if (isUnfound(stderr)) yield* checkContent(session, input)
  const failure = classifyFailure("blame", exitCode, stderr)
  return yield* stderr.includes("invalid object name") ? namingLists(failure, yield* config) : failure
})
