import { Effect, Layer } from "effect"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import { authoringLayer } from "../../src/Layers.ts"
import { encodeNote } from "../../src/notes/format/encode.ts"
import { NotesWriter } from "../../src/notes/NotesWriter.ts"
import { notesStream } from "../../test/support/history.ts"
import { makeRepository } from "../../test/support/TemporaryRepository.ts"
import type { Annotation } from "../../src/domain/Annotation.ts"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { rowOf, timed, versus } from "../measure.ts"
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

/** A configuration that changed within two seconds is read again for each note; a user's has not. */
const settling = "2200 millis"

/** A repository of a hundred commits, and an annotation for one after the other, again and again. */
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

/** One note by compare-and-swap, decoded, merged, validated and encoded, against one `git fast-import` of the same bytes. */
export const noteWrite: Slot = {
  name: "noteWrite",
  about: "one note written safely, in a small repository of its own, against one `git fast-import` of it",
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
      // Started by this process like ours: starting one takes the longer the larger the process that does.
      return yield* timeOf(["git", "fast-import", "--quiet", "--done"], repository.directory, stdin)
    })
    const layer = authoringLayer.pipe(Layer.provide(Layer.succeed(GitDirectory, repository.directory)))
    const duel = yield* versus(rounds, ours, theirs).pipe(Effect.provide(layer))
    return [rowOf(`one note written to \`${ref}\``, duel, "one `git fast-import` of it", { ratio: 1.5 })]
  }, Effect.scoped)
}
