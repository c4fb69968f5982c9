import { Array as Arrays, Effect, Option, Result } from "effect"
import { canonicalJson } from "../../domain/Json.ts"
import { composeAnnotation } from "./composeAnnotation.ts"
import type { Draft, DraftContent } from "./Draft.ts"
import { readDraft, readSettled, writeDraft } from "./draftFiles.ts"

/** Unites what is known of a commit with what sessions say now. A session's earlier quotes are replaced. */
export const unite = (known: DraftContent, given: DraftContent): DraftContent => {
  const replaced = new Set(given.sessions.map(({ id }) => id))
  return {
    ...given,
    sessions: [...given.sessions, ...known.sessions.filter(({ id }) => !replaced.has(id))],
    places: [...given.places, ...known.places.filter(({ session }) => !replaced.has(session))]
  }
}

/** Leaves out the sessions whose quotes were accepted or dropped; undefined if none is left. */
const withoutSettled = (content: DraftContent, settled: ReadonlySet<string>): DraftContent | undefined => {
  const sessions = content.sessions.filter(({ id }) => !settled.has(id))
  const places = content.places.filter(({ session }) => !settled.has(session))
  return Arrays.isReadonlyArrayNonEmpty(sessions) && Arrays.isReadonlyArrayNonEmpty(places)
    ? { ...content, sessions, places }
    : undefined
}

/** Makes the draft of what sessions say of a commit. */
export const makeDraft = (content: DraftContent): Draft => ({
  $schema: "ultragit-draft/v1",
  ...content,
  annotation: composeAnnotation(content),
  edited: false
})

/**
 * Plans the draft of a commit, united with one that waits. None where that has been edited, says the same already, or all
 * of its sessions were accepted or dropped, or it cannot be read, as a newer version may have written it. Writes nothing.
 */
export const planDraft = Effect.fnUntraced(function* (given: DraftContent) {
  const content = withoutSettled(given, yield* readSettled(given.commit))
  if (content === undefined) return Option.none<Draft>()
  const read = yield* Effect.result(readDraft(given.commit))
  if (Result.isFailure(read)) return yield* Effect.as(Effect.logWarning(read.failure.message), Option.none<Draft>())
  const known = read.success
  if (Option.isNone(known)) return Option.some(makeDraft(content))
  const draft = makeDraft(unite(known.value, content))
  const isSame = canonicalJson(draft) === canonicalJson(known.value)
  return known.value.edited || isSame ? Option.none<Draft>() : Option.some(draft)
})

/** Saves the draft of a commit, as {@link planDraft} plans it. */
export const saveDraft = Effect.fn("Drafts.save")(function* (content: DraftContent) {
  const draft = yield* planDraft(content)
  if (Option.isSome(draft)) yield* writeDraft(draft.value)
  return draft
})
