import { Effect, Fiber } from "effect"
import { ask, forget, serveKnowing } from "../asking.ts"
import { type Figure, figureOf, makeWatch, quantile, type Row, timed } from "../measure.ts"
import { processorTimeOf } from "../processorTime.ts"
import { type Server, startServer } from "../server.ts"
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

/** What the calls took, and the processor time of the server and its git for them. */
interface Taken {
  readonly total: number
  readonly all: number
  readonly main: number
}

/**
 * The calls in a server that knows the notes. Both ways begin alike: what the calls share they share both ways, as far
 * as one finds what another has found; and nobody asks anything else meanwhile.
 */
const taken = Effect.fnUntraced(function* (
  bench: Bench,
  subject: Subject,
  work: (server: Server) => Effect.Effect<number>
) {
  const server = yield* serveKnowing(bench, subject)
  const before = processorTimeOf(server.pid)
  const total = yield* work(server)
  const after = processorTimeOf(server.pid)
  const since = (of: "all" | "main") => (after?.[of] ?? Number.NaN) - (before?.[of] ?? Number.NaN)
  return { total, all: since("all"), main: since("main") } satisfies Taken
}, Effect.scoped)

/** One after the other: the sum of their times. */
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
 * A `ping` after the other while the calls are answered, to our server and to one that has nothing else to do: what that
 * one takes is what the machine has left for anybody beside that much git. Apart from the runs that are timed, since
 * hundreds of answers to `ping` take the thread a tenth of their time.
 */
const pinged = Effect.fnUntraced(function* (bench: Bench, subject: Subject, calls: ReadonlyArray<Call>) {
  const server = yield* serveKnowing(bench, subject)
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

type Pinged = Effect.Success<ReturnType<typeof pinged>>

/** Everything measured in one state of the cache on disk, which `prepared` brings about before each run. */
const runsIn = Effect.fnUntraced(function* (bench: Bench, calls: ReadonlyArray<Call>, prepared: Effect.Effect<void>) {
  const subject = yield* bench.subject
  const sums: Array<Taken> = []
  const runs: Array<Taken> = []
  const busy: Array<Pinged> = []
  const isEnough = makeWatch(Math.ceil(bench.rounds / 2), Math.min(3, bench.rounds))
  const one = (way: typeof inTurn) => Effect.andThen(prepared, taken(bench, subject, way(calls)))
  while (!isEnough(runs.length)) {
    const isOdd = runs.length % 2 === 1
    if (isOdd) runs.push(yield* one(atOnce))
    sums.push(yield* one(inTurn))
    if (!isOdd) runs.push(yield* one(atOnce))
    busy.push(yield* Effect.andThen(prepared, pinged(bench, subject, calls)))
  }
  return { sums, runs, busy }
})

type Runs = Effect.Success<ReturnType<typeof runsIn>>

const over = (found: ReadonlyArray<Taken>, of: keyof Taken, parts = 1): Figure =>
  figureOf(found.map((each) => each[of] / parts))

const rowsOf = ({ busy, runs, sums }: Runs, state: string, count: number, cores: number): ReadonlyArray<Row> => {
  const ping = (of: keyof Pinged, part: number) => figureOf(busy.map((run) => quantile(run[of], part)))
  const against = "SDK-only server with nothing to do, meanwhile"
  const processor = (of: "all" | "main", parts: number, what: string): ReadonlyArray<Row> =>
    runs.some((run) => Number.isNaN(run[of]))
      ? []
      : [{ what, ours: over(runs, of, parts), yardstick: { what: "in turn", figure: over(sums, of, parts) } }]
  return [
    {
      what: `${count} calls at once, ${state}`,
      ours: over(runs, "total"),
      yardstick: { what: `their sum ÷ ${cores} cores`, figure: over(sums, "total", cores) },
      goal: { ratio: 1.25 }
    },
    ...processor("all", cores, `processor time of server and git ÷ ${cores} cores, ${state}`),
    ...processor("main", 1, `of it the thread that answers, ${state}`),
    {
      what: `slowest \`ping\` meanwhile, ${state}`,
      ours: ping("ours", 1),
      yardstick: { what: against, figure: ping("floors", 1) },
      goal: { most: 20 }
    },
    {
      what: `95 of 100 \`ping\` meanwhile, ${state}`,
      ours: ping("ours", 0.95),
      yardstick: { what: against, figure: ping("floors", 0.95) }
    },
    { what: `slowest \`ping\` when idle, ${state}`, ours: ping("idle", 1) }
  ]
}

/** Sixteen calls at once against the same ones in turn, spread over all cores; `ping` meanwhile. */
export const concurrency: Slot = {
  name: "concurrency",
  about: "16 first calls of all tools at once, against their sum ÷ cores; `ping` meanwhile, against an idle server's",
  seconds: 90,
  measure: Effect.fn("concurrency")(function* (bench) {
    const subject = yield* bench.subject
    const calls = mixedCalls(subject).slice(0, wantedCalls)
    const cores = Math.min(bench.cores, calls.length)
    const bare = yield* runsIn(bench, calls, forget(subject.directory))
    // Whatever the last run without kept is enough for those with: each asked for everything.
    const warm = yield* runsIn(bench, calls, Effect.void)
    return [
      ...rowsOf(bare, "nothing kept", calls.length, cores),
      ...rowsOf(warm, "with what earlier servers kept", calls.length, cores)
    ]
  })
}
