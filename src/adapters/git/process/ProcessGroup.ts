import { Result } from "effect"
import type { ChildProcess } from "node:child_process"
import { kill, platform } from "node:process"

/**
 * Spawn options for a child that leads its own process group, so that everything it starts can be ended with it. The
 * git on the PATH may be a script, a shim or a launcher. Windows has no process groups.
 */
export const ownGroup = { detached: platform !== "win32" } as const

/** Sends a signal to the process group of a child. */
export const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  const { pid } = child
  if (pid === undefined) return
  if (platform === "win32" || Result.isFailure(Result.try(() => kill(-pid, signal)))) child.kill(signal)
}
