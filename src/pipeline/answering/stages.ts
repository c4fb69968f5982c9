import { changeLast, type Stage } from "../../domain/Budget.ts"
import { takeFirstSentence } from "../../domain/Text.ts"

/** Makes a stage that changes the affected entries of one list, last first. */
export const makeStage = <A, E>(
  answer: A,
  name: string,
  list: { readonly get: (answer: A) => ReadonlyArray<E>; readonly set: (answer: A, entries: ReadonlyArray<E>) => A },
  affects: (entry: E) => boolean,
  change: (entry: E) => E | undefined
): Stage<A> => ({
  name,
  size: list.get(answer).filter(affects).length,
  apply: (current, count) => list.set(current, changeLast(list.get(current), count, affects, change))
})

interface Texts {
  readonly reasoning?: string
  readonly risk_notes?: string
  readonly alternatives?: ReadonlyArray<unknown>
}

const hasMoreSentences = (text: string | undefined): boolean => text !== undefined && takeFirstSentence(text) !== text
export const omit = <E extends object, K extends keyof E>(entry: E, key: K): Omit<E, K> => {
  const { [key]: _, ...rest } = entry
  return rest
}

export const drop = (): undefined => undefined
export const always = (): boolean => true

export const makeTextStages = <A, E extends Texts>(
  answer: A,
  list: Parameters<typeof makeStage<A, E>>[2],
  cut: Readonly<Record<"reasoning" | "risk" | "alternatives", (entry: E) => E>>
): ReadonlyArray<Stage<A>> => [
  makeStage(
    answer,
    "reasoning_first_sentence",
    list,
    (entry) => hasMoreSentences(entry.reasoning),
    (entry) => (entry.reasoning === undefined ? entry : { ...entry, reasoning: takeFirstSentence(entry.reasoning) })
  ),
  makeStage(answer, "reasoning", list, (entry) => entry.reasoning !== undefined, cut.reasoning),
  makeStage(
    answer,
    "risk_notes_first_sentence",
    list,
    (entry) => hasMoreSentences(entry.risk_notes),
    (entry) => (entry.risk_notes === undefined ? entry : { ...entry, risk_notes: takeFirstSentence(entry.risk_notes) })
  ),
  makeStage(answer, "risk_notes", list, (entry) => entry.risk_notes !== undefined, cut.risk),
  makeStage(answer, "alternatives", list, (entry) => entry.alternatives !== undefined, cut.alternatives)
]
