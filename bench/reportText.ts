import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import process from "node:process"
import { runGit } from "../test/support/runGit.ts"
import { Missing } from "./Slot.ts"
import type { Subject } from "./Subject.ts"

/** The size of a repository. */
export interface Counts {
  readonly commits: number
  readonly files: number
}

const linesOf = Effect.fnUntraced(function* (repo: string, args: ReadonlyArray<string>) {
  const { exitCode, stderr, stdout } = yield* runGit(repo, args)
  const said = stderr.toString().trim()
  if (exitCode !== 0) return yield* new Missing({ what: `${repo} is not a git repository with commits: ${said}` })
  return stdout.toString().trimEnd().split("\n")
})

/** Finds the repository that contains a folder: its work tree, or its git directory if it is bare. */
export const repositoryOf = Effect.fnUntraced(function* (folder: string) {
  if (!existsSync(folder)) return yield* new Missing({ what: `${folder} does not exist.` })
  const bare = linesOf(folder, ["rev-parse", "--absolute-git-dir"])
  const [found = folder] = yield* linesOf(folder, ["rev-parse", "--show-toplevel"]).pipe(Effect.catch(() => bare))
  return found
})

/** Counts the commits and files of HEAD. */
export const countsOf = Effect.fnUntraced(function* (repo: string) {
  const [commits] = yield* linesOf(repo, ["rev-list", "--count", "HEAD", "--"])
  const files = yield* linesOf(repo, ["ls-tree", "-r", "--name-only", "HEAD"])
  return { commits: Number(commits), files: files.length } satisfies Counts
})

/** Describes the chosen files and units in sentences. */
export const describeSubject = ({ depended, files, notes, units }: Subject): ReadonlyArray<string> => {
  const lines = files.map(({ commits, path, size }) => `\`${path}\` (${size} lines, ${commits} commits)`)
  const anchors = units.map(({ anchor, commits, path }) => `\`${path}\` ${anchor} (${commits} commits)`)
  const needed = depended.map(({ anchor, dependents, path }) => `\`${path}\` ${anchor} (${dependents} dependents)`)
  return [
    `${notes} commits with a made-up note.`,
    `Files: ${lines.join(", ")}.`,
    ...(anchors.length === 0 ? [] : [`Units: ${anchors.join(", ")}.`]),
    ...(needed.length === 0 ? [] : [`Depended on: ${needed.join(", ")}.`])
  ]
}

const quoted = (argument: string): string =>
  /^[\w./@:=+-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`

/** The text above the report's table. */
export const formatHeader = (repo: string, counts: Counts): string => {
  const git = execFileSync("git", ["--version"], { encoding: "utf8" }).trim()
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}, ${git}`
  return `${machine}; \`${repo}\`: ${counts.commits} commits, ${counts.files} files. Medians, quartiles in brackets.`
}

/** The text below the report's table. */
export const formatFooter = (input: {
  readonly seconds: number
  /** The command-line arguments. */
  readonly args: ReadonlyArray<string>
  /** Undefined if no slot needed it. */
  readonly subject: Subject | undefined
}): ReadonlyArray<string> => {
  const { args, seconds, subject } = input
  const command = ["npm", "run", "bench", ...(args.length === 0 ? [] : ["--", ...args])].map(quoted).join(" ")
  return [
    ...(subject === undefined ? [] : describeSubject(subject)),
    `Took ${seconds.toFixed(0)} s. To repeat: \`${command}\``
  ]
}
