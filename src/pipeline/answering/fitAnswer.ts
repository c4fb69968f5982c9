import { Array as Arrays, Effect, Result } from "effect"
import { fitToBudget, type Stage, countTokens } from "../../domain/Budget.ts"
import type { Evidence, EvidenceStep } from "../../domain/Evidence.ts"
import { PipelineError, BudgetTooSmall } from "../subject/PipelineError.ts"
import type {
  Answer,
  CoChanged,
  DepsAnswer,
  ExplainedUnit,
  HistoryAnswer,
  ReadAnswer,
  SummaryAnswer,
  Trimmed
} from "./answers.ts"
import { type AnswerBudget, limitOf } from "./AnswerBudget.ts"
import { makeTokenCounter } from "./countAnswerTokens.ts"
import { always, drop, makeStage, makeTextStages, omit } from "./stages.ts"

type Dropped = Trimmed["dropped"][number]

/** Maximum number of dropped entries that `trimmed` names. */
const maxDroppedNames = 10

/** How to shorten an answer. */
interface Plan<A extends Answer> {
  readonly stages: ReadonlyArray<Stage<A>>
  /** Returns the names of the entries in the main list, in order. */
  readonly names: (answer: A) => ReadonlyArray<Dropped>
}

// The lists of an answer of `read`.
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

const evidence = {
  get: (current: ReadAnswer) => current.evidence ?? [],
  set: (current: ReadAnswer, entries: ReadonlyArray<Evidence>): ReadAnswer =>
    entries.length === 0 ? omit(current, "evidence") : { ...current, evidence: entries }
}

const planRead = (answer: ReadAnswer): Plan<ReadAnswer> => ({
  stages: [
    makeStage(answer, "evidence", evidence, always, drop),
    makeStage(
      answer,
      "related",
      regions,
      (entry) => entry.related !== undefined,
      (entry) => omit(entry, "related")
    ),
    ...makeTextStages(answer, regions, {
      reasoning: (entry) => omit(entry, "reasoning"),
      risk: (entry) => omit(entry, "risk_notes"),
      alternatives: (entry) => omit(entry, "alternatives")
    }),
    makeStage(
      answer,
      "tags",
      regions,
      (entry) => entry.tags !== undefined,
      (entry) => omit(entry, "tags")
    ),
    makeStage(answer, "cross_cutting", concerns, always, drop),
    makeStage(answer, "dependencies_on_this", dependents, always, drop),
    makeStage(answer, "regions", regions, always, drop)
  ],
  names: (current) =>
    current.regions.map((entry) => ({ commit: entry.commit, file: entry.file, anchor: entry.anchor.name }))
})

const coChanged = {
  get: (current: DepsAnswer) => current.co_changed ?? [],
  set: (current: DepsAnswer, entries: ReadonlyArray<CoChanged>): DepsAnswer =>
    entries.length === 0 ? omit(current, "co_changed") : { ...current, co_changed: entries }
}

