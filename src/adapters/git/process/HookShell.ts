import { spawn } from "node:child_process"
import { Effect } from "effect"

/**
 * Runs lines of a hook in the shell that git uses for hooks, with the folder, environment and standard streams of this
 * process. Waits for the shell, not for its background processes. Always succeeds, with any exit code.
 */
export const runHookLines = (name: string, lines: string, args: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const child = spawn("sh", ["-c", lines, name, ...args], { stdio: "inherit" })
    child.once("error", () => resume(Effect.void))
    child.once("exit", () => resume(Effect.void))
  })
