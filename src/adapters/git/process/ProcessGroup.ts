import { Result } from "effect"
import type { ChildProcess } from "node:child_process"
import { kill, platform } from "node:process"

/**
 * Options of a child that leads a process group of its own, so that what it starts (git may be a script, a shim or a
 * launcher of the true git) can be ended with it. Windows has no groups.
 */
export const ownGroup = { detached: platform !== "win32" } as const

/** Signals a child that leads its group, and everything it started. */
export const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  const { pid } = child
  if (pid === undefined) return
  if (platform === "win32" || Result.isFailure(Result.try(() => kill(-pid, signal)))) child.kill(signal)
}
