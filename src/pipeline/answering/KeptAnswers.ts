import { Effect, Option } from "effect"
import type { SettingsValues } from "../../config/SettingsValues.ts"
import { Notes } from "../../notes/Notes.ts"
import type { NotesIndex } from "../../notes/lookup/NotesIndex.ts"
import type { Answer } from "./answers.ts"
import type { Options } from "./queries.ts"
import type { Question } from "./Question.ts"

/** JSON text of all kept answers of one kind, in characters. */
const keptCharacters = 256 * 1024

/** An answer, and whether it follows from the question alone. */
export interface Found<A extends Answer> {
  readonly answer: A
  /** Whether everything that it speaks of was there to be read: what is missing may be there the next time. */
  readonly whole: boolean
}

interface Kept<A> {
  readonly answer: A
  readonly characters: number
}

/** Kept answers with what they have in common: notes and git's view of history, and settings. Both are new objects when they change. */
interface Shelf<A> {
  readonly index: NotesIndex
  readonly settings: SettingsValues
  readonly answers: Map<string, Kept<A>>
  characters: number
}

/** Everything else that an answer about a file follows from; none for one that is not kept. */
const keyOf = (question: Question, query: Options): Option.Option<string> => {
  const { now, sieve, subject } = question
  // What blame says of a file that was changed depends on the index and on more that is dear to look at.
  if (subject.kind !== "file" || subject.dirty || query.measure !== undefined) return Option.none()
  return Option.map(subject.blob, (blob) => {
    const { commit, committed, path, rev, warnings } = subject
    return JSON.stringify([query, sieve.since ?? null, now, path, commit, rev, blob, committed, warnings])
  })
}

/** Keeps an answer, and lets those go that were asked for longest ago until they are within what is allowed. */
const keep = <A>(shelf: Shelf<A>, key: string, answer: A): void => {
  const characters = key.length + JSON.stringify(answer).length
  shelf.characters += characters - (shelf.answers.get(key)?.characters ?? 0)
  shelf.answers.delete(key)
  shelf.answers.set(key, { answer, characters })
  for (const [oldest, { characters: less }] of shelf.answers) {
    if (shelf.characters <= keptCharacters) return
    shelf.answers.delete(oldest)
    shelf.characters -= less
  }
}

/**
 * Keeps answers about files as long as all is as it was: the commit, the file's content, the notes, the settings, and
 * what else git's view of history depends on. What is looked up to know that is what every question starts from.
 */
export const makeKeptAnswers = <A extends Answer>() => {
  let last: Shelf<A> | undefined
  const shelfFor = ({ settings, snapshot: { index } }: Question): Shelf<A> => {
    if (last?.index !== index || last.settings !== settings) {
      last = { index, settings, answers: new Map(), characters: 0 }
    }
    return last
  }
  return Effect.fnUntraced(function* <E, R>(question: Question, query: Options, find: Effect.Effect<Found<A>, E, R>) {
    const key = keyOf(question, query)
    if (Option.isNone(key)) return (yield* find).answer
    const shelf = shelfFor(question)
    const known = shelf.answers.get(key.value)
    if (known !== undefined) {
      shelf.answers.delete(key.value)
      shelf.answers.set(key.value, known)
      return known.answer
    }
    const { answer, whole } = yield* find
    // A replacement or a graft that came meanwhile may have changed what was walked: the notes have another index then.
    const now = whole ? yield* Effect.option((yield* Notes).snapshot) : Option.none()
    if (Option.exists(now, ({ index }) => index === shelf.index)) keep(shelf, key.value, answer)
    return answer
  })
}
