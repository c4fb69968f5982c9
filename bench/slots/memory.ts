import { Effect } from "effect"
import { ask, forget, serve } from "../calls.ts"
import { figureOf, makeWatch, type Row } from "../measure.ts"
import { type Memory, memoryOf } from "../memory.ts"
import type { Command } from "../processes.ts"
import { startServer } from "../server.ts"
import type { Bench, Slot } from "../Slot.ts"
import type { Subject } from "../Subject.ts"
import { mixedCalls } from "./concurrency.ts"

const servers = 3
/** Waits until a server is idle. */
const rest = Effect.sleep("1 second")

const idle = (command: Command, directory: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* startServer(command, directory)
      yield* rest
      return memoryOf(server.pid)
    })
  )

/** Measures the memory after all calls in turn. */
const serving = Effect.fnUntraced(function* (bench: Bench, subject: Subject) {
  const server = yield* serve(bench, subject)
  yield* Effect.forEach(mixedCalls(subject), (call) => ask(server, call))
  yield* rest
  return memoryOf(server.pid)
}, Effect.scoped)

/** Repeats a measurement in several servers; in fewer if it is slow. */
const repeated = Effect.fnUntraced(function* (measured: Effect.Effect<Memory>, rounds: number) {
  const found: Array<Memory> = []
  const isEnough = makeWatch(Math.min(servers, rounds), 1)
  while (!isEnough(found.length)) found.push(yield* measured)
  return found
})

/** Resident memory of the server, idle and after a mix of calls. */
export const memory: Slot = {
  name: "memory",
  about: "resident memory, idle after the handshake and after a mix of calls; its peak; that of children",
  seconds: 40,
  measure: Effect.fn("memory")(function* (bench) {
    const { floor, program, rounds } = bench
    const subject = yield* bench.subject
    const { directory, notes } = subject
    const waiting = yield* repeated(idle([...program, "mcp", "start"], directory), rounds)
    const bare = yield* repeated(idle(floor, directory), rounds)
    yield* forget(directory)
    const first = yield* serving(bench, subject)
    const busy = yield* repeated(serving(bench, subject), rounds)
    const peaks = busy.flatMap(({ peak }) => (peak === undefined ? [] : [peak]))
    const residentOf = (found: typeof busy) =>
      figureOf(
        found.map(({ resident }) => resident),
        "MB"
      )
    const peak = { max: 350 }
    const yardstick = { what: "SDK-only server, idle", figure: residentOf(bare) }
    const rows: ReadonlyArray<Row> = [
      { what: "resident, idle after the handshake", ours: residentOf(waiting), yardstick, goal: { max: 75 } },
      {
        what: `resident, serving ${notes} notes, after ${mixedCalls(subject).length} calls`,
        ours: residentOf(busy),
        yardstick,
        goal: { max: notes > 10_000 ? 200 : 130 }
      },
      ...(peaks.length === 0 ? [] : [{ what: "peak during the calls", ours: figureOf(peaks, "MB"), goal: peak }]),
      { what: "the same with an empty cache, a second after the last call", ours: residentOf([first]) },
      ...(first.peak === undefined
        ? []
        : [
            {
              what: "peak with an empty cache, including the parsing worker",
              ours: figureOf([first.peak], "MB"),
              goal: peak
            }
          ]),
      {
        what: "its git processes",
        ours: figureOf(
          busy.map(({ children }) => children),
          "MB"
        )
      }
    ]
    return rows
  })
}
