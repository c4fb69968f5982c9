import { spawnSync } from "node:child_process"
import { env } from "node:process"
import { isolation } from "../../../test/support/runGit.ts"

const inherited = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")))

/** Runs a git command and returns its standard output. Throws if it fails. */
export const gitBytes = (directory: string, args: ReadonlyArray<string>, input: string = ""): Buffer => {
  const { error, status, stderr, stdout } = spawnSync("git", ["-C", directory, "-c", "core.quotePath=false", ...args], {
    input,
    env: { ...inherited, ...isolation },
    maxBuffer: 2 ** 31
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`git ${args.join(" ")} (${String(status)}): ${stderr.toString()}`)
  return stdout
}

/** Runs a git command and returns its standard output as text. */
export const git = (directory: string, args: ReadonlyArray<string>, input: string = ""): string =>
  gitBytes(directory, args, input).toString("utf8")

/** Runs a git command and returns the non-empty lines of its output. */
export const gitLines = (directory: string, args: ReadonlyArray<string>, input: string = ""): ReadonlyArray<string> =>
  git(directory, args, input)
    .split("\n")
    .filter((line) => line !== "")

/** Whether a git command succeeds. */
export const gitHolds = (directory: string, args: ReadonlyArray<string>): boolean => {
  try {
    gitBytes(directory, args)
    return true
  } catch {
    return false
  }
}
