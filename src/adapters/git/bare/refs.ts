import { Effect, Option, Result } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { GitRunner } from "../process/GitRunner.ts"
import { isFullRefName } from "../RefName.ts"
import { bareCall } from "./bareCall.ts"
import type { Branch, Head } from "./BareAnswers.ts"

/** What the file says in a repository with reftables, which have the real HEAD. */
const reftableHead = "ref: refs/heads/.invalid"

const toHead = (text: string): Option.Option<Head> => {
  const ref = /^ref:\s*(\S.*?)\s*$/s.exec(text)?.[1]
  if (ref !== undefined) return isFullRefName(ref) ? Option.some({ _tag: "Branch", ref }) : Option.none()
  return Option.map(ObjectId.makeOption(text.trim()), (commit): Head => ({ _tag: "Detached", commit }))
}

const readFile = (path: string): Option.Option<string> =>
  Result.getSuccess(Result.try(() => readFileSync(path, "utf8")))

const askForHead = Effect.fnUntraced(function* (runner: GitRunner, directory: string) {
  const { stdout } = yield* runner.collect(
    bareCall(directory, "symbolic-ref", ["--quiet", "HEAD"], { exitCodes: [0, 1] })
  )
  const ref = stdout.toString("utf8").trimEnd()
  if (ref !== "") return toHead(`ref: ${ref}`)
  const found = yield* runner.collect(
    bareCall(directory, "rev-parse", ["--quiet", "--verify", "HEAD"], { exitCodes: [0, 1] })
  )
  return toHead(found.stdout.toString("utf8"))
})

/** {@link BareGit.head}. Reads the file, because a process takes a thousand times as long. */
export const head = (runner: GitRunner, directory: string) =>
  Effect.suspend(() => {
    const text = readFile(join(directory, "HEAD"))
    const isReftable = Option.exists(text, (found) => found.trimEnd() === reftableHead)
    return isReftable ? askForHead(runner, directory) : Effect.succeed(Option.flatMap(text, toHead))
  })

const loosePattern = /^([0-9a-f]{40}|[0-9a-f]{64})\n?$/

const findPacked = (text: string, ref: string): string | undefined => {
  const end = text.indexOf(` ${ref}\n`)
  return end === -1 ? undefined : text.slice(text.lastIndexOf("\n", end) + 1, end)
}

/** {@link BareGit.branchCommit}. Reads files, because a process takes a thousand times as long. */
export const branchCommit = (directory: string, ref: string): Effect.Effect<Option.Option<ObjectId>> =>
  Effect.sync(() => {
    const loose = Option.map(readFile(join(directory, ref)), (text) => loosePattern.exec(text)?.[1])
    const found = Option.isSome(loose)
      ? loose.value
      : Option.getOrUndefined(Option.map(readFile(join(directory, "packed-refs")), (text) => findPacked(text, ref)))
    return Option.flatMap(Option.fromUndefinedOr(found), ObjectId.makeOption)
  })

const branchPattern = /^([0-9a-f]{40}|[0-9a-f]{64}) (\d*) (\S.*)$/s

const parseBranch = (line: string): Option.Option<Branch> => {
  const found = branchPattern.exec(line)
  if (found === null) return Option.none()
  const [, id = "", time = "", ref = ""] = found
  return time === "" ? Option.none() : Option.some({ ref, commit: ObjectId.make(id), time: Number(time) })
}

/** Files that change the history that git shows, unless they are empty. */
const historyFiles = ["shallow", "info/grafts"]

const isFolderEmpty = (path: string): boolean =>
  Result.getOrElse(
    Result.map(
      Result.try(() => readdirSync(path)),
      (names) => names.length === 0
    ),
    () => true
  )

/** {@link BareGit.hasPlainHistory}. Reads files, because a process takes a thousand times as long. */
export const hasPlainHistory = (directory: string): Effect.Effect<boolean> =>
  Effect.sync(
    () =>
      historyFiles.every((name) => Option.getOrElse(readFile(join(directory, name)), () => "") === "") &&
      isFolderEmpty(join(directory, "refs", "replace")) &&
      isFolderEmpty(join(directory, "reftable")) &&
      !Option.exists(readFile(join(directory, "packed-refs")), (text) => text.includes(" refs/replace/"))
  )

/** {@link BareGit.branches}. */
export const branches = (runner: GitRunner, directory: string) =>
  runner
    .collect(
      bareCall(directory, "for-each-ref", ["--format=%(objectname) %(committerdate:unix) %(refname)", "refs/heads/"])
    )
    .pipe(
      Effect.map(({ stdout }) =>
        stdout
          .toString("utf8")
          .split("\n")
          .flatMap((line) => Option.toArray(parseBranch(line)))
      )
    )

/** The files that hold refs, beside the loose ones below `refs/heads`. */
const refFiles = ["HEAD", "config", "packed-refs", "reftable/tables.list", "description"]

const maxLooseEntries = 10_000

/** The loose refs below a folder, and the folders themselves, whose times change with their entries. */
const listLoose = (directory: string): ReadonlyArray<string> => {
  const entries = Result.getOrElse(
    Result.try(() => readdirSync(directory, { recursive: true, encoding: "utf8" })),
    () => []
  )
  return [directory, ...entries.slice(0, maxLooseEntries).map((entry) => join(directory, entry))]
}

/** {@link BareGit.refPaths}. */
export const refPaths = (directory: string): ReadonlyArray<string> => [
  ...refFiles.map((name) => join(directory, name)),
  ...listLoose(join(directory, "refs", "heads"))
]

const parseSettings = (output: string): ReadonlyMap<string, string> =>
  new Map(
    output
      .split("\0")
      .filter((entry) => entry !== "")
      .map((entry) => {
        const end = entry.indexOf("\n")
        const key = end === -1 ? entry : entry.slice(0, end)
        return [key.slice(key.indexOf(".") + 1), end === -1 ? "" : entry.slice(end + 1)] as const
      })
  )

/** {@link BareGit.settings}. Starts a process only if the file mentions the section. */
export const settings = Effect.fnUntraced(function* (runner: GitRunner, directory: string, section: string) {
  const path = join(directory, "config")
  const text = Option.getOrElse(readFile(path), () => "")
  if (!text.toLowerCase().includes(section)) return new Map<string, string>()
  const { stdout } = yield* runner.collect({
    name: "config",
    args: ["config", "--file", path, "--no-includes", "-z", "--get-regexp", `^${section}\\.`],
    exitCodes: [0, 1]
  })
  return parseSettings(stdout.toString("utf8"))
})
