import { spawn } from "node:child_process"
import { Effect } from "effect"

/**
 * Runs a hook's own lines by the shell that git runs hooks with, in the folder, environment and standard streams of this
 * process. Waits for the shell, not for what it leaves in the background; succeeds whatever becomes of it.
 */
export const runHookLines = (name: string, lines: string, args: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const child = spawn("sh", ["-c", lines, name, ...args], { stdio: "inherit" })
    child.once("error", () => resume(Effect.void))
    child.once("exit", () => resume(Effect.void))
  })
