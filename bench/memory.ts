import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** Resident memory of a process, in MB. */
export interface Memory {
  readonly resident: number
  /** Peak so far; undefined if the system does not report it. */
  readonly peak: number | undefined
  /** Sum over all its children. */
  readonly children: number
}

/** Parses a number in `/proc/PID/status`; memory is in kB. */
export const statusField = (status: string, field: string): number | undefined => {
  const found = new RegExp(`^${field}:\\s+(\\d+)(?: kB)?$`, "m").exec(status)
  return found?.[1] === undefined ? undefined : Number(found[1])
}

const statusOf = (pid: number | string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8")
  } catch {
    return undefined
  }
}

const fromProc = (pid: number, own: string): Memory => {
  const residentOf = (status: string) => (statusField(status, "VmRSS") ?? 0) / 1024
  const peak = statusField(own, "VmHWM")
  const others = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  const children = others
    .map((other) => statusOf(other) ?? "")
    .filter((status) => statusField(status, "PPid") === pid)
    .reduce((sum, status) => sum + residentOf(status), 0)
  return { resident: residentOf(own), peak: peak === undefined ? undefined : peak / 1024, children }
}

/** Parses the memory of a process from `ps -A -o pid=,ppid=,rss=`. */
export const fromPs = (table: string, pid: number): Memory => {
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/).map(Number))
  const sum = (column: number) =>
    rows.filter((row) => row[column] === pid).reduce((total, [, , kilobytes = 0]) => total + kilobytes / 1024, 0)
  return { resident: sum(0), peak: undefined, children: sum(1) }
}

/** Reads the current memory of a process. */
export const memoryOf = (pid: number): Memory => {
  const own = statusOf(pid)
  if (own !== undefined) return fromProc(pid, own)
  return fromPs(execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" }), pid)
}
