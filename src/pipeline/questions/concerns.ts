import { Effect, Result } from "effect"
import { Notes } from "../../notes/Notes.ts"
import type { ConcernEntry } from "../answering/answers.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { type DependencyTarget, findNotedPaths } from "./DependencyTarget.ts"
import type { Question } from "../answering/Question.ts"
import { Reachability } from "../../lineage/Reachability.ts"

/** Drops concerns that copies of a note on other commits repeat. Keeps the first, which is the newest. */
const dropCopies = (concerns: ReadonlyArray<ConcernEntry>): ReadonlyArray<ConcernEntry> => {
  const distinct = new Map<string, ConcernEntry>()
  for (const concern of concerns) {
    const key = JSON.stringify([concern.description, concern.regions, concern.nature])
    if (!distinct.has(key)) distinct.set(key, concern)
  }
  return [...distinct.values()]
}

/** Finds the cross-cutting concerns that list a target, newest first, without duplicates. */
export const findConcerns = Effect.fn("Pipeline.findConcerns")(function* (
  question: Question,
  target: DependencyTarget
) {
  const reachability = yield* Reachability
  const notes = yield* Notes
  const times = yield* CommitTimes
  const { index } = question.snapshot
  const paths = yield* findNotedPaths(question, target)
  const refsOnTarget = [...paths]
    .flatMap((path) => index.concernsAbout(path))
    .filter((ref) => ref.anchor === "" || target.matches(ref.anchor))
  const reachable = yield* reachability.reachableFromHead(
    refsOnTarget.map((ref) => ref.commit),
    question.subject.commit,
    index
  )
  const refs = new Map(
    refsOnTarget.filter((ref) => reachable.has(ref.commit)).map((ref) => [`${ref.commit} ${ref.concern}`, ref])
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
  return dropCopies(concerns)
})
