import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import process from "node:process"
import { runGit } from "../test/support/runGit.ts"
import { Missing } from "./Slot.ts"
import type { Subject } from "./Subject.ts"

/** How large a repository is. */
export interface Counts {
  readonly commits: number
  readonly files: number
}

const linesOf = Effect.fnUntraced(function* (repo: string, args: ReadonlyArray<string>) {
  const { exitCode, stderr, stdout } = yield* runGit(repo, args)
  const said = stderr.toString().trim()
  if (exitCode !== 0) return yield* new Missing({ what: `${repo} is no git repository with commits: ${said}` })
  return stdout.toString().trimEnd().split("\n")
})

/** The repository that a folder is in: its work tree, or its git directory where it has none. */
export const repositoryOf = Effect.fnUntraced(function* (folder: string) {
  if (!existsSync(folder)) return yield* new Missing({ what: `${folder} does not exist.` })
  const bare = linesOf(folder, ["rev-parse", "--absolute-git-dir"])
  const [found = folder] = yield* linesOf(folder, ["rev-parse", "--show-toplevel"]).pipe(Effect.catch(() => bare))
  return found
})

/** How large the history and the tree of HEAD are. */
export const countsOf = Effect.fnUntraced(function* (repo: string) {
  const [commits] = yield* linesOf(repo, ["rev-list", "--count", "HEAD", "--"])
  const files = yield* linesOf(repo, ["ls-tree", "-r", "--name-only", "HEAD"])
  return { commits: Number(commits), files: files.length } satisfies Counts
})

/** The places that were chosen, in words. */
export const placesOf = ({ depended, files, notes, units }: Subject): ReadonlyArray<string> => {
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

/** What the report says above its table. */
export const machineAnd = (repo: string, counts: Counts): string => {
  const git = execFileSync("git", ["--version"], { encoding: "utf8" }).trim()
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}, ${git}`
  return `${machine}; \`${repo}\`: ${counts.commits} commits, ${counts.files} files. Medians, quartiles in brackets.`
}

/** What the report says below its table. */
export const runWith = (input: {
  readonly seconds: number
  /** The arguments as given. */
  readonly asked: ReadonlyArray<string>
  /** Where a slot asked for one. */
  readonly subject: Subject | undefined
}): ReadonlyArray<string> => {
  const { asked, seconds, subject } = input
  const command = ["npm", "run", "bench", ...(asked.length === 0 ? [] : ["--", ...asked])].map(quoted).join(" ")
  return [...(subject === undefined ? [] : placesOf(subject)), `Took ${seconds.toFixed(0)} s. Again: \`${command}\``]
}
