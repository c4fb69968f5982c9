import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"

/** The folder in which the packed package is tried; whoever runs the trial removes it. */
export const scratch = mkdtempSync(join(tmpdir(), "ultragit-package-"))

/** What was found wrong so far. */
export const problems: Array<string> = []

/** Notes what is wrong; the trial goes on. */
export const wrong = (problem: string): void => {
  problems.push(problem)
}

/** One line of the report. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

export interface RunOptions {
  readonly cwd?: string
  readonly input?: string
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** Nothing of the user's: his git configuration, his caches, variables that lead git elsewhere. */
const surroundings = (): NodeJS.ProcessEnv => ({
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

/** Runs a command, whatever comes of it. */
export const run = (command: string, args: ReadonlyArray<string>, options: RunOptions = {}) => {
  const done = spawnSync(command, args, {
    cwd: options.cwd ?? scratch,
    env: { ...surroundings(), ...options.env },
    input: options.input ?? "",
    encoding: "utf8",
    timeout: 300_000,
    maxBuffer: 64 * 1024 * 1024
  })
  return { status: done.status, stdout: done.stdout ?? "", stderr: done.stderr ?? String(done.error) }
}

/** Runs a command without which the trial cannot go on; its standard output. */
export const must = (command: string, args: ReadonlyArray<string>, options: RunOptions = {}): string => {
  const done = run(command, args, options)
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.stderr || done.stdout}`)
  return done.stdout
}

/** A Node to try the package with, and how the report names it. */
export interface TrialNode {
  readonly path: string
  readonly label: string
}

/** The Node that runs the trial. */
export const thisNode: TrialNode = { path: process.execPath, label: `Node ${process.versions.node}` }

/** A Node of that version from the registry; where it has none for this platform the report says so. */
export const nodeOf = (version: string): TrialNode | undefined => {
  const label = `Node ${version}`
  const name = `node-${process.platform}-${process.arch}@${version}`
  const packed = run("npm", ["pack", "--silent", "--prefer-offline", name])
  if (packed.status !== 0) {
    say(`${label}: not to be had here, not checked`)
    return undefined
  }
  const folder = join(scratch, `node-${version}`)
  mkdirSync(folder)
  must("tar", ["-xzf", join(scratch, packed.stdout.trim()), "-C", folder])
  return { path: join(folder, "package", "bin", "node"), label }
}
