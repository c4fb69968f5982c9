import { Effect } from "effect"
import { Lineage } from "../../lineage/Lineage.ts"
import type { Question } from "../answering/Question.ts"

/** A file, or units in it, that other code may depend on. */
export interface DependencyTarget {
  readonly path: string
  /** Whether a name in a note matches the target. */
  readonly matches: (notedName: string) => boolean
}

/** Makes a target that matches each name only once, since thousands of notes have the same few names. */
export const makeTarget = (path: string, matches: (notedName: string) => boolean): DependencyTarget => {
  const known = new Map<string, boolean>()
  return {
    path,
    matches: (noted) => {
      const found = known.get(noted) ?? matches(noted)
      known.set(noted, found)
      return found
    }
  }
}

/** Finds the paths under which notes may have a target: its current path, and former ones that notes have. */
export const findNotedPaths = Effect.fnUntraced(function* (question: Question, target: DependencyTarget) {
  const lineage = yield* Lineage
  const { index } = question.snapshot
  return yield* lineage.findPaths(question.subject.commit, target.path, index.namedFiles(), (file) =>
    index.anchorsNamed(file).some((anchor) => target.matches(anchor))
  )
})
