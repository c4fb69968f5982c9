import { Effect, Fiber } from "effect"
import { Notes } from "./Notes.ts"

/** Starts to take a snapshot in the background. Returns notes whose snapshot is that one. */
export const prefetchSnapshot = Effect.gen(function* () {
  const notes = yield* Notes
  const taking = yield* Effect.forkChild(notes.snapshot)
  return Notes.of({ ...notes, snapshot: Fiber.join(taking) })
})