const planDeps = (answer: DepsAnswer): Plan<DepsAnswer> => ({
  stages: [
    makeStage(answer, "co_changed", coChanged, always, drop),
    makeStage(
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

const planHistory = (answer: HistoryAnswer): Plan<HistoryAnswer> => {
  // Stages drop the last entries first, and the oldest steps go first.
  const newestFirst = {
    get: (current: HistoryAnswer) => current.timeline.toReversed(),
    set: (current: HistoryAnswer, entries: HistoryAnswer["timeline"]): HistoryAnswer => ({
      ...current,
      timeline: entries.toReversed(),
      stats: { ...current.stats, entries_returned: entries.length }
    })
  }
  const newestEvidenceFirst = {
    get: (current: HistoryAnswer) => (current.evidence ?? []).toReversed(),
    set: (current: HistoryAnswer, steps: ReadonlyArray<EvidenceStep>): HistoryAnswer =>
      steps.length === 0 ? omit(current, "evidence") : { ...current, evidence: steps.toReversed() }
  }
  return {
    stages: [
      makeStage(answer, "evidence_of_file", newestEvidenceFirst, ({ about }) => about === "file", drop),
      makeStage(answer, "evidence", newestEvidenceFirst, ({ about }) => about === undefined, drop),
      makeStage(answer, "related", newestFirst, (entry) => entry.relation === "related", drop),
      makeStage(
        answer,
        "related_context",
        newestFirst,
        (entry) => entry.related_context !== undefined,
        (entry) => omit(entry, "related_context")
      ),
      ...makeTextStages(answer, newestFirst, {
        reasoning: (entry) => omit(entry, "reasoning"),
        risk: (entry) => omit(entry, "risk_notes"),
        alternatives: (entry) => omit(entry, "alternatives")
      }),
      makeStage(answer, "entries", newestFirst, (entry) => entry.relation === "direct", drop)
    ],
    names: (current) =>
      current.timeline.map((entry) => ({
        commit: entry.commit,
        file: current.query.path,
        anchor: entry.anchor ?? current.query.anchor ?? ""
      }))
  }
}

const planSummary = (answer: SummaryAnswer, commits: ReadonlyArray<string>): Plan<SummaryAnswer> => {
  const units = {
    get: (current: SummaryAnswer) => current.units,
    set: (current: SummaryAnswer, entries: SummaryAnswer["units"]) => ({ ...current, units: entries })
  }
  const explained = {
    get: (current: SummaryAnswer) => current.evidence ?? [],
    set: (current: SummaryAnswer, entries: ReadonlyArray<ExplainedUnit>): SummaryAnswer =>
      entries.length === 0 ? omit(current, "evidence") : { ...current, evidence: entries }
  }
  return {
    stages: [
      makeStage(answer, "evidence", explained, always, drop),
      makeStage(
        answer,
        "risk_notes",
        units,
        (entry) => entry.risk_notes !== undefined,
        (entry) => omit(entry, "risk_notes")
      ),
      makeStage(answer, "units", units, always, drop)
    ],
    names: (current) =>
      Arrays.zipWith(current.units, commits, (entry, commit) => ({
        commit,
        file: entry.file,
        anchor: entry.anchor.name
      }))
  }
}

/** Returns the names in `before` that are not in `after`, counting duplicates. */
const findDropped = (before: ReadonlyArray<Dropped>, after: ReadonlyArray<Dropped>): ReadonlyArray<Dropped> => {
  const key = (name: Dropped): string => JSON.stringify([name.commit, name.file, name.anchor])
  const counts = new Map<string, number>()
  for (const name of after) counts.set(key(name), (counts.get(key(name)) ?? 0) + 1)
  return before.filter((name) => {
    const count = counts.get(key(name)) ?? 0
    counts.set(key(name), count - 1)
    return count <= 0
  })
}

/** Adds `trimmed` to an answer. Its `estimated_tokens` includes itself. */
const addTrimmed = <A extends Answer>(
  answer: A,
  trimmed: Omit<Trimmed, "estimated_tokens">,
  count: (answer: A) => number
): A => {
  let estimate = 0
  for (;;) {
    const described: A = { ...answer, trimmed: { ...trimmed, estimated_tokens: estimate } }
    const found = count(described)
    if (found <= estimate) return described
    estimate = found
  }
}

const fitPlan = Effect.fnUntraced(function* <A extends Answer>(
  answer: A,
  plan: Plan<A>,
  limit: number,
  count: (answer: A) => number
) {
  const before = plan.names(answer)
  const earlier = answer.trimmed
  const counted = earlier === undefined ? answer : addTrimmed(answer, earlier, count)
  const fitted = fitToBudget(counted, {
    limit,
    stages: [
      ...plan.stages,
      {
        name: "dropped",
        size: 1,
        apply: (current) => current
      }
    ],
    cost: count,
    describe: (current, strategy) => {
      const after = plan.names(current)
      const bare = strategy.at(-1) === "dropped"
      const dropped = [...findDropped(before, after), ...(earlier?.dropped ?? [])]
      return addTrimmed(
        current,
        {
          original_regions: earlier?.original_regions ?? before.length,
          returned_regions: after.length,
          dropped: bare ? [] : dropped.slice(0, maxDroppedNames),
          strategy: [...(earlier === undefined ? [] : [earlier.strategy]), ...strategy].join(", ")
        },
        count
      )
    }
  })
  if (Result.isFailure(fitted)) {
    const reason = new BudgetTooSmall({ tokens: limit, smallest: fitted.failure.smallest })
    return yield* new PipelineError({ reason })
  }
  return fitted.success
})

const countWith = ({ measure }: AnswerBudget): ((answer: Answer) => number) =>
  measure === undefined ? makeTokenCounter() : (answer) => countTokens(measure(answer))

const makeFit =
  <A extends Answer, Extra extends ReadonlyArray<unknown>>(plan: (answer: A, ...extra: Extra) => Plan<A>) =>
  (answer: A, budget: AnswerBudget, ...extra: Extra): Effect.Effect<A, PipelineError> =>
    fitPlan(answer, plan(answer, ...extra), limitOf(budget), countWith(budget))

/** Shortens an answer to its budget. Fails with `BudgetTooSmall` when not even the answer without entries fits. */
export const fitRead = makeFit(planRead)
/** Drops files that change together first. `trimmed` may take the place of a dependent: see `fitDeps`. */
export const fitDepsOnce = makeFit(planDeps)
export const fitHistory = makeFit(planHistory)
/** `commits`: the annotated commit of each unit, in the order of the answer. */
export const fitSummary = makeFit(planSummary)

/** Stages that leave annotations as they are. */
const evidenceStages = new Set(["max_regions", "evidence", "evidence_of_file"])

/**
 * Returns the first answer in which only evidence is trimmed, or else the last one. Callers pass the answer without evidence
 * last, because even saying in `trimmed` that evidence was dropped costs tokens that annotations need.
 */
export const preferAnnotations = <A extends Answer>(
  fitted: Effect.Effect<A, PipelineError>,
  ...others: ReadonlyArray<Effect.Effect<A, PipelineError>>
): Effect.Effect<A, PipelineError> => {
  const [next, ...rest] = others
  if (next === undefined) return fitted
  const instead = () => preferAnnotations(next, ...rest)
  const isWhole = ({ trimmed }: A): boolean =>
    trimmed === undefined || trimmed.strategy.split(", ").every((stage) => evidenceStages.has(stage))
  return fitted.pipe(Effect.filterOrElse(isWhole, instead), Effect.catch(instead))
}
