/**
 * Records long turns of the event loop; load it into a server with `--import`. At exit, writes them as JSON to the file
 * in `TURNS_FILE`: `[start, length, own]` in milliseconds, with `start` since 1970 and `own` the processor time of the
 * thread: without waiting for a processor, or for memory that other threads map.
 */
import { writeFileSync } from "node:fs"
import process, { env } from "node:process"
import { isMainThread } from "node:worker_threads"

const timerMillis = 2
/** Minimum length of a recorded turn. */
const minTurnMillis = 10

const now = () => {
  const { system, user } = process.threadCpuUsage()
  return { time: performance.timeOrigin + performance.now(), own: (system + user) / 1000 }
}

const watch = (file: string): void => {
  const turns: Array<readonly [start: number, length: number, own: number]> = []
  let last = now()
  setInterval(() => {
    const here = now()
    const length = here.time - last.time
    if (length > minTurnMillis) turns.push([last.time, length, here.own - last.own])
    last = here
  }, timerMillis).unref()
  process.on("exit", () => writeFileSync(file, JSON.stringify(turns)))
}

const file = env["TURNS_FILE"]
if (isMainThread && file !== undefined) watch(file)
