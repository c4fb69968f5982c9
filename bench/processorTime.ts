import { readdirSync, readFileSync } from "node:fs"

/** Processor time of a process so far, in milliseconds. */
export interface ProcessorTime {
  /** All its threads and all its children, including those that have ended. */
  readonly all: number
  /** Its main thread. */
  readonly main: number
}

/** `/proc/PID/stat` counts in hundredths of a second, independent of the kernel's clock. */
const tickMillis = 10

const read = (path: string): string => {
  try {
    return readFileSync(path, "latin1")
  } catch {
    // The process has ended, or this is not Linux.
    return ""
  }
}

/** Parses `/proc/PID/stat`: the parent, its own processor time, and that of children that have ended. */
export const fromStat = (stat: string) => {
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number)
  const [, parent = Number.NaN] = fields
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { parent, own: (user + system) * tickMillis, ended: (endedUser + endedSystem) * tickMillis }
}

/** Reads the processor time of a process and its children; undefined if the system does not report it. */
export const processorTimeOf = (pid: number): ProcessorTime | undefined => {
  const stat = read(`/proc/${pid}/stat`)
  const main = read(`/proc/${pid}/task/${pid}/schedstat`)
  if (stat === "" || main === "") return undefined
  const { ended, own } = fromStat(stat)
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((other) => fromStat(read(`/proc/${other}/stat`)))
    .filter(({ parent }) => parent === pid)
    .reduce((sum, child) => sum + child.own + child.ended, 0)
  return { all: own + ended + children, main: Number(main.split(" ")[0]) / 1_000_000 }
}
