import { Effect } from "effect"
import type { Git } from "../../adapters/git/Git.ts"
import type { Notes } from "../../notes/Notes.ts"
import { Sources } from "./Sources.ts"

/** Runs work with git and the notes of the repository at a directory, open until the work ends. */
export const inRepository =
  (directory: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, Sources | Exclude<R, Git | Notes>> =>
    Effect.flatMap(Sources, (sources) => Effect.provide(work, sources.at(directory), { local: true }))
