import { Effect, Schema } from "effect"
import { Annotation } from "../../domain/Annotation.ts"
import { readChange } from "../annotate/Change.ts"
import { decodeDraft } from "../annotate/decodeDraft.ts"
import { formatProblem, resolveDraft } from "../annotate/resolveDraft.ts"
import { AnnotateError, RegionsRefused } from "../context/AnnotateError.ts"
import { checkTexts, withLineFeeds } from "../context/checkTexts.ts"
import type { Draft } from "./Draft.ts"
import { writeDraft } from "./draftFiles.ts"

/**
 * Replaces the annotation of a draft by one that a person gives, in the forms of `annotate`. It stays `inferred`, as its
 * words are a session's. Fails with `AnnotateError` if it cannot be used, and leaves the draft as it was.
 */
export const editDraft = Effect.fn("Drafts.edit")(function* (draft: Draft, value: unknown) {
  const given = withLineFeeds(value)
  const decoded = yield* decodeDraft(given)
  yield* checkTexts(given)
  const { problems, regions, warnings } = yield* resolveDraft(decoded, yield* readChange(draft.commit))
  if (problems.length > 0) {
    const reason = new RegionsRefused({ problems: problems.map(formatProblem), good: 0 })
    return yield* new AnnotateError({ reason })
  }
  const { cross_cutting, summary, task } = decoded
  const annotation: Annotation = {
    ...draft.annotation,
    summary,
    ...(task === undefined ? {} : { task }),
    regions,
    cross_cutting
  }
  const edited: Draft = {
    ...draft,
    annotation: yield* Effect.orDie(Schema.decodeEffect(Annotation)(annotation)),
    edited: true
  }
  yield* writeDraft(edited)
  return { draft: edited, warnings }
})
