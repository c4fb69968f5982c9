import { Effect, Option, Result, Semaphore } from "effect"
import { Settings } from "../../config/Settings.ts"
import type { Annotation } from "../../domain/Annotation.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { LanguageModel } from "../../adapters/llm/LanguageModel.ts"
import { LanguageModelError } from "../../adapters/llm/LanguageModelError.ts"
import { NotesWriter } from "../../notes/NotesWriter.ts"
import { BackfillError, GaveUp } from "./BackfillError.ts"
import { type Failed, readFailed, writeFailed } from "./failed.ts"
import { materialOf } from "./material.ts"
import type { Plan } from "./plan.ts"
import { requestFor } from "./request.ts"
import { toAnnotation } from "./toAnnotation.ts"

/** The progress of a run. */
export interface Tally {
  readonly planned: number
  /** Number of written notes. */
  readonly written: number
  /** Number of regions in them. */
  readonly regions: number
  /** Number of regions that could not be resolved in their commit. */
  readonly dropped: number
  /** Number of commits without material, or annotated by others during the run. */
  readonly passed: number
  readonly failed: ReadonlyArray<Failed>
  /** Tokens, as counted by the endpoint. */
  readonly inputTokens: number
  readonly outputTokens: number
  /** Why the run ended early. */
  readonly stopped: Option.Option<LanguageModelError | BackfillError>
}

/** Number of failures in a row that ends a run. */
const maxConsecutiveFailures = 10

export const emptyTally = (planned: number): Tally => ({
  planned,
  written: 0,
  regions: 0,
  dropped: 0,
  passed: 0,
  failed: [],
  inputTokens: 0,
  outputTokens: 0,
  stopped: Option.none()
})

/** Failures that would recur for every commit. */
const stopping: ReadonlyArray<LanguageModelError["reason"]["_tag"]> = [
  "NotConfigured",
  "VariableInvalid",
  "KeyRejected",
  "RateLimited",
  "Unavailable",
  "Redirected",
  "ConnectionFailed"
]

/** Whether a failure would recur for every commit, such as missing payment (402) or an unknown model (404). */
const isStopping = ({ reason }: LanguageModelError): boolean =>
  stopping.includes(reason._tag) || (reason._tag === "RequestRejected" && [402, 404].includes(reason.status))

/** The changes of the tally for one commit. */
type Outcome = Partial<Pick<Tally, "written" | "regions" | "dropped" | "passed" | "inputTokens" | "outputTokens">> & {
  readonly failure?: Failed
}

const toFailure = (
  commit: ObjectId,
  { code, message }: { readonly code: string; readonly message: string }
): Outcome => ({
  failure: { commit, code, message: message.slice(0, 500) }
})

const isAnnotated = Effect.fnUntraced(function* (commit: ObjectId) {
  const git = yield* Git
  const { noteRef } = yield* (yield* Settings).values
  const tip = yield* git.resolveRef(noteRef)
  return Option.isSome(tip) && (yield* git.noteBlobs(tip.value, [commit])).has(commit)
})

type Drafted = { readonly outcome: Outcome; readonly annotation?: Annotation }

/** Drafts the annotation of one commit. Fails only with failures that would recur for every commit. */
const draftOf = Effect.fn("Backfill.draft")(
  function* (commit: ObjectId, { may }: Plan) {
    const model = yield* LanguageModel
    const material = (yield* isAnnotated(commit)) ? Option.none() : yield* materialOf(commit, may)
    if (Option.isNone(material)) return { outcome: { passed: 1 } } satisfies Drafted
    const { usage, value } = yield* model.generateObject(yield* requestFor(material.value))
    const spent = { inputTokens: usage.input, outputTokens: usage.output }
    const resolved = yield* Effect.result(toAnnotation(value, material.value.change, model.model))
    if (Result.isFailure(resolved)) return { outcome: { ...spent, ...toFailure(commit, resolved.failure) } }
    const { annotation, dropped } = resolved.success
    const regions = annotation.regions.length
    if (regions > 0 || dropped === 0) return { annotation, outcome: { ...spent, written: 1, regions, dropped } }
    const message = `None of the ${dropped} regions that the model named is in the commit.`
    return { outcome: { ...spent, dropped, ...toFailure(commit, { code: "regions_unresolved", message }) } }
  },
  (effect, commit) =>
    Effect.catchIf(
      effect,
      (error) => error._tag === "GitError" || (error._tag === "LanguageModelError" && !isStopping(error)),
      (error) => Effect.succeed<Drafted>({ outcome: toFailure(commit, error) })
    )
)

