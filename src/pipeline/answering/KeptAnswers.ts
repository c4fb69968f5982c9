import { Effect, Option } from "effect"
import type { SettingsValues } from "../../config/SettingsValues.ts"
import { Notes } from "../../notes/Notes.ts"
import type { NotesIndex } from "../../notes/lookup/NotesIndex.ts"
import type { Answer } from "./answers.ts"
import type { Options } from "./queries.ts"
import type { Question } from "./Question.ts"
import { makeSharedRuns } from "./SharedRuns.ts"

/** JSON text of all kept answers of one kind, in characters. */
const keptCharacters = 256 * 1024

/** An answer, and whether it follows from the question alone. */
export interface Found<A extends Answer> {
  readonly answer: A
  /** Whether everything that it speaks of was there to be read: what is missing may be there the next time. */
  readonly whole: boolean
}

type Find<A extends Answer, E, R> = Effect.Effect<Found<A>, E, R>

interface Kept<A> {
  readonly answer: A
  readonly characters: number
}

/** Kept answers with what they have in common: notes and git's view of history, and settings. Both are new objects when they change. */
interface Shelf<A> {
  readonly number: number
  readonly index: NotesIndex
  readonly settings: SettingsValues
  readonly answers: Map<string, Kept<A>>
  characters: number
}

/** Everything else that an answer follows from, but for what is read of the work tree. */
const textOf = ({ now, sieve, subject }: Question, query: Options): string => {
  const { blob, commit, committed, dirty, path, rev, warnings } = subject
  const content = [Option.getOrNull(blob), dirty]
  return JSON.stringify([query, sieve.since ?? null, now, path, commit, rev, content, committed, warnings])
}

/** Whether the answer follows from that alone. */
const canKeep = ({ subject }: Question): boolean =>
  // What blame says of a file that was changed depends on the index and on more that is dear to look at.
  subject.kind === "file" && !subject.dirty && Option.isSome(subject.blob)

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
 * Callers who ask the same at once share one run of the program.
 */
export const makeKeptAnswers = <A extends Answer, E>() =>
  Effect.map(makeSharedRuns<A, E>(), (runs) => {
    let last: Shelf<A> | undefined
    const shelfFor = ({ settings, snapshot: { index } }: Question): Shelf<A> => {
      if (last?.index !== index || last.settings !== settings) {
        last = { number: runs.moment(), index, settings, answers: new Map(), characters: 0 }
      }
      return last
    }
    const findAndKeep = Effect.fnUntraced(function* <R>(shelf: Shelf<A>, text: string, find: Find<A, E, R>) {
      const { answer, whole } = yield* find
      // A replacement or a graft that came meanwhile may have changed what was walked: the notes have another index then.
      const now = whole ? yield* Effect.option((yield* Notes).snapshot) : Option.none()
      if (Option.exists(now, ({ index }) => index === shelf.index)) keep(shelf, text, answer)
      return answer
    })
    /** `asked`: the moment at which the caller did, before the question was looked up. */
    const answer = Effect.fnUntraced(function* <R>(
      question: Question,
      query: Options,
      asked: number,
      find: Find<A, E, R>
    ) {
      if (query.measure !== undefined) return (yield* find).answer
      const shelf = shelfFor(question)
      const text = textOf(question, query)
      const known = shelf.answers.get(text)
      if (known !== undefined) {
        shelf.answers.delete(text)
        shelf.answers.set(text, known)
        return known.answer
      }
      const run = canKeep(question) ? findAndKeep(shelf, text, find) : Effect.map(find, (found) => found.answer)
      return yield* runs.join(`${shelf.number}\0${text}`, asked, run)
    })
    return { moment: runs.moment, answer }
  })
