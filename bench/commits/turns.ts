/**
 * Loaded into a server by `--import`: how long its thread goes from one turn of the event loop to the next. At the end
 * all that is longer than a few milliseconds is written as JSON to the file that `TURNS_FILE` names: `[start, length,
 * own]`, in milliseconds, the start since 1970; `own`: without what it waited for a processor, where Linux tells.
 */
import { readFileSync, writeFileSync } from "node:fs"
import process, { env } from "node:process"
import { isMainThread } from "node:worker_threads"

/** Milliseconds between turns when nothing else is done, and from when on one is taken down. */
const usual = 2
const long = 10

/** Milliseconds that the main thread was ready and had no processor. */
const waited = (): number => {
  if (process.platform !== "linux") return 0
  const [, nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ")
  return Number(nanoseconds) / 1e6
}

const now = () => ({ time: performance.timeOrigin + performance.now(), waited: waited() })

const watch = (file: string): void => {
  const turns: Array<readonly [start: number, length: number, own: number]> = []
  let last = now()
  setInterval(() => {
    const here = now()
    const length = here.time - last.time
    if (length > long) turns.push([last.time, length, length - (here.waited - last.waited)])
    last = here
  }, usual).unref()
  process.on("exit", () => writeFileSync(file, JSON.stringify(turns)))
}

const file = env["TURNS_FILE"]
if (isMainThread && file !== undefined) watch(file)
