import { Effect, Fiber } from "effect"
import { ask, serveKnowing } from "../asking.ts"
import { figureOf, makeWatch, quantile, timed } from "../measure.ts"
import type { Server } from "../server.ts"
import type { Bench, Slot } from "../Slot.ts"
import type { Subject } from "../Subject.ts"

type Call = Parameters<typeof ask>[1]

const wantedCalls = 16
const idlePings = 40
/** Between the answer to a ping and the next one. */
const pause = "2 millis"

/** The four tools in turn, each call about a place of its own. */
export const mixedCalls = ({ depended, files, long, units }: Subject): ReadonlyArray<Call> => {
  const reads = files.slice(1).toReversed()
  const places = [...reads.slice(1), long]
  return Array.from({ length: wantedCalls }).flatMap((_, at): ReadonlyArray<Call> => {
    const [place, read, unit, needed] = [places[at], reads[at], units[at], depended[at]]
    return [
      ...(read === undefined ? [] : [{ tool: "read", args: { path: read.path } } as const]),
      ...(unit === undefined ? [] : [{ tool: "history", args: { path: unit.path, anchor: unit.anchor } } as const]),
      ...(place === undefined ? [] : [{ tool: "summary", args: { path: place.path } } as const]),
      ...(needed === undefined ? [] : [{ tool: "deps", args: { path: needed.path, anchor: needed.anchor } } as const])
    ]
  })
}

/** One after the other: the sum of their times. */
const inTurn = Effect.fnUntraced(function* (bench: Bench, subject: Subject, calls: ReadonlyArray<Call>) {
  const server = yield* serveKnowing(bench, subject)
  const times = yield* Effect.forEach(calls, (call) => ask(server, call))
  return times.reduce((sum, time) => sum + time, 0)
}, Effect.scoped)

const pings = Effect.fnUntraced(function* (server: Server, goOn: () => boolean) {
  const times: Array<number> = []
  while (goOn()) {
    times.push(yield* server.ping)
    yield* Effect.sleep(pause)
  }
  return times
})

/** All at once, and a `ping` after the other meanwhile. */
const together = Effect.fnUntraced(function* (bench: Bench, subject: Subject, calls: ReadonlyArray<Call>) {
  const server = yield* serveKnowing(bench, subject)
  let left = idlePings
  const idle = yield* pings(server, () => (left -= 1) >= 0)
  let busy = true
  const pinging = yield* Effect.forkChild(pings(server, () => busy))
  const total = yield* timed(Effect.forEach(calls, (call) => ask(server, call), { concurrency: "unbounded" }))
  busy = false
  return { total, idle, meanwhile: yield* Fiber.join(pinging) }
}, Effect.scoped)

/** Sixteen calls at once against the same ones in turn, spread over all cores; `ping` meanwhile. */
export const concurrency: Slot = {
  name: "concurrency",
  about: "16 first calls of all tools at once, against their sum ÷ cores; `ping` meanwhile, against `ping` when idle",
  seconds: 40,
  measure: Effect.fn("concurrency")(function* (bench) {
    const subject = yield* bench.subject
    const calls = mixedCalls(subject).slice(0, wantedCalls)
    const cores = Math.min(bench.cores, calls.length)
    const sums: Array<number> = []
    const runs: Array<Effect.Success<ReturnType<typeof together>>> = []
    const isEnough = makeWatch(Math.ceil(bench.rounds / 2), Math.min(3, bench.rounds))
    while (!isEnough(runs.length)) {
      if (runs.length % 2 === 0) sums.push(yield* inTurn(bench, subject, calls))
      runs.push(yield* together(bench, subject, calls))
      if (runs.length % 2 === 0) sums.push(yield* inTurn(bench, subject, calls))
    }
    const over = (part: number, of: "idle" | "meanwhile") => figureOf(runs.map((run) => quantile(run[of], part)))
    return [
      {
        what: `${calls.length} calls at once`,
        ours: figureOf(runs.map(({ total }) => total)),
        yardstick: {
          what: `their sum ÷ ${cores} cores`,
          figure: figureOf(sums.map((sum) => sum / cores))
        },
        goal: { ratio: 1.25 }
      },
      {
        what: "slowest `ping` meanwhile",
        ours: over(1, "meanwhile"),
        yardstick: { what: "when idle", figure: over(1, "idle") },
        goal: { most: 20 }
      },
      {
        what: "95 of 100 `ping` meanwhile",
        ours: over(0.95, "meanwhile"),
        yardstick: { what: "when idle", figure: over(0.95, "idle") }
      }
    ]
  })
}
