import { Effect, Layer } from "effect"
import { GitDirectory } from "../../src/git/Git.ts"
import { authoringLayer } from "../../src/Layers.ts"
import { encodeNote } from "../../src/notes/encode.ts"
import { NotesWriter } from "../../src/notes/NotesWriter.ts"
import { notesStream } from "../../test/support/history.ts"
import { runGitChecked } from "../../test/support/runGit.ts"
import { makeRepository } from "../../test/support/TemporaryRepository.ts"
import type { Annotation } from "../../src/domain/Annotation.ts"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { type Findings, versus } from "../measure.ts"
import type { Subject } from "../Subject.ts"

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

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<number, E, R> =>
  Effect.suspend(() => {
    const started = performance.now()
    return Effect.map(effect, () => performance.now() - started)
  })

/** One note by compare-and-swap, decoded, merged, validated and encoded, against one `git fast-import` of the same bytes. */
export const noteWrite = Effect.fn("noteWrite")(function* ({ rounds }: Subject) {
  const repository = yield* makeRepository()
  const commits = yield* repository.importHistory(Array.from({ length: 100 }, (_, at) => ({ message: `Change ${at}` })))
  let count = 0
  const next = () => {
    count += 1
    const commit = commits[count % commits.length]
    return commit === undefined ? [] : [annotationOf(commit, count)]
  }
  const ours = Effect.flatMap(NotesWriter, (writer) =>
    Effect.forEach(next(), (annotation) =>
      timed(writer.update([annotation.commit], "Annotate", () => Effect.succeedSome({ annotation })))
    )
  ).pipe(Effect.map(([time = Number.NaN]) => time))
  const theirs = Effect.gen(function* () {
    const [annotation] = next()
    if (annotation === undefined) return Number.NaN
    const { exitCode, stdout } = yield* repository.tryGit(["rev-parse", "--verify", "--quiet", otherRef])
    const from = exitCode === 0 ? stdout.toString().trim() : undefined
    const stdin = notesStream([[annotation.commit, encodeNote(annotation)]], {
      ref: otherRef,
      from,
      date: 1_767_225_600
    })
    return yield* timed(runGitChecked(repository.directory, ["fast-import", "--quiet", "--done"], { stdin }))
  })
  const layer = authoringLayer.pipe(Layer.provide(Layer.succeed(GitDirectory, repository.directory)))
  const times = yield* versus(rounds, ours, theirs).pipe(Effect.provide(layer))
  const row = {
    what: `one note written to \`${ref}\``,
    ...times,
    against: "one `git fast-import` of it",
    reach: "≤ 1.5"
  }
  return { rows: [row], facts: [] } satisfies Findings
}, Effect.scoped)
