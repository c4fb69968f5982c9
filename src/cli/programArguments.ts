import process from "node:process"
import { Effect, Predicate, Result } from "effect"
import type { Failure } from "../domain/Failure.ts"

/** The command line as the commands read it. */
interface ProgramArguments {
  /** Values of `-C` before the command, each relative to the one before it. */
  readonly folders: ReadonlyArray<string>
  /** Whether `--no-pager` comes before the command. */
  readonly noPager: boolean
  /** The command with its arguments. */
  readonly args: ReadonlyArray<string>
}

const isVersion = (word: string | undefined): boolean => word === "version" || word === "-V"

/** Parses what comes before the command, as git has it: `-C PATH`, any number of times, and `--no-pager`. */
export const parseProgramArguments = (args: ReadonlyArray<string>): ProgramArguments => {
  const folders: Array<string> = []
  let noPager = false
  let at = 0
  for (let option = args[at]; option === "-C" || option === "--no-pager"; option = args[at]) {
    const folder = args[at + 1]
    if (option === "-C" && folder === undefined) break
    if (option === "-C" && folder !== undefined) folders.push(folder)
    noPager ||= option === "--no-pager"
    at += option === "-C" ? 2 : 1
  }
  return { folders, noPager, args: isVersion(args[at]) ? ["--version", ...args.slice(at + 1)] : args.slice(at) }
}

const toFailure = (folder: string, error: unknown): Failure => {
  const code = Predicate.hasProperty(error, "code") ? error.code : undefined
  const reason = code === "ENOENT" ? "no such folder" : code === "ENOTDIR" ? "not a folder" : String(error)
  return { code: "usage", message: `Cannot change to ${folder}: ${reason}.`, hint: "-C takes an existing folder." }
}

const removed: Failure = {
  code: "usage",
  message: "The working directory does not exist any more.",
  hint: "Change to one that does, or name one: ultragit -C PATH."
}

/**
 * Changes the working directory to each folder in turn. An empty one changes nothing, as in git. Fails if the process is then
 * in a folder that was removed.
 */
export const changeFolder = (folders: ReadonlyArray<string>): Effect.Effect<void, Failure> =>
  Effect.forEach(
    folders.filter((folder) => folder !== ""),
    (folder) =>
      Effect.fromResult(
        Result.try({ try: () => process.chdir(folder), catch: (error: unknown) => toFailure(folder, error) })
      ),
    { discard: true }
  ).pipe(
    Effect.andThen(Effect.fromResult(Result.try({ try: () => process.cwd(), catch: () => removed }))),
    Effect.asVoid
  )
