import { execFileSync } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { runCommand } from "./runCommand.ts"
import { isolation } from "./runGit.ts"

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url))

/**
 * Runs the program in a folder as a user who may only do what modes of files allow: tests may run as root. The folder is
 * that user's.
 */
export const runUnprivileged = Effect.fnUntraced(function* (directory: string, ...args: ReadonlyArray<string>) {
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync("chown", ["-R", "65534:65534", directory])
  const dropping = ["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath]
  return yield* runCommand({
    command: isRoot ? "setpriv" : process.execPath,
    args: [...(isRoot ? dropping : []), main, ...args],
    cwd: directory,
    env: { ...process.env, ...isolation, HOME: directory }
  })
})
