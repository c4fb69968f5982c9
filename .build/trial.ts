import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"

/** Temporary folder of the check; the caller removes it. */
export const scratch = mkdtempSync(join(tmpdir(), "ultragit-package-"))

/** The problems found so far. */
export const problems: Array<string> = []

/** Records a problem and continues. */
export const wrong = (problem: string): void => {
  problems.push(problem)
}

/** Prints one line of the report. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

export interface RunOptions {
  readonly cwd?: string
  readonly input?: string
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** An environment without the user's git configuration, cache and `GIT_` variables. */
const cleanEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"))),
  CI: "true",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada Author",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Carl Committer",
  GIT_COMMITTER_EMAIL: "carl@example.org",
  XDG_CACHE_HOME: join(scratch, "cache")
})

/** Runs a command and returns its exit code and output. */
export const run = (command: string, args: ReadonlyArray<string>, options: RunOptions = {}) => {
  const done = spawnSync(command, args, {
    cwd: options.cwd ?? scratch,
    env: { ...cleanEnvironment(), ...options.env },
    input: options.input ?? "",
    encoding: "utf8",
    timeout: 300_000,
    maxBuffer: 64 * 1024 * 1024
  })
  return { status: done.status, stdout: done.stdout ?? "", stderr: done.stderr ?? String(done.error) }
}

/** Runs a command that must succeed. Returns its standard output. */
export const must = (command: string, args: ReadonlyArray<string>, options: RunOptions = {}): string => {
  const done = run(command, args, options)
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.stderr || done.stdout}`)
  return done.stdout
}

/** A Node for the check, and its name in the report. */
export interface TrialNode {
  readonly path: string
  readonly label: string
}

/** The Node that runs the check. */
export const thisNode: TrialNode = { path: process.execPath, label: `Node ${process.versions.node}` }

/** Downloads a Node of this version from the registry. Reports and returns undefined if it has none for this platform. */
export const downloadNode = (version: string): TrialNode | undefined => {
  const label = `Node ${version}`
  const name = `node-${process.platform}-${process.arch}@${version}`
  const packed = run("npm", ["pack", "--silent", "--prefer-offline", name])
  if (packed.status !== 0) {
    say(`${label}: not available for this platform, skipped`)
    return undefined
  }
  const folder = join(scratch, `node-${version}`)
  mkdirSync(folder)
  must("tar", ["-xzf", join(scratch, packed.stdout.trim()), "-C", folder])
  return { path: join(folder, "package", "bin", "node"), label }
}
