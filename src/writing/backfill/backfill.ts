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

/** How a run stands. */
export interface Tally {
  readonly planned: number
  /** Notes written. */
  readonly written: number
  /** Regions in them. */
  readonly regions: number
  /** Regions that meant nothing in their commit. */
  readonly dropped: number
  /** Commits with nothing to be shown, and those that somebody annotated meanwhile. */
  readonly passed: number
  readonly failed: ReadonlyArray<Failed>
  /** Tokens as the endpoint counts them. */
  readonly inputTokens: number
  readonly outputTokens: number
  /** Why the run ended early, for every commit the same. */
  readonly stopped: Option.Option<LanguageModelError | BackfillError>
}

/** Failures one after the other that end a run. */
const mostFailures = 10

/** Nothing done yet. */
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

/** What would fail for every other commit too. */
const stopping: ReadonlyArray<LanguageModelError["reason"]["_tag"]> = [
  "NotConfigured",
  "VariableInvalid",
  "KeyRejected",
  "RateLimited",
  "Unavailable",
  "Redirected",
  "ConnectionFailed"
]

/** Payment is missing, or the model is unknown: also for every other commit. */
const isStopping = ({ reason }: LanguageModelError): boolean =>
  stopping.includes(reason._tag) || (reason._tag === "RequestRejected" && [402, 404].includes(reason.status))

/** What came of one commit. */
type Outcome = Partial<Pick<Tally, "written" | "regions" | "dropped" | "passed" | "inputTokens" | "outputTokens">> & {
  readonly failure?: Failed
}

const failedBy = (
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

/** One call and what it makes of the commit. Failures that would be the same for every commit stay failures. */
const draftOf = Effect.fn("Backfill.draft")(
  function* (commit: ObjectId, { may }: Plan) {
    const model = yield* LanguageModel
    const material = (yield* isAnnotated(commit)) ? Option.none() : yield* materialOf(commit, may)
    if (Option.isNone(material)) return { outcome: { passed: 1 } } satisfies Drafted
    const { usage, value } = yield* model.generateObject(yield* requestFor(material.value))
    const spent = { inputTokens: usage.input, outputTokens: usage.output }
    const resolved = yield* Effect.result(toAnnotation(value, material.value.change, model.model))
    if (Result.isFailure(resolved)) return { outcome: { ...spent, ...failedBy(commit, resolved.failure) } }
    const { annotation, dropped } = resolved.success
    const regions = annotation.regions.length
    if (regions > 0 || dropped === 0) return { annotation, outcome: { ...spent, written: 1, regions, dropped } }
    const message = `None of the ${dropped} regions that the model named is in the commit.`
    return { outcome: { ...spent, dropped, ...failedBy(commit, { code: "regions_unresolved", message }) } }
  },
  (effect, commit) =>
    Effect.catchIf(
      effect,
      (error) => error._tag === "GitError" || (error._tag === "LanguageModelError" && !isStopping(error)),
      (error) => Effect.succeed<Drafted>({ outcome: failedBy(commit, error) })
    )
)

/** A note that somebody else wrote meanwhile stays as it is. */
const write = Effect.fnUntraced(function* (commit: ObjectId, { annotation, outcome }: Drafted) {
  if (annotation === undefined) return outcome
  const { update } = yield* NotesWriter
  const { written } = yield* update([commit], "Draft an annotation", (_, current) =>
    Effect.succeed(Option.isSome(current) ? Option.none() : Option.some({ annotation }))
  )
  return written.length > 0 ? outcome : { ...outcome, written: 0, regions: 0, dropped: 0, passed: 1 }
})

const added = (tally: Tally, outcome: Outcome): Tally => ({
  ...tally,
  written: tally.written + (outcome.written ?? 0),
  regions: tally.regions + (outcome.regions ?? 0),
  dropped: tally.dropped + (outcome.dropped ?? 0),
  passed: tally.passed + (outcome.passed ?? 0),
  inputTokens: tally.inputTokens + (outcome.inputTokens ?? 0),
  outputTokens: tally.outputTokens + (outcome.outputTokens ?? 0),
  failed: outcome.failure === undefined ? tally.failed : [...tally.failed, outcome.failure]
})

/** Commits that failed, now and in earlier runs; written down at every change. */
const makeMemory = Effect.map(readFailed, (failed) => {
  const known = new Map(failed.map((one) => [one.commit, one]))
  return (commit: ObjectId, failure: Failed | undefined) => {
    const changed = failure === undefined ? known.delete(commit) : known.set(commit, failure) === known
    return changed ? writeFailed([...known.values()]) : Effect.void
  }
})

const endsOnlyTheRun = (error: { readonly _tag: string }): error is LanguageModelError | BackfillError =>
  error instanceof LanguageModelError || (error instanceof BackfillError && error.reason._tag === "GaveUp")

/** How a run is done. */
export interface RunOptions {
  /** Calls in flight at once. */
  readonly concurrency: number
  /** Told after every commit. */
  readonly report: (tally: Tally) => Effect.Effect<void>
}

/**
 * Drafts an annotation for each commit of a plan, oldest first, several at once, each written when it comes: whatever
 * ends the run, only calls in flight are lost. A failure of the model that would be the same for every commit, and too
 * many failures one after the other, end the run and are in the tally; so are the commits that failed alone. Fails where notes cannot be written.
 */
export const runBackfill = Effect.fn("Backfill.run")(function* (plan: Plan, { concurrency, report }: RunOptions) {
  const turn = yield* Semaphore.make(1)
  const remember = yield* makeMemory
  let tally = emptyTally(plan.commits.length)
  let failures = 0

  const settle = Effect.fnUntraced(function* (commit: ObjectId, drafted: Drafted) {
    const outcome = yield* write(commit, drafted)
    const { failure } = outcome
    tally = added(tally, outcome)
    yield* remember(commit, failure)
    yield* report(tally)
    failures = failure === undefined ? 0 : failures + 1
    if (failure !== undefined && failures >= mostFailures) {
      return yield* new BackfillError({ reason: new GaveUp({ failures, last: failure.message }) })
    }
  })

  yield* Effect.forEach(
    plan.commits,
    (commit) =>
      Effect.flatMap(draftOf(commit, plan), (drafted) =>
        Effect.uninterruptible(turn.withPermits(1)(settle(commit, drafted)))
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
