import { Effect, Fiber } from "effect"
import { ask, forget, startWarmServer } from "../calls.ts"
import { type Figure, figureOf, type Goal, makeWatch, quantile, type Row, timed } from "../measure.ts"
import { processorTimeOf } from "../processorTime.ts"
import { type Server, startServer } from "../server.ts"
import type { Bench, Slot } from "../Slot.ts"
import type { Subject } from "../Subject.ts"

type Call = Parameters<typeof ask>[1]

const maxCalls = 16
const idlePings = 40
/** Delay between a response to a ping and the next ping. */
const pause = "2 millis"

/** Makes calls of the four tools in turn, each about a different place. */
export const mixedCalls = ({ depended, files, long, units }: Subject): ReadonlyArray<Call> => {
  const reads = files.slice(1).toReversed()
  const places = [...reads.slice(1), long]
  return Array.from({ length: maxCalls }).flatMap((_, at): ReadonlyArray<Call> => {
    const [place, read, unit, needed] = [places[at], reads[at], units[at], depended[at]]
    return [
      ...(read === undefined ? [] : [{ tool: "read", args: { path: read.path } } as const]),
      ...(unit === undefined ? [] : [{ tool: "history", args: { path: unit.path, anchor: unit.anchor } } as const]),
      ...(place === undefined ? [] : [{ tool: "summary", args: { path: place.path } } as const]),
      ...(needed === undefined ? [] : [{ tool: "deps", args: { path: needed.path, anchor: needed.anchor } } as const])
    ]
  })
}

/** Wall time of the calls, and processor time of the server with git and of its main thread, in milliseconds. */
interface CallTimes {
  readonly total: number
  readonly all: number
  readonly main: number
}

/** Runs the calls in a new server that has loaded the notes. */
const measureCalls = Effect.fnUntraced(function* (
  bench: Bench,
  subject: Subject,
  work: (server: Server) => Effect.Effect<number>
) {
  const server = yield* startWarmServer(bench, subject)
  const before = processorTimeOf(server.pid)
  const total = yield* work(server)
  const after = processorTimeOf(server.pid)
  const since = (of: "all" | "main") => (after?.[of] ?? Number.NaN) - (before?.[of] ?? Number.NaN)
  return { total, all: since("all"), main: since("main") } satisfies CallTimes
}, Effect.scoped)

/** Runs the calls one after the other and returns the sum of their times. */
const inTurn = (calls: ReadonlyArray<Call>) => (server: Server) =>
  Effect.map(
    Effect.forEach(calls, (call) => ask(server, call)),
    (times) => times.reduce((sum, time) => sum + time, 0)
  )

const atOnce = (calls: ReadonlyArray<Call>) => (server: Server) =>
  timed(Effect.forEach(calls, (call) => ask(server, call), { concurrency: "unbounded" }))

const pings = Effect.fnUntraced(function* (server: Server, goOn: () => boolean) {
  const times: Array<number> = []
  while (goOn()) {
    times.push(yield* server.ping)
    yield* Effect.sleep(pause)
  }
  return times
})

/**
 * Sends `ping` to our server while it answers the calls, and to an idle SDK-only server, whose times show the load of the
 * machine. Separate from the timed runs, because answering hundreds of pings takes a tenth of the thread's time.
 */
const measurePings = Effect.fnUntraced(function* (bench: Bench, subject: Subject, calls: ReadonlyArray<Call>) {
  const server = yield* startWarmServer(bench, subject)
  const floor = yield* startServer(bench.floor, subject.directory)
  let left = idlePings
  const idle = yield* pings(server, () => (left -= 1) >= 0)
  let busy = true
  const pinging = yield* Effect.forkChild(
    Effect.all([pings(server, () => busy), pings(floor, () => busy)], { concurrency: 2 })
  )
  yield* atOnce(calls)(server)
  busy = false
  const [ours, floors] = yield* Fiber.join(pinging)
  return { idle, ours, floors }
}, Effect.scoped)

type Pinged = Effect.Success<ReturnType<typeof measurePings>>

