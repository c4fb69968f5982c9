import { Effect, Option } from "effect"
import { LRUCache } from "lru-cache"
import type { SettingsValues } from "../../config/SettingsValues.ts"
import { Notes } from "../../notes/Notes.ts"
import type { NotesIndex } from "../../notes/lookup/NotesIndex.ts"
import type { Answer } from "./answers.ts"
import type { Options } from "./queries.ts"
import type { Question } from "./Question.ts"
import { makeSharedRuns } from "./SharedRuns.ts"

/** Maximum length of all cached answers to one kind of question, as JSON with their keys. */
const maxCharacters = 256 * 1024

/** An answer, and whether it may be cached. */
export interface CacheableAnswer<A extends Answer> {
  readonly answer: A
  /** Whether all data was readable. What is missing now may be there the next time. */
  readonly isComplete: boolean
}

type Program<A extends Answer, E, R> = Effect.Effect<CacheableAnswer<A>, E, R>

/** Cached answers for one state of notes, history and settings. A new state has a new index or settings object. */
interface Generation<A extends Answer> {
  readonly number: number
  readonly index: NotesIndex
  readonly settings: SettingsValues
  readonly answers: LRUCache<string, A>
}

/** Everything else that an answer depends on, except for other files of the work tree. */
const cacheKey = ({ now, filters, foreignRefs, subject }: Question, query: Options): string => {
  const { blob, commit, committed, dirty, path, rev, warnings } = subject
  const content = [Option.getOrNull(blob), dirty]
  const foreign = foreignRefs.map((ref) => [ref.name, ref.commit])
  return JSON.stringify([query, filters.since ?? null, now, path, commit, rev, content, committed, warnings, foreign])
}

/** Whether the answer depends on nothing else. */
const isCacheable = ({ subject }: Question): boolean =>
  // Blame of a modified file also depends on the index and on other state that is expensive to check.
  subject.kind === "file" && !subject.dirty && Option.isSome(subject.blob)

/**
 * Caches answers about files until the commit, the file's content, the notes, the settings, or anything else that git's
 * view of history depends on changes. Preparing a question already looks all of these up. Concurrent callers with the
 * same question share one run of the program.
 */
export const makeAnswerCache = <A extends Answer, E>() =>
  Effect.map(makeSharedRuns<A, E>(), (runs) => {
    let last: Generation<A> | undefined
    const generationFor = ({ settings, snapshot: { index } }: Question): Generation<A> => {
      if (last?.index !== index || last.settings !== settings) {
        last = { number: runs.nextTick(), index, settings, answers: new LRUCache({ maxSize: maxCharacters }) }
      }
      return last
    }
    const runAndCache = Effect.fnUntraced(function* <R>(
      generation: Generation<A>,
      key: string,
      program: Program<A, E, R>
    ) {
      const { answer, isComplete } = yield* program
      // A replace ref or graft that appeared during the run may have changed the walk. Then the snapshot has another index.
      const now = isComplete ? yield* Effect.option((yield* Notes).snapshot) : Option.none()
      if (Option.exists(now, ({ index }) => index === generation.index))
        generation.answers.set(key, answer, { size: key.length + JSON.stringify(answer).length })
      return answer
    })
    /** `askedAt`: the tick at which the caller asked, before the question was prepared. */
    const answer = Effect.fnUntraced(function* <R>(
      question: Question,
      query: Options,
      askedAt: number,
      program: Program<A, E, R>
    ) {
      if (query.measure !== undefined) return (yield* program).answer
      const generation = generationFor(question)
      const key = cacheKey(question, query)
      const cached = generation.answers.get(key)
      if (cached !== undefined) return cached
      const run = isCacheable(question)
        ? runAndCache(generation, key, program)
        : Effect.map(program, (found) => found.answer)
      return yield* runs.join(`${generation.number}\0${key}`, askedAt, run)
    })
    return { nextTick: runs.nextTick, answer }
  })
