import { Effect } from "effect"
import { compare } from "../domain/AnchorName.ts"
import { Lineage } from "./Lineage.ts"
import type { Question } from "./Question.ts"

/** What is depended on: a file, or some names in it. */
export interface Place {
  readonly path: string
  /** Names of the units asked about; empty means the whole file. */
  readonly names: ReadonlyArray<string>
}

/** Whether an anchor that a note names is one of those asked about. */
export const speaksOf = (names: ReadonlyArray<string>): ((anchor: string) => boolean) => {
  // Thousands of notes name the same few anchors: each is compared once.
  const known = new Map<string, boolean>()
  return (anchor) => {
    const found = known.get(anchor) ?? (names.length === 0 || names.some((name) => compare(anchor, name) !== undefined))
    known.set(anchor, found)
    return found
  }
}

/** The paths under which notes may speak of a place: its own, and past ones where notes name such. */
export const pathsNoted = Effect.fnUntraced(function* (question: Question, place: Place) {
  const lineage = yield* Lineage
  const { index } = question.snapshot
  const speaks = speaksOf(place.names)
  return yield* lineage.pathsOf(
    question.subject.commit,
    place.path,
    index.namedFiles(),
    (file) =>
      index.dependenciesOn(file).some((ref) => speaks(ref.anchor)) ||
      index.concernsAbout(file).some((ref) => speaks(ref.anchor))
  )
})
