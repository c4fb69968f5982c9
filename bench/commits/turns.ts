/**
 * Records long turns of the event loop; load it into a server with `--import`. At exit, writes them as JSON to the file
 * in `TURNS_FILE`: `[start, length, own]` in milliseconds, with `start` since 1970 and `own` without waiting for a
 * processor, on Linux.
 */
import { readFileSync, writeFileSync } from "node:fs"
import process, { env } from "node:process"
import { isMainThread } from "node:worker_threads"

const timerMillis = 2
/** Minimum length of a recorded turn. */
const minTurnMillis = 10

/** Reads how many milliseconds the main thread was ready but had no processor. */
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
    if (length > minTurnMillis) turns.push([last.time, length, length - (here.waited - last.waited)])
    last = here
  }, timerMillis).unref()
  process.on("exit", () => writeFileSync(file, JSON.stringify(turns)))
}

const file = env["TURNS_FILE"]
if (isMainThread && file !== undefined) watch(file)
