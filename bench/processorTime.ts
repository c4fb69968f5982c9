import { readdirSync, readFileSync } from "node:fs"

/** Milliseconds of processor time that a process and its children have had so far. */
export interface ProcessorTime {
  /** Of all its threads and of its children, those included that have ended. */
  readonly all: number
  /** Of its main thread. */
  readonly main: number
}

/** Linux counts in hundredths of a second here, whatever the kernel's own clock. */
const tick = 10

const read = (path: string): string => {
  try {
    return readFileSync(path, "latin1")
  } catch {
    // Ended meanwhile, or no Linux.
    return ""
  }
}

/** What `/proc/PID/stat` says: the parent, user and system time, and those of children that have ended. */
export const fromStat = (stat: string) => {
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number)
  const [, parent = Number.NaN] = fields
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { parent, own: (user + system) * tick, ended: (endedUser + endedSystem) * tick }
}

/** Processor time of a server and its git; undefined where the system does not say. */
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
