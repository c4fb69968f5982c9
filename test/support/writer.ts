import { env } from "node:process"
import { Effect, Layer, Option, Result } from "effect"
import type { Annotation } from "../../src/domain/Annotation.ts"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../src/adapters/git/GitEnvironment.ts"
import { authoringLayer } from "../../src/Layers.ts"
import { decodeNote, type Note } from "../../src/notes/format/decode.ts"
import type { NoteContent } from "../../src/notes/NoteContent.ts"
import { NotesWriter } from "../../src/notes/NotesWriter.ts"
import { isolation } from "./runGit.ts"
import type { TemporaryRepository } from "./TemporaryRepository.ts"

/** Uses a writer of a repository's notes through the program's own layers; each call is as good as another process. */
export const withWriter = <A, E>(
  repository: { readonly directory: string },
  use: (writer: NotesWriter["Service"]) => Effect.Effect<A, E>
) =>
  Effect.flatMap(NotesWriter, use).pipe(
    Effect.provide(
      authoringLayer.pipe(
        Layer.provide(Layer.succeed(GitDirectory, repository.directory)),
        Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation }))
      ),
      { local: true }
    )
  )

/** An annotation without regions, and what the test adds. */
export const annotation = (commit: ObjectId, more: Partial<Annotation> = {}): Annotation => ({
  $schema: "ultragit/v1",
  commit,
  timestamp: "2025-01-01T00:00:00Z",
  summary: "A change.",
  context_level: "enhanced",
  regions: [],
  cross_cutting: [],
  provenance: { operation: "initial", derived_from: [], original_annotations_preserved: false },
  ...more
})

/** A change of notes that replaces what they said. */
export const saying =
  (more: Partial<Annotation> = {}) =>
  (commit: ObjectId) =>
    Effect.succeedSome<NoteContent>({ annotation: annotation(commit, more) })

/** The note on a commit, none when there is none; a note that cannot be read is a defect of the test. */
export const noteOn = Effect.fnUntraced(function* (repository: TemporaryRepository, commit: ObjectId) {
  const shown = yield* repository.tryGit(["notes", "--ref=refs/notes/ultragit", "show", commit])
  if (shown.exitCode !== 0) return Option.none<Note>()
  return Option.some(Result.getOrThrow(decodeNote(commit, shown.stdout)))
})
