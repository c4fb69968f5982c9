import { Effect } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import type { Notes } from "../../notes/Notes.ts"

const noWarnings: ReadonlyArray<string> = []

/** Reads notes for an answer. Notes that cannot be read cost what they say, not the answer. */
export const readNotes = <A>(read: Effect.Effect<A, Failure, Notes>, nothing: A) =>
  read.pipe(
    Effect.map((found) => ({ found, warnings: noWarnings })),
    Effect.catch(({ message }) => Effect.succeed({ found: nothing, warnings: [`Notes are left out: ${message}`] }))
  )