/** Writes a drafted annotation, unless the commit has a note by now. */
const write = Effect.fnUntraced(function* (commit: ObjectId, { annotation, outcome }: Drafted) {
  if (annotation === undefined) return outcome
  const { update } = yield* NotesWriter
  const { written } = yield* update([commit], "Draft an annotation", (_, current) =>
    Effect.succeed(Option.isSome(current) ? Option.none() : Option.some({ annotation }))
  )
  return written.length > 0 ? outcome : { ...outcome, written: 0, regions: 0, dropped: 0, passed: 1 }
})

const addOutcome = (tally: Tally, outcome: Outcome): Tally => ({
  ...tally,
  written: tally.written + (outcome.written ?? 0),
  regions: tally.regions + (outcome.regions ?? 0),
  dropped: tally.dropped + (outcome.dropped ?? 0),
  passed: tally.passed + (outcome.passed ?? 0),
  inputTokens: tally.inputTokens + (outcome.inputTokens ?? 0),
  outputTokens: tally.outputTokens + (outcome.outputTokens ?? 0),
  failed: outcome.failure === undefined ? tally.failed : [...tally.failed, outcome.failure]
})

/** Makes a recorder of failed commits, which saves each change. */
const makeRecorder = Effect.map(readFailed, (failed) => {
  const known = new Map(failed.map((one) => [one.commit, one]))
  return (commit: ObjectId, failure: Failed | undefined) => {
    const changed = failure === undefined ? known.delete(commit) : known.set(commit, failure) === known
    return changed ? writeFailed([...known.values()]) : Effect.void
  }
})

const endsOnlyTheRun = (error: { readonly _tag: string }): error is LanguageModelError | BackfillError =>
  error instanceof LanguageModelError || (error instanceof BackfillError && error.reason._tag === "GaveUp")

interface RunOptions {
  /** Number of concurrent calls. */
  readonly concurrency: number
  /** Called after every commit. */
  readonly report: (tally: Tally) => Effect.Effect<void>
}

/**
 * Drafts an annotation for each commit of a plan, oldest first, several concurrently. Writes each at once, so an interrupted
 * run loses only the calls in flight. A failure that would recur for every commit, and too many failures in a row, end the
 * run. The tally has the cause and the failed commits. Fails if notes cannot be written.
 */
export const runBackfill = Effect.fn("Backfill.run")(function* (plan: Plan, { concurrency, report }: RunOptions) {
  const writing = yield* Semaphore.make(1)
  const record = yield* makeRecorder
  let tally = emptyTally(plan.commits.length)
  let failures = 0

  const settle = Effect.fnUntraced(function* (commit: ObjectId, drafted: Drafted) {
    const outcome = yield* write(commit, drafted)
    const { failure } = outcome
    tally = addOutcome(tally, outcome)
    yield* record(commit, failure)
    yield* report(tally)
    failures = failure === undefined ? 0 : failures + 1
    if (failure !== undefined && failures >= maxConsecutiveFailures) {
      return yield* new BackfillError({ reason: new GaveUp({ failures, last: failure.message }) })
    }
  })

  yield* Effect.forEach(
    plan.commits,
    (commit) =>
      Effect.flatMap(draftOf(commit, plan), (drafted) =>
        Effect.uninterruptible(writing.withPermits(1)(settle(commit, drafted)))
      ),
    { concurrency, discard: true }
  ).pipe(
    Effect.catchIf(endsOnlyTheRun, (error) =>
      Effect.sync(() => {
        tally = { ...tally, stopped: Option.some(error) }
      })
    )
  )
  return tally
})
