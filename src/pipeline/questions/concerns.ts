import { Effect, Result } from "effect"
import { Notes } from "../../notes/Notes.ts"
import type { ConcernEntry } from "../answering/answers.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { type Place, pathsNoted } from "./Place.ts"
import type { Question } from "../answering/Question.ts"
import { Reachability } from "../../lineage/Reachability.ts"

/** Cross-cutting concerns that list a place, newest first, each once. */
export const findConcerns = Effect.fn("Pipeline.findConcerns")(function* (question: Question, place: Place) {
  const reachability = yield* Reachability
  const notes = yield* Notes
  const times = yield* CommitTimes
  const { index } = question.snapshot
  const paths = yield* pathsNoted(question, place)
  const listed = [...paths]
    .flatMap((path) => index.concernsAbout(path))
    .filter((ref) => ref.anchor === "" || place.speaks(ref.anchor))
  const reachable = yield* reachability.reachableFromHead(
    listed.map((ref) => ref.commit),
    question.subject.commit,
    index
  )
  const refs = new Map(
    listed.filter((ref) => reachable.has(ref.commit)).map((ref) => [`${ref.commit} ${ref.concern}`, ref])
  )
  const commits = [...refs.values()].map((ref) => ref.commit)
  const read = yield* notes.read(question.snapshot, commits)
  const written = yield* times.authorTimes(commits)
  const concerns = [...refs.values()]
    .toSorted(
      (a, b) => written(b.commit) - written(a.commit) || (a.commit < b.commit ? -1 : 1) || a.concern - b.concern
    )
    .flatMap((ref): ReadonlyArray<ConcernEntry> => {
      const note = read.get(ref.commit)
      const concern =
        note !== undefined && Result.isSuccess(note) ? note.success.annotation.cross_cutting[ref.concern] : undefined
      return concern === undefined ? [] : [{ ...concern, commit: ref.commit }]
    })
  // A copy of a note on another commit says the same again; the first, the newest, stays.
  const each = new Map<string, ConcernEntry>()
  for (const concern of concerns) {
    const key = JSON.stringify([concern.description, concern.regions, concern.nature])
    if (!each.has(key)) each.set(key, concern)
  }
  return [...each.values()]
})
