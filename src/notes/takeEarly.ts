import { Effect, Fiber } from "effect"
import { Notes } from "./Notes.ts"

/** Begins to take a snapshot, and gives the notes as of that one: for callers that have other work before they read. */
export const takeEarly = Effect.gen(function* () {
  const notes = yield* Notes
  const taking = yield* Effect.forkChild(notes.snapshot)
  return Notes.of({ ...notes, snapshot: Fiber.join(taking) })
})
