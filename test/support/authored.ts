import { env } from "node:process"
import { Effect, type FileSystem, Layer, type Path } from "effect"
import type { Pipeline } from "../../src/pipeline/questions/Pipeline.ts"
import type { Settings } from "../../src/config/Settings.ts"
import { type Git, GitDirectory } from "../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../src/adapters/git/GitEnvironment.ts"
import type { GitWrites } from "../../src/adapters/git/GitWrites.ts"
import { authoringLayer, files } from "../../src/Layers.ts"
import type { Notes } from "../../src/notes/Notes.ts"
import type { NotesWriter } from "../../src/notes/NotesWriter.ts"
import type { Parser } from "../../src/adapters/parser/Parser.ts"
import { isolation } from "./runGit.ts"
import { whenSettled } from "./settledClock.ts"

/** What writing annotations needs. */
export type Authoring =
  | Pipeline
  | FileSystem.FileSystem
  | Path.Path
  | Git
  | GitWrites
  | Notes
  | NotesWriter
  | Parser
  | Settings

/** Runs an effect on a repository through the program's own layers, a fresh set each time, nothing of the user's in them. */
export const authored =
  (repository: { readonly directory: string }) =>
  <A, E>(effect: Effect.Effect<A, E, Authoring>): Effect.Effect<A, E> =>
    effect.pipe(
      Effect.provide(
        Layer.merge(authoringLayer, files).pipe(
          Layer.provide(Layer.succeed(GitDirectory, repository.directory)),
          Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation }))
        ),
        { local: true }
      )
    )

/** The same some seconds later than it is, where the test's own time does not matter. */
export const authoredNow =
  (repository: { readonly directory: string }) =>
  <A, E>(effect: Effect.Effect<A, E, Authoring>): Effect.Effect<A, E> =>
    whenSettled(authored(repository)(effect))