/** Measures with one state of the on-disk cache, which `prepared` sets up before each run. */
const runsIn = Effect.fnUntraced(function* (bench: Bench, calls: ReadonlyArray<Call>, prepared: Effect.Effect<void>) {
  const subject = yield* bench.subject
  const sums: Array<CallTimes> = []
  const runs: Array<CallTimes> = []
  const busy: Array<Pinged> = []
  const isEnough = makeWatch(Math.ceil(bench.rounds / 2), Math.min(3, bench.rounds))
  const one = (way: typeof inTurn) => Effect.andThen(prepared, measureCalls(bench, subject, way(calls)))
  while (!isEnough(runs.length)) {
    const isOdd = runs.length % 2 === 1
    if (isOdd) runs.push(yield* one(atOnce))
    sums.push(yield* one(inTurn))
    if (!isOdd) runs.push(yield* one(atOnce))
    busy.push(yield* Effect.andThen(prepared, measurePings(bench, subject, calls)))
  }
  return { sums, runs, busy }
})

type Runs = Effect.Success<ReturnType<typeof runsIn>>

const over = (found: ReadonlyArray<CallTimes>, of: keyof CallTimes, parts = 1): Figure =>
  figureOf(found.map((each) => each[of] / parts))

/** The goals of calls at once and of the slowest `ping` during them. */
interface Goals {
  readonly calls: Goal
  readonly ping: Goal
}

const rowsOf = (
  { busy, runs, sums }: Runs,
  state: string,
  count: number,
  cores: number,
  goals?: Goals
): ReadonlyArray<Row> => {
  const ping = (of: keyof Pinged, part: number) => figureOf(busy.map((run) => quantile(run[of], part)))
  const against = "idle SDK-only server at the same time"
  const processor = (of: "all" | "main", parts: number, what: string): ReadonlyArray<Row> =>
    runs.some((run) => Number.isNaN(run[of]))
      ? []
      : [{ what, ours: over(runs, of, parts), yardstick: { what: "in turn", figure: over(sums, of, parts) } }]
  return [
    {
      what: `${count} calls at once, ${state}`,
      ours: over(runs, "total"),
      yardstick: { what: `their sum ÷ ${cores} cores`, figure: over(sums, "total", cores) },
      ...(goals === undefined ? {} : { goal: goals.calls })
    },
    ...processor("all", cores, `processor time of server and git ÷ ${cores} cores, ${state}`),
    ...processor("main", 1, `processor time of the server's main thread, ${state}`),
    {
      what: `slowest \`ping\` during the calls, ${state}`,
      ours: ping("ours", 1),
      yardstick: { what: against, figure: ping("floors", 1) },
      ...(goals === undefined ? {} : { goal: goals.ping })
    },
    {
      what: `95th percentile of \`ping\` during the calls, ${state}`,
      ours: ping("ours", 0.95),
      yardstick: { what: against, figure: ping("floors", 0.95) }
    },
    { what: `slowest \`ping\` when idle, ${state}`, ours: ping("idle", 1) }
  ]
}

/** Sixteen concurrent calls, against their sequential sum divided by the cores; `ping` during the calls. */
export const concurrency: Slot = {
  name: "concurrency",
  about:
    "16 concurrent first calls of all tools, against their sum ÷ cores; `ping` during them, against an idle server",
  seconds: 90,
  measure: Effect.fn("concurrency")(function* (bench) {
    const subject = yield* bench.subject
    const calls = mixedCalls(subject).slice(0, maxCalls)
    const cores = Math.min(bench.cores, calls.length)
    const bare = yield* runsIn(bench, calls, forget(subject.directory))
    // The last run with an empty cache has filled it, because each run makes all calls.
    const warm = yield* runsIn(bench, calls, Effect.void)
    return [
      ...rowsOf(bare, "empty cache", calls.length, cores),
      ...rowsOf(warm, "with cache", calls.length, cores, { calls: { ratio: 1.5 }, ping: { max: 35 } })
    ]
  })
}
