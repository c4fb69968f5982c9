import { Effect } from "effect"
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { listWords } from "../../../src/domain/identifiers.ts"

/** Words of a commit, each list without repetition. */
export interface CommitWords {
  readonly subject: ReadonlyArray<string>
  readonly sentences: ReadonlyArray<ReadonlyArray<string>>
  readonly paths: ReadonlyArray<string>
  readonly patch: ReadonlyArray<string>
}

/** Most commits of a history, the newest. */
const maxCommits = 3_000
const maxPatchLines = 150
const maxBodyChars = 1_500
const isWord = (word: string): boolean => /^[a-z][a-z0-9]{1,23}$/.test(word)
const wordsOf = (text: string, max: number): ReadonlyArray<string> =>
  [...listWords([text], 200)].filter(isWord).slice(0, max)

const trailer =
  /^\s*(?:[A-Z][A-Za-z]*(?:-[A-Za-z]+)+|[Cc][Cc]|CC|PR|Bug|BUG|Refs?|Link|Fixes|Closes|Differential Revision)\s*:/
const address = /https?:\S+|\S+@\S+/g
/** Summaries of other commits. */
const summary = /^(?:merge|release|bump|version|v?\d)/i

const cleanBody = (body: string): string =>
  body
    .split("\n")
    .filter((line) => !trailer.test(line))
    .join("\n")
    .replaceAll(address, " ")

const splitSentences = (body: string): ReadonlyArray<ReadonlyArray<string>> =>
  cleanBody(body)
    .slice(0, maxBodyChars)
    .split(/(?<=[.!?:])\s+|\n\s*\n/)
    .map((text) => wordsOf(text, 30))
    .filter((words) => words.length >= 4)
    .slice(0, 6)

/** A commit as it is read. */
interface Reading {
  message: string
  readonly paths: Array<string>
  readonly lines: Array<string>
}

const endOfMessage = "\u0003"
const endOfSubject = "\u0002"
const startOfCommit = "\u0001"

const toWords = ({ lines, message, paths }: Reading): CommitWords | undefined => {
  const [subject = "", body = ""] = message.slice(1, -1).split(endOfSubject)
  const words = wordsOf(subject, 20)
  if (words.length < 2 || summary.test(subject)) return undefined
  const patch = wordsOf(lines.join("\n"), 60)
  return { subject: words, sentences: splitSentences(body), paths: wordsOf(paths.slice(0, 12).join(" "), 30), patch }
}

const readLine = (reading: Reading, line: string): void => {
  if (line.startsWith("+++ b/")) reading.paths.push(line.slice(6))
  else if (
    /^[+-]/.test(line) &&
    !line.startsWith("--- ") &&
    line.length < 300 &&
    reading.lines.length < maxPatchLines
  ) {
    reading.lines.push(line.slice(1))
  }
}

const options = ["--no-merges", "-p", "-U0", "--no-renames", "--no-ext-diff", "--no-textconv"]
const format = `--format=${startOfCommit}%s${endOfSubject}%b${endOfMessage}`

/** Reads the newest commits of a repository that are no merges. */
export const readHistory = (directory: string): Effect.Effect<ReadonlyArray<CommitWords>> =>
  Effect.callback((resume) => {
    const git = spawn("git", ["-C", directory, "log", "-n", String(maxCommits), ...options, format, "HEAD"], {
      stdio: ["ignore", "pipe", "ignore"]
    })
    const found: Array<CommitWords> = []
    let reading: Reading | undefined
    const end = () => {
      const words = reading === undefined ? undefined : toWords(reading)
      if (words !== undefined) found.push(words)
    }
    createInterface({ input: git.stdout, crlfDelay: Infinity })
      .on("line", (line) => {
        if (reading !== undefined && !reading.message.endsWith(endOfMessage)) reading.message += `\n${line}`
        else if (line.startsWith(startOfCommit)) {
          end()
          reading = { message: line, paths: [], lines: [] }
        } else if (reading !== undefined) readLine(reading, line)
      })
      .on("close", () => {
        end()
        resume(Effect.succeed(found))
      })
    return Effect.sync(() => git.kill())
  })
