import { Effect, Layer } from "effect"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import { authoringLayer } from "../../src/Layers.ts"
import { encodeNote } from "../../src/notes/format/encode.ts"
import { NotesWriter } from "../../src/notes/NotesWriter.ts"
import { notesStream } from "../../test/support/history.ts"
import { makeRepository } from "../../test/support/TemporaryRepository.ts"
import type { Annotation } from "../../src/domain/Annotation.ts"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { rowOf, timed, compareInTurn } from "../measure.ts"
import { timeOf } from "../processes.ts"
import type { Slot } from "../Slot.ts"

const ref = "refs/notes/ultragit"
const otherRef = "refs/notes/imported"

const annotationOf = (commit: ObjectId, count: number): Annotation => ({
  $schema: "ultragit/v1",
  commit,
  timestamp: "2025-01-01T00:00:00Z",
  summary: `Change ${count}`,
  context_level: "enhanced",
  regions: [],
  cross_cutting: [],
  provenance: { operation: "initial", derived_from: [], original_annotations_preserved: true }
})

/** The program reads a configuration file again that is newer than two seconds; a user's file is older. */
const settling = "2200 millis"

/** Makes a repository of a hundred commits, and a function that returns annotations for them in turn. */
const makeScene = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const commits = yield* repository.importHistory(Array.from({ length: 100 }, (_, at) => ({ message: `Change ${at}` })))
  yield* Effect.sleep(settling)
  let count = 0
  const next = Effect.suspend(() => {
    count += 1
    const commit = commits[count % commits.length]
    return commit === undefined ? Effect.die(new Error("no commits")) : Effect.succeed(annotationOf(commit, count))
  })
  return { repository, next }
})

/** One note written by compare-and-swap, with decoding, merging, validation and encoding, against `git fast-import`. */
export const noteWrite: Slot = {
  name: "noteWrite",
  about: "one note written by compare-and-swap, in its own small repository, against one `git fast-import`",
  seconds: 7,
  measure: Effect.fn("noteWrite")(function* ({ rounds }) {
    const { next, repository } = yield* makeScene
    const ours = Effect.gen(function* () {
      const writer = yield* NotesWriter
      const annotation = yield* next
      return yield* timed(
        writer.update([annotation.commit], "Annotate", () => Effect.succeedSome({ annotation })).pipe(Effect.orDie)
      )
    })
    const theirs = Effect.gen(function* () {
      const annotation = yield* next
      const { exitCode, stdout } = yield* repository.tryGit(["rev-parse", "--verify", "--quiet", otherRef])
      const from = exitCode === 0 ? stdout.toString().trim() : undefined
      const note = [annotation.commit, encodeNote(annotation)] as const
      const stdin = notesStream([note], { ref: otherRef, from, date: 1_767_225_600 })
      // Spawned by this process like ours, because spawning is slower from a larger process.
      return yield* timeOf(["git", "fast-import", "--quiet", "--done"], repository.directory, stdin)
    })
    const layer = authoringLayer.pipe(Layer.provide(Layer.succeed(GitDirectory, repository.directory)))
    const duel = yield* compareInTurn(rounds, ours, theirs).pipe(Effect.provide(layer))
    return [rowOf(`one note written to \`${ref}\``, duel, "one `git fast-import` of it", { ratio: 1.7 })]
  }, Effect.scoped)
}
