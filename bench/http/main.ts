/**
 * Measures the HTTP server of the built program: bad requests, mixed load, sessions left open, and overhead over stdio.
 *
 *     node bench/http/main.ts fuzz [--requests 100000] [--seed 1]
 *     node bench/http/main.ts mixed [--seconds 600] [--clients 16]
 *     node bench/http/main.ts sessions [--count 1000]
 *     node bench/http/main.ts overhead [--rounds 200]
 */
import { loadavg } from "node:os"
import process from "node:process"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { makeRepositories, showHeld, startServer } from "./BenchServer.ts"
import { fuzz } from "./fuzz.ts"
import { measureMixed } from "./mixed.ts"
import { measureOverhead } from "./overhead.ts"
import { useSessions, leaveSessions } from "./sessions.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "600" },
    clients: { type: "string", default: "16" },
    count: { type: "string", default: "1000" },
    rounds: { type: "string", default: "200" }
  }
})

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const names = ["a", "b", "c", "d"]
/** Until timers and connections of clients that went away are gone: the limit of a request is 15 s. */
const settleSeconds = 20

const measure = Effect.gen(function* () {
  const root = yield* makeRepositories(names)
  const server = yield* startServer(root)
  const measured = (work: Effect.Effect<void>) =>
    Effect.gen(function* () {
      print(`load ${loadavg()[0]?.toFixed(1)}; before: ${showHeld(yield* server.observe())}`)
      yield* work
      yield* Effect.sleep(settleSeconds * 1000)
      print(`load ${loadavg()[0]?.toFixed(1)}; after ${settleSeconds} s: ${showHeld(yield* server.observe())}`)
      print(`running: ${server.isRunning()}`)
    })
  const [what] = positionals
  if (what === "fuzz") {
    // The first requests load most of the program.
    yield* fuzz(server.base, 2_000, Number(values.seed) + 1)
    yield* measured(
      Effect.gen(function* () {
        const started = performance.now()
        const { examples, report, statuses } = yield* fuzz(server.base, Number(values.requests), Number(values.seed))
        print(`${((performance.now() - started) / 1000).toFixed(0)} s`)
        for (const [kind, counts] of report) print(`${kind}: ${JSON.stringify(counts)}`)
        const sorted = [...statuses].toSorted(([one], [other]) => Number(one) - Number(other))
        print(sorted.map(([status, count]) => `${status}: ${count}`).join(", "))
        for (const example of examples) print(example)
      })
    )
  } else if (what === "mixed") {
    print(yield* measureMixed(server.base, names, { clients: 1, seconds: 10 }))
    const load = { clients: Number(values.clients), seconds: Number(values.seconds) }
    yield* measured(Effect.map(measureMixed(server.base, names, load), print))
  } else if (what === "sessions") {
    const count = Number(values.count)
    print(`at first: ${showHeld(yield* server.observe())}`)
    yield* useSessions(server.base, count)
    yield* Effect.sleep(settleSeconds * 1000)
    yield* measured(leaveSessions(server.base, count))
  } else if (what === "overhead") {
    print(yield* measureOverhead(server.base, root, Number(values.rounds)))
  } else print("fuzz, mixed, sessions or overhead")
  print(`stopped: ${JSON.stringify(yield* server.stop())}`)
})

await Effect.runPromise(Effect.scoped(measure))
