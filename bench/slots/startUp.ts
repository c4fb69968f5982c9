import { Effect } from "effect"
import { rowOf, compareInTurn } from "../measure.ts"
import type { Command } from "../processes.ts"
import { startServer } from "../server.ts"
import type { Slot } from "../Slot.ts"

const startTime = (command: Command, directory: string) =>
  Effect.scoped(Effect.map(startServer(command, directory), (server) => server.started))

/** Spawn to the response to `initialize`, with a warm compile cache, against an SDK-only server. */
export const startUp: Slot = {
  name: "startUp",
  about: "spawn to `initialize` answered, against a bundled server that has the SDK and one empty tool",
  seconds: 10,
  measure: Effect.fn("startUp")(function* ({ floor, program, rounds, subject }) {
    const { directory } = yield* subject
    const ours = startTime([...program, "mcp", "start"], directory)
    const duel = yield* compareInTurn(rounds, ours, startTime(floor, directory))
    return [rowOf("spawn to `initialize` answered", duel, "SDK-only server", { ratio: 1.2 })]
  })
}
