import { spawn } from "node:child_process"
import process from "node:process"
import { Effect } from "effect"

/**
 * Starts this program again in the background. It goes on when this process ends, and nobody waits for it: without it, what
 * it would have worked out is worked out later.
 *
 * @param folder its working folder
 */
export const startProgram = (args: ReadonlyArray<string>, folder: string): Effect.Effect<void> =>
  Effect.sync(() => {
    const child = spawn(process.execPath, [process.argv[1] ?? "", ...args], {
      cwd: folder,
      detached: true,
      stdio: "ignore",
      windowsHide: true
    })
    child.on("error", () => undefined)
    child.unref()
  })
