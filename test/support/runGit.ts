import { Effect } from "effect"
import { env } from "node:process"
import { type CommandResult, runCommand } from "./runCommand.ts"

/** The outcome of a git command of a test. */
export type GitResult = CommandResult

/** Options of a git command of a test. */
export interface GitInput {
  readonly stdin?: string | Uint8Array | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
}

const inherited = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")))

/** The environment of git processes in tests: no user configuration, and a fixed identity. */
export const isolation: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "Ada Author",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Carl Committer",
  GIT_COMMITTER_EMAIL: "carl@example.org",
  LC_ALL: "C",
  TZ: "UTC"
}

/** Runs git in a folder and returns the outcome. Killed when interrupted. */
export const runGit = (directory: string, args: ReadonlyArray<string>, input?: GitInput): Effect.Effect<GitResult> =>
  runCommand({
    command: "git",
    args,
    cwd: directory,
    env: { ...inherited, ...isolation, ...input?.env },
    stdin: input?.stdin
  })

/** Runs git and returns standard output without its last newline. A failing command is a defect of the test. */
export const runGitChecked = Effect.fnUntraced(function* (
  directory: string,
  args: ReadonlyArray<string>,
  input?: GitInput
) {
  const result = yield* runGit(directory, args, input)
  if (result.exitCode !== 0) {
    return yield* Effect.die(new Error(`git ${args.join(" ")} (exit ${result.exitCode}): ${result.stderr.toString()}`))
  }
  return result.stdout.toString("utf8").replace(/\n$/, "")
})
