import { Clock, Effect, Option, Result } from "effect"
import type { Region } from "../../domain/Annotation.ts"
import { formatTimestamp } from "../../domain/Instant.ts"
import { canonicalJson } from "../../domain/Json.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { ownerOfRegion } from "../../domain/RegionKey.ts"
import { escapeControls } from "../../domain/Text.ts"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { AnnotateError, InputUnusable, RegionsRefused, WritingDisabled } from "../context/AnnotateError.ts"
import type { CommitContext } from "../context/CommitContext.ts"
import { isDisabled } from "../context/environment.ts"
import type { AnnotateOutcome } from "./annotate.ts"
import { prepareAnnotation } from "./annotateCommit.ts"
import { readCurrentNote, writeAnnotation } from "./writeAnnotation.ts"

/** Keeps the intents that the note of a commit has: those of reasons are only the subject of the commit. */
const keepIntents = (given: ReadonlyArray<Region>, known: ReadonlyArray<Region>): ReadonlyArray<Region> => {
  const intents = new Map(known.map((region) => [canonicalJson(ownerOfRegion(region)), region.intent]))
  return given.map((region) => ({
    ...region,
    intent: intents.get(canonicalJson(ownerOfRegion(region))) ?? region.intent
  }))
}

/**
 * Adds reasons, constraints and so on to a commit after it was made. They are newer than those of its note, whose summary and
 * intents stay. Fails with `AnnotateError`, writing nothing, where nothing is given or the commit does not change a place.
 */
export const addReasons = Effect.fn("Authoring.addReasons")(function* (
  commit: ObjectId,
  context: CommitContext,
  options: { readonly dryRun: boolean; readonly advice: string }
) {
  if (isDisabled(yield* GitEnvironment)) return yield* new AnnotateError({ reason: new WritingDisabled() })
  const found = yield* prepareAnnotation(commit, Option.some(context))
  if (Option.isNone(found)) {
    const detail = "No reasons are given."
    return yield* new AnnotateError({ reason: new InputUnusable({ detail, advice: options.advice }) })
  }
  const { texts, unplaced, warnings } = found.value
  if (unplaced.length > 0) {
    const problems = unplaced.map(({ at, problem }) => `${escapeControls(at)}: ${problem}`)
    return yield* new AnnotateError({ reason: new RegionsRefused({ problems, good: 0 }) })
  }
  const note = Option.flatMap(yield* readCurrentNote(commit), Result.getSuccess)
  const { regions: known, summary } = Option.match(note, {
    onNone: () => texts,
    onSome: ({ recorded }) => recorded
  })
  const regions = keepIntents(texts.regions, known)
  const timestamp = formatTimestamp(yield* Clock.currentTimeMillis)
  const content = { ...texts, summary, regions, timestamp }
  const written = yield* writeAnnotation(commit, content, { dryRun: options.dryRun, newest: true })
  const outcome: AnnotateOutcome = { ...written, regions, left_out: [], warnings }
  return outcome
})
