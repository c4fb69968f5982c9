import { Clock, Effect } from "effect"
import type { Region } from "../../domain/Annotation.ts"
import { isObject } from "../../domain/Json.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { isDisabled } from "../context/environment.ts"
import { checkTexts, withLineFeeds } from "../context/checkTexts.ts"
import { AnnotateError, RegionsRefused, WritingDisabled } from "../context/AnnotateError.ts"
import { changeOf } from "./Change.ts"
import { decodeDraft } from "./decodeDraft.ts"
import { type Resolved, resolveDraft, told } from "./resolveDraft.ts"
import { writeAnnotation, type Written } from "./writeAnnotation.ts"
import { formatTimestamp } from "../../domain/Instant.ts"

/** An annotation to be written, and how. */
export interface AnnotateInput {
  /** What the writer says: a JSON value as spec writing §1 has it, or a whole note. */
  readonly given: unknown
  /** Revision; else the commit that a whole note names, else HEAD. */
  readonly commit?: string | undefined
  /** Leaves out regions that cannot be resolved. */
  readonly partial?: boolean | undefined
  /** Overwrites the note there is instead of merging. */
  readonly replace?: boolean | undefined
  readonly dryRun?: boolean | undefined
  readonly allowSecret?: boolean | undefined
}

/** What an annotation became. */
export interface AnnotateOutcome extends Written {
  /** The regions that were given, as they were resolved. */
  readonly regions: ReadonlyArray<Region>
  /** Why regions were left out, one sentence each. */
  readonly left_out: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

/** The commit that a whole note names. */
const named = (given: unknown): string | undefined =>
  isObject(given) && typeof given["commit"] === "string" && given["commit"] !== "" ? given["commit"] : undefined

/** Whether enough is left to write. */
const accept = ({ problems, regions }: Resolved, partial: boolean) =>
  problems.length === 0 || (partial && regions.length > 0)
    ? Effect.void
    : Effect.fail(
        new AnnotateError({ reason: new RegionsRefused({ problems: problems.map(told), good: regions.length }) })
      )

/**
 * Writes the annotation of a commit (spec writing §1): what the writer alone knows is given, the rest derived from the
 * commit; merged with the note there is. Fails with `AnnotateError` where the draft, its regions, its texts or the note
 * there is cannot be used, nothing written then.
 */
export const annotate = Effect.fn("Authoring.annotate")(function* (input: AnnotateInput) {
  if (isDisabled(yield* GitEnvironment)) return yield* new AnnotateError({ reason: new WritingDisabled() })
  const git = yield* Git
  const given = withLineFeeds(input.given)
  const draft = yield* decodeDraft(given)
  yield* checkTexts(given, input)
  const commit = yield* git.resolveCommit(input.commit ?? named(given) ?? "HEAD")
  const resolved = yield* resolveDraft(draft, yield* changeOf(commit))
  yield* accept(resolved, input.partial === true)
  const { context_level = "enhanced", cross_cutting, summary, task } = draft
  const timestamp = formatTimestamp(yield* Clock.currentTimeMillis)
  const { regions, warnings } = resolved
  const said = { task, summary, context_level, regions, cross_cutting, timestamp }
  const written = yield* writeAnnotation(commit, said, { ...input, newest: true })
  const outcome: AnnotateOutcome = { ...written, regions, left_out: resolved.problems.map(told), warnings }
  return outcome
})
