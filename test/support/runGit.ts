import { Effect } from "effect"
import { spawn } from "node:child_process"
import { env } from "node:process"

/** How a git command of a test ended. */
export interface GitResult {
  readonly exitCode: number
  readonly stdout: Buffer
  readonly stderr: Buffer
}

/** What a git command of a test gets beside its arguments. */
export interface GitInput {
  readonly stdin?: string | Uint8Array | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
}

const inherited = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")))

/** The environment of every git process of a test: nothing of the user's configuration, one fixed identity. */
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

/** Runs the system's git in a folder and gives whatever came of it. Killed when interrupted. */
export const runGit = (directory: string, args: ReadonlyArray<string>, input?: GitInput): Effect.Effect<GitResult> =>
  Effect.callback((resume) => {
    const child = spawn("git", args, { cwd: directory, env: { ...inherited, ...isolation, ...input?.env } })
    const stdout: Array<Buffer> = []
    const stderr: Array<Buffer> = []
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk))
    child.on("error", (error) => resume(Effect.die(error)))
    child.on("close", (code) =>
      resume(Effect.succeed({ exitCode: code ?? -1, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) }))
    )
    child.stdin.on("error", () => {})
    child.stdin.end(input?.stdin ?? "")
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** The same, but a failing command is a defect of the test. Standard output without its last newline. */
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
