import { Effect } from "effect"
import { Lineage } from "../../lineage/Lineage.ts"
import type { Question } from "../answering/Question.ts"

/** What is depended on: a file, or some units in it. */
export interface Place {
  readonly path: string
  /** Whether a name that a note has for something in the file speaks of it. */
  readonly speaks: (noted: string) => boolean
}

/** A place whose `speaks` is asked only once for each name: thousands of notes name the same few anchors. */
export const placeAt = (path: string, speaks: (noted: string) => boolean): Place => {
  const known = new Map<string, boolean>()
  return {
    path,
    speaks: (noted) => {
      const found = known.get(noted) ?? speaks(noted)
      known.set(noted, found)
      return found
    }
  }
}

/** The paths under which notes may speak of a place: its own, and past ones where notes name such. */
export const pathsNoted = Effect.fnUntraced(function* (question: Question, place: Place) {
  const lineage = yield* Lineage
  const { index } = question.snapshot
  return yield* lineage.findPaths(question.subject.commit, place.path, index.namedFiles(), (file) =>
    index.anchorsNamed(file).some((anchor) => place.speaks(anchor))
  )
})
