import { readdirSync, readFileSync } from "node:fs"
import { platform } from "node:process"
import { Effect } from "effect"

/** A process as the system shows it. */
export interface Seen {
  readonly pid: number
  readonly command: string
}

const read = (path: string): string => {
  try {
    return readFileSync(path, "latin1")
  } catch {
    // Has ended by now, or another user's.
    return ""
  }
}

const isDead = (pid: string): boolean => /^\d+ \(.*\) [ZX]/s.test(read(`/proc/${pid}/stat`))

/**
 * Every process that lives and has this in its environment, as all descendants of one that was started with it do,
 * also those whose parents are gone. Linux only; empty elsewhere.
 */
export const processesWith = (mark: string): ReadonlyArray<Seen> =>
  platform === "linux"
    ? readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .filter((pid) => read(`/proc/${pid}/environ`).includes(mark) && !isDead(pid))
        .map((pid) => ({ pid: Number(pid), command: read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim() }))
    : []

/** Children of a process that have ended without its notice. Linux only; empty elsewhere. */
export const zombiesOf = (parent: number): ReadonlyArray<Seen> =>
  platform === "linux"
    ? readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .filter((pid) => new RegExp(`^\\d+ \\(.*\\) Z ${parent} `, "s").test(read(`/proc/${pid}/stat`)))
        .map((pid) => ({ pid: Number(pid), command: "" }))
    : []

/** Processes a server has started: its git processes and their descendants. */
export const descendants = (mark: string, server: number): ReadonlyArray<Seen> =>
  processesWith(mark).filter(({ pid }) => pid !== server)

/** Waits until no process fits; what a killed process was doing takes the system a moment to clear away. */
export const untilGone = (left: () => ReadonlyArray<Seen>): Effect.Effect<void> =>
  Effect.suspend(() => (left().length === 0 ? Effect.void : Effect.delay(untilGone(left), "10 millis")))

/** Waits until a process fits; on systems other than Linux, which cannot list processes, only for a while. */
export const untilSome = (found: () => ReadonlyArray<Seen>): Effect.Effect<void> => {
  if (platform !== "linux") return Effect.sleep("1 second")
  return Effect.suspend(() => (found().length > 0 ? Effect.void : Effect.delay(untilSome(found), "10 millis")))
}

/** Kilobytes of memory that a process keeps resident. */
export const residentKilobytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)
