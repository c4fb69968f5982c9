import { Effect } from "effect"
import { ask, forget, serve } from "../asking.ts"
import { figureOf, makeWatch, type Row } from "../measure.ts"
import { type Memory, memoryOf } from "../memory.ts"
import type { Command } from "../processes.ts"
import { startServer } from "../server.ts"
import type { Bench, Slot } from "../Slot.ts"
import type { Subject } from "../Subject.ts"
import { mixedCalls } from "./concurrency.ts"

const servers = 3
/** What a server needs to come to rest. */
const rest = Effect.sleep("1 second")

const idle = (command: Command, directory: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* startServer(command, directory)
      yield* rest
      return memoryOf(server.pid)
    })
  )

/** After all the calls, one after the other. */
const serving = Effect.fnUntraced(function* (bench: Bench, subject: Subject) {
  const server = yield* serve(bench, subject)
  yield* Effect.forEach(mixedCalls(subject), (call) => ask(server, call))
  yield* rest
  return memoryOf(server.pid)
}, Effect.scoped)

/** In several servers, one after the other; in fewer where the calls take long. */
const repeated = Effect.fnUntraced(function* (measured: Effect.Effect<Memory>, rounds: number) {
  const found: Array<Memory> = []
  const isEnough = makeWatch(Math.min(servers, rounds), 1)
  while (!isEnough(found.length)) found.push(yield* measured)
  return found
})

/** Resident memory of the server, idle and after a mix of calls. */
export const memory: Slot = {
  name: "memory",
  about: "resident memory idle after the handshake, and after a mix of calls; the most it was; its children",
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
    const most = busy.flatMap((found) => (found.most === undefined ? [] : [found.most]))
    const residentOf = (found: typeof busy) =>
      figureOf(
        found.map(({ resident }) => resident),
        "MB"
      )
    const yardstick = { what: "SDK-only server, idle", figure: residentOf(bare) }
    const rows: ReadonlyArray<Row> = [
      { what: "resident, idle after the handshake", ours: residentOf(waiting), yardstick, goal: { most: 75 } },
      {
        what: `resident, serving ${notes} notes, after ${mixedCalls(subject).length} calls`,
        ours: residentOf(busy),
        yardstick,
        goal: { most: 120 }
      },
      ...(most.length === 0 ? [] : [{ what: "the most it was meanwhile", ours: figureOf(most, "MB") }]),
      { what: "the same where nothing was kept, a second after the last call", ours: residentOf([first]) },
      ...(first.most === undefined
        ? []
        : [{ what: "the most it was then, the parsing worker included", ours: figureOf([first.most], "MB") }]),
      {
        what: "its git processes, apart",
        ours: figureOf(
          busy.map(({ children }) => children),
          "MB"
        )
      }
    ]
    return rows
  })
}
