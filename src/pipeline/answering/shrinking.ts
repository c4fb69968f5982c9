import { Effect, Result } from "effect"
import { changeLast, fitToBudget, type Stage, countTokens } from "../../domain/Budget.ts"
import { takeFirstSentence } from "../../domain/Text.ts"
import { PipelineError, BudgetTooSmall } from "../subject/PipelineError.ts"
import type { Answer, DepsAnswer, HistoryAnswer, ReadAnswer, SummaryAnswer, Trimmed } from "./answers.ts"
import { makeScales } from "./weighing.ts"

type Dropped = Trimmed["dropped"][number]

/** Names of what was dropped that `trimmed` lists; the counts say how many there were. */
const droppedNames = 10

interface Parts<A extends Answer> {
  readonly stages: ReadonlyArray<Stage<A>>
  /** What identifies each entry of the main list, in the answer's order, whatever was taken out of it. */
  readonly names: (answer: A) => ReadonlyArray<Dropped>
}

/** A stage over one list of the answer: changes the entries it affects, last first. */
const stage = <A, E>(
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

interface Reasons {
  readonly reasoning?: string
  readonly risk_notes?: string
}

const longer = (text: string | undefined): boolean => text !== undefined && takeFirstSentence(text) !== text
const without = <E extends object, K extends keyof E>(entry: E, key: K): Omit<E, K> => {
  const { [key]: _, ...rest } = entry
  return rest
}

const drop = (): undefined => undefined
const always = (): boolean => true

const textStages = <A, E extends Reasons>(
  answer: A,
  list: Parameters<typeof stage<A, E>>[2],
  cut: { readonly reasoning: (entry: E) => E; readonly risk: (entry: E) => E }
): ReadonlyArray<Stage<A>> => [
  stage(
    answer,
    "reasoning_first_sentence",
    list,
    (entry) => longer(entry.reasoning),
    (entry) => ({
      ...entry,
      reasoning: takeFirstSentence(entry.reasoning ?? "")
    })
  ),
  stage(answer, "reasoning", list, (entry) => entry.reasoning !== undefined, cut.reasoning),
  stage(
    answer,
    "risk_notes_first_sentence",
    list,
    (entry) => longer(entry.risk_notes),
    (entry) => ({
      ...entry,
      risk_notes: takeFirstSentence(entry.risk_notes ?? "")
    })
  ),
  stage(answer, "risk_notes", list, (entry) => entry.risk_notes !== undefined, cut.risk)
]

/** The lists of an answer of `read`. */
const regions = {
  get: (current: ReadAnswer) => current.regions,
  set: (current: ReadAnswer, entries: ReadAnswer["regions"]): ReadAnswer => ({
    ...current,
    regions: entries,
    stats: { ...current.stats, regions_returned: entries.length }
  })
}
const dependents = {
  get: (current: ReadAnswer) => current.dependencies_on_this,
  set: (current: ReadAnswer, dependencies_on_this: ReadAnswer["dependencies_on_this"]) => ({
    ...current,
    dependencies_on_this
  })
}
const concerns = {
  get: (current: ReadAnswer) => current.cross_cutting,
  set: (current: ReadAnswer, cross_cutting: ReadAnswer["cross_cutting"]) => ({ ...current, cross_cutting })
}

const readParts = (answer: ReadAnswer): Parts<ReadAnswer> => ({
  stages: [
    stage(
      answer,
      "related",
      regions,
      (entry) => entry.related !== undefined,
      (entry) => without(entry, "related")
    ),
    ...textStages(answer, regions, {
      reasoning: (entry) => without(entry, "reasoning"),
      risk: (entry) => without(entry, "risk_notes")
    }),
    stage(
      answer,
      "tags",
      regions,
      (entry) => entry.tags !== undefined,
      (entry) => without(entry, "tags")
    ),
    stage(answer, "cross_cutting", concerns, always, drop),
    stage(answer, "dependencies_on_this", dependents, always, drop),
    stage(answer, "regions", regions, always, drop)
  ],
  names: (current) =>
    current.regions.map((entry) => ({ commit: entry.commit, file: entry.file, anchor: entry.anchor.name }))
})

const depsParts = (answer: DepsAnswer): Parts<DepsAnswer> => ({
  stages: [
    stage(
      answer,
      "dependents",
      {
        get: (current: DepsAnswer) => current.dependents,
        set: (current: DepsAnswer, entries: DepsAnswer["dependents"]) => ({ ...current, dependents: entries })
      },
      always,
      drop
    )
  ],
  names: (current) => current.dependents.map(({ anchor, commit, file }) => ({ commit, file, anchor }))
})

const historyParts = (answer: HistoryAnswer): Parts<HistoryAnswer> => {
  // The timeline runs oldest first and the oldest entries go first: the stages see it newest first.
  const newestFirst = {
    get: (current: HistoryAnswer) => current.timeline.toReversed(),
    set: (current: HistoryAnswer, entries: HistoryAnswer["timeline"]): HistoryAnswer => ({
      ...current,
      timeline: entries.toReversed(),
      stats: { ...current.stats, entries_returned: entries.length }
    })
  }
  return {
    stages: [
      stage(answer, "related", newestFirst, (entry) => entry.relation === "related", drop),
      stage(
        answer,
        "related_context",
        newestFirst,
        (entry) => entry.related_context !== undefined,
        (entry) => without(entry, "related_context")
      ),
      ...textStages(answer, newestFirst, {
        reasoning: (entry) => without(entry, "reasoning"),
        risk: (entry) => without(entry, "risk_notes")
      }),
      stage(answer, "entries", newestFirst, (entry) => entry.relation === "direct", drop)
    ],
    names: (current) =>
      current.timeline.map((entry) => ({
        commit: entry.commit,
        file: current.query.path,
        anchor: entry.anchor ?? current.query.anchor ?? ""
      }))
  }
}

const summaryParts = (answer: SummaryAnswer, commits: ReadonlyArray<string>): Parts<SummaryAnswer> => {
  const units = {
    get: (current: SummaryAnswer) => current.units,
    set: (current: SummaryAnswer, entries: SummaryAnswer["units"]) => ({ ...current, units: entries })
  }
  return {
    stages: [
      stage(
        answer,
        "risk_notes",
        units,
        (entry) => entry.risk_notes !== undefined,
        (entry) => without(entry, "risk_notes")
      ),
      stage(answer, "units", units, always, drop)
    ],
    names: (current) =>
      current.units.map((entry, index) => ({
        commit: commits[index] ?? "",
        file: entry.file,
        anchor: entry.anchor.name
      }))
  }
}

/** What is in `before` and no longer in `after`, both in the same order. */
const missing = (before: ReadonlyArray<Dropped>, after: ReadonlyArray<Dropped>): ReadonlyArray<Dropped> => {
  const key = (name: Dropped): string => JSON.stringify([name.commit, name.file, name.anchor])
  const left = new Map<string, number>()
  for (const name of after) left.set(key(name), (left.get(key(name)) ?? 0) + 1)
  return before.filter((name) => {
    const count = left.get(key(name)) ?? 0
    left.set(key(name), count - 1)
    return count <= 0
  })
}

/** `trimmed` for an answer: its `estimated_tokens` counts itself. */
const describe = <A extends Answer>(
  answer: A,
  trimmed: Omit<Trimmed, "estimated_tokens">,
  cost: (answer: A) => number
): A => {
  let estimate = 0
  for (;;) {
    const described: A = { ...answer, trimmed: { ...trimmed, estimated_tokens: estimate } }
    const found = cost(described)
    if (found <= estimate) return described
    estimate = found
  }
}

const fitParts = Effect.fnUntraced(function* <A extends Answer>(
  answer: A,
  parts: Parts<A>,
  limit: number,
  cost: (answer: A) => number
) {
  const before = parts.names(answer)
  const earlier = answer.trimmed
  const counted = earlier === undefined ? answer : describe(answer, earlier, cost)
  const fitted = fitToBudget(counted, {
    limit,
    stages: [
      ...parts.stages,
      {
        name: "dropped",
        size: 1,
        apply: (current) => current
      }
    ],
    cost,
    describe: (current, strategy) => {
      const after = parts.names(current)
      const bare = strategy.at(-1) === "dropped"
      const dropped = [...missing(before, after), ...(earlier?.dropped ?? [])]
      return describe(
        current,
        {
          original_regions: earlier?.original_regions ?? before.length,
          returned_regions: after.length,
          dropped: bare ? [] : dropped.slice(0, droppedNames),
          strategy: [...(earlier === undefined ? [] : [earlier.strategy]), ...strategy].join(", ")
        },
        cost
      )
    }
  })
  if (Result.isFailure(fitted)) {
    const reason = new BudgetTooSmall({ tokens: limit, smallest: fitted.failure.smallest })
    return yield* new PipelineError({ reason })
  }
  return fitted.success
})

/** What bounds an answer: the caller's budget, the configured one (0: none), and how the answer will be written. */
export interface Bounds {
  readonly maxTokens: number | undefined
  readonly configured: number
  readonly measure: ((answer: Answer) => string) | undefined
}

const limitOf = (bounds: Bounds): number =>
  bounds.maxTokens ?? (bounds.configured === 0 ? Number.POSITIVE_INFINITY : bounds.configured)

const costBy = ({ measure }: Bounds): ((answer: Answer) => number) =>
  measure === undefined ? makeScales() : (answer) => countTokens(measure(answer))

const bounded =
  <A extends Answer, Extra extends ReadonlyArray<unknown>>(parts: (answer: A, ...extra: Extra) => Parts<A>) =>
  (answer: A, bounds: Bounds, ...extra: Extra): Effect.Effect<A, PipelineError> =>
    fitParts(answer, parts(answer, ...extra), limitOf(bounds), costBy(bounds))

/** Each answer within its budget; fails with `BudgetTooSmall` when not even the envelope fits. */
export const fitRead = bounded(readParts)
export const fitDeps = bounded(depsParts)
export const fitHistory = bounded(historyParts)
/** `commits`: the annotated commit behind each unit, in the answer's order. */
export const fitSummary = bounded(summaryParts)
