import { Effect } from "effect"
import { type Fact, type Findings, versus } from "../measure.ts"
import { type Command, startServer } from "../processes.ts"
import type { Subject } from "../Subject.ts"

const startTime = (command: Command, directory: string) =>
  Effect.scoped(Effect.map(startServer(command, directory), (server) => server.started))

/** Resident memory a second after the handshake. */
const idleMemory = (command: Command, directory: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* startServer(command, directory)
      yield* Effect.sleep("1 second")
      return server.residentMegabytes()
    })
  )

const memoryFact = (what: string, megabytes: number | undefined, reach: string): ReadonlyArray<Fact> =>
  megabytes === undefined ? [] : [{ what, value: `${megabytes.toFixed(0)} MB`, reach }]

/** Spawn to the answer to `initialize`, compile cache warm, against the server that only has the SDK; idle memory. */
export const startUp = Effect.fn("startUp")(function* (subject: Subject) {
  const { directory, floor, program, rounds } = subject
  const serve: Command = [...program, "mcp", "start"]
  const times = yield* versus(rounds, startTime(serve, directory), startTime(floor, directory))
  const row = { what: "spawn to `initialize` answered", ...times, against: "SDK-only server", reach: "≤ 1.25" }
  const facts = [
    ...memoryFact("resident when idle", yield* idleMemory(serve, directory), "≤ 75 MB"),
    ...memoryFact("resident when idle, SDK-only server", yield* idleMemory(floor, directory), "")
  ]
  return { rows: [row], facts } satisfies Findings
})
