import { Effect, Option } from "effect"
import { decodePath } from "../parse/PathBytes.ts"
import { type ChunkReader, makeRecordReader, unexpectedOutput } from "../parse/Records.ts"
import type { GitRunner } from "../process/GitRunner.ts"
import { bareCall } from "./bareCall.ts"
import type { GitError } from "../GitError.ts"
import type { GrepLine, GrepPatterns, GrepQuestion, LoggedCommit, LogQuestion } from "./BareAnswers.ts"
import type { BareCommit, Gathering } from "./gathering.ts"

const nul = 0
const newline = 10

/** Splits `<revision>:<path>\0<number>\0<text>\n`. The text may hold NULs, the path line ends. */
const makeGrepReader = (prefixBytes: number, take: (line: GrepLine) => void): ChunkReader => {
  let rest = Buffer.alloc(0)
  let problem: string | undefined
  let last = Buffer.alloc(0)
  let place = { revision: "", path: "" }

  const decode = (bytes: Buffer): typeof place => {
    if (!bytes.equals(last)) {
      last = Buffer.from(bytes)
      place = { revision: last.toString("utf8", 0, prefixBytes - 1), path: decodePath(last.subarray(prefixBytes)) }
    }
    return place
  }
  /** Takes the line at an offset; undefined if it has not arrived yet. */
  const takeLine = (buffer: Buffer, start: number): number | undefined => {
    const pathEnd = buffer.indexOf(nul, start)
    const numberEnd = pathEnd === -1 ? -1 : buffer.indexOf(nul, pathEnd + 1)
    const end = numberEnd === -1 ? -1 : buffer.indexOf(newline, numberEnd + 1)
    if (end === -1) return undefined
    const number = Number(buffer.toString("latin1", pathEnd + 1, numberEnd))
    if (!Number.isSafeInteger(number) || number < 1) problem ??= unexpectedOutput
    else take({ ...decode(buffer.subarray(start, pathEnd)), number, text: buffer.toString("utf8", numberEnd + 1, end) })
    return end + 1
  }
  return {
    push: (chunk) => {
      const buffer = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
      let start = 0
      for (let next = takeLine(buffer, 0); next !== undefined; next = takeLine(buffer, start)) start = next
      rest = buffer.subarray(start)
    },
    end: () => {
      if (rest.length > 0) problem ??= unexpectedOutput
    },
    problem: () => problem
  }
}

const grepCall = ({ isAll, isWord, texts }: GrepPatterns) => {
  const options = ["-I", "-i", "-F", "-n", "-z", "--no-color", "--full-name", "--threads=1"]
  const flags = [...(isWord ? ["-w"] : []), ...(isAll && texts.length > 1 ? ["--all-match"] : [])]
  const isEvery = texts.includes("")
  // A list of patterns on standard input cannot have an empty one.
  const patterns = isEvery ? ["-e", ""] : ["-f", "-"]
  return {
    args: [...options, ...flags, ...patterns],
    more: { exitCodes: [0, 1], ...(isEvery ? {} : { stdin: Buffer.from(`${texts.join("\n")}\n`) }) }
  }
}

/** {@link BareGit.grep}. One thread: other repositories are searched at the same time. */
export const grep = (runner: GitRunner, directory: string, question: GrepQuestion, take: (line: GrepLine) => void) => {
  const { revision } = question
  const { args, more } = grepCall(question)
  const call = bareCall(directory, "grep", [...args, revision], more)
  return Effect.asVoid(runner.stream(call, makeGrepReader(Buffer.byteLength(revision) + 1, take)))
}

/** {@link BareGit.grepMany}. */
export const grepMany = (
  runner: GitRunner,
  gather: Gathering,
  commits: ReadonlyArray<BareCommit>,
  patterns: GrepPatterns,
  take: (line: GrepLine) => void
): Effect.Effect<boolean, GitError> => {
  const { args, more } = grepCall(patterns)
  const ids = [...new Set(commits.map(({ commit }) => commit))]
  return Option.match(gather(commits, "grep", [...args, ...ids], more), {
    onNone: () => Effect.succeed(false),
    onSome: (call) => Effect.as(runner.stream(call, makeGrepReader((ids[0]?.length ?? 0) + 1, take)), true)
  })
}

const logFormat = "%H%n%an%n%ae%n%cn%n%ce%n%ct%n%B"

const parseLogged = (record: string): LoggedCommit | undefined => {
  const [id, authorName, authorEmail, committerName, committerEmail, time, ...message] = record.split("\n")
  if (id === undefined || !/^[0-9a-f]{40,64}$/.test(id)) return undefined
  return {
    id,
    author: { name: authorName ?? "", email: authorEmail ?? "" },
    committer: { name: committerName ?? "", email: committerEmail ?? "" },
    time: Number(time ?? 0),
    message: message.join("\n")
  }
}

const logOptions = ["-z", "--no-mailmap", "--no-notes", "--encoding=UTF-8", `--format=${logFormat}`]

const makeLogReader = (take: (commit: LoggedCommit) => void): ChunkReader =>
  makeRecordReader(nul, (record) => {
    const commit = parseLogged(record.toString("utf8"))
    if (commit === undefined) return false
    take(commit)
  })

/** {@link BareGit.log}. */
export const log = (
  runner: GitRunner,
  directory: string,
  question: LogQuestion,
  take: (commit: LoggedCommit) => void
) => {
  const filters = question.texts.map((text) => `--grep=${text}`)
  const args = [...logOptions, ...(filters.length === 0 ? [] : ["-i", "-F"]), ...filters]
  const call = bareCall(directory, "log", [...args, "--end-of-options", question.revision, "--"])
  return Effect.asVoid(runner.stream(call, makeLogReader(take)))
}

/** {@link BareGit.commits}. */
export const commits = (
  runner: GitRunner,
  directory: string,
  ids: ReadonlyArray<string>,
  take: (commit: LoggedCommit) => void
): Effect.Effect<void, GitError> => {
  if (ids.length === 0) return Effect.void
  const stdin = Buffer.from(ids.map((id) => `${id}\n`).join(""))
  const call = bareCall(directory, "log", [...logOptions, "--no-walk=unsorted", "--stdin"], { stdin })
  return Effect.asVoid(runner.stream(call, makeLogReader(take)))
}
