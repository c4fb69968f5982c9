import { Clock, Effect } from "effect"
import type { Region } from "../../domain/Annotation.ts"
import { isObject } from "../../domain/Json.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { isDisabled } from "../context/environment.ts"
import { checkTexts, withLineFeeds } from "../context/checkTexts.ts"
import { AnnotateError, RegionsRefused, WritingDisabled } from "../context/AnnotateError.ts"
import { readChange } from "./Change.ts"
import { decodeDraft } from "./decodeDraft.ts"
import { type ResolvedDraft, resolveDraft, formatProblem } from "./resolveDraft.ts"
import { writeAnnotation, type WriteOutcome } from "./writeAnnotation.ts"
import { formatTimestamp } from "../../domain/Instant.ts"

/** An annotation to write. */
export interface AnnotateInput {
  /** JSON value: a draft annotation (spec writing §1), or a whole note. */
  readonly given: unknown
  /** Revision (default: the commit in `given`, or HEAD). */
  readonly commit?: string | undefined
  /** Skips regions that cannot be resolved, instead of failing. */
  readonly partial?: boolean | undefined
  /** Overwrites an existing note instead of merging. */
  readonly replace?: boolean | undefined
  readonly dryRun?: boolean | undefined
  readonly allowSecret?: boolean | undefined
}

/** The written annotation. */
export interface AnnotateOutcome extends WriteOutcome {
  /** The given regions, resolved. */
  readonly regions: ReadonlyArray<Region>
  /** Why regions were skipped, a sentence for each. */
  readonly left_out: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

/** Returns the commit that a whole note names. */
const commitIn = (given: unknown): string | undefined =>
  isObject(given) && typeof given["commit"] === "string" && given["commit"] !== "" ? given["commit"] : undefined

/** Fails with `RegionsRefused` if there are problems, unless `partial` and some regions are good. */
const refuseProblems = ({ problems, regions }: ResolvedDraft, partial: boolean) =>
  problems.length === 0 || (partial && regions.length > 0)
    ? Effect.void
    : Effect.fail(
        new AnnotateError({
          reason: new RegionsRefused({ problems: problems.map(formatProblem), good: regions.length })
        })
      )

/** Warns of a note of which no question about code ever gives anything. */
const warnOfNoRegion = ({ note: { annotation } }: WriteOutcome): ReadonlyArray<string> =>
  annotation.regions.length + annotation.cross_cutting.length > 0
    ? []
    : [
        "The note has no region: only ultragit show and searches of commits will find its summary. Say of functions or types that the commit changed why they are so."
      ]

/**
 * Writes the annotation of a commit (spec writing §1). Derives from the commit what the author does not give, and merges
 * with an existing note. Fails with `AnnotateError`, writing nothing, where the draft, its regions, its texts or the
 * existing note cannot be used.
 */
export const annotate = Effect.fn("Authoring.annotate")(function* (input: AnnotateInput) {
  if (isDisabled(yield* GitEnvironment)) return yield* new AnnotateError({ reason: new WritingDisabled() })
  const git = yield* Git
  const given = withLineFeeds(input.given)
  const draft = yield* decodeDraft(given)
  yield* checkTexts(given, input)
  const commit = yield* git.resolveCommit(input.commit ?? commitIn(given) ?? "HEAD")
  const resolved = yield* resolveDraft(draft, yield* readChange(commit))
  yield* refuseProblems(resolved, input.partial === true)
  const { context_level = "enhanced", cross_cutting, summary, task } = draft
  const timestamp = formatTimestamp(yield* Clock.currentTimeMillis)
  const { regions, warnings } = resolved
  const content = { task, summary, context_level, regions, cross_cutting, timestamp }
  const written = yield* writeAnnotation(commit, content, { ...input, newest: true })
  const left_out = resolved.problems.map(formatProblem)
  const outcome: AnnotateOutcome = {
    ...written,
    regions,
    left_out,
    warnings: [...warnings, ...warnOfNoRegion(written)]
  }
  return outcome
})
