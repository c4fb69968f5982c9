import { Clock, Effect, Option } from "effect"
import { formatAlternative, toAlternativesField } from "../../domain/Alternative.ts"
import type { Region } from "../../domain/Annotation.ts"
import { toEpochMillis } from "../../domain/Instant.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls, takeFirstSentence } from "../../domain/Text.ts"
import { Git } from "../../adapters/git/Git.ts"
import { subjectLine } from "../../rewrite/carry/regions/replaceSubjects.ts"
import { type CommitContext, isEmpty, mergeContexts, emptyContext, type Rationale } from "../context/CommitContext.ts"
import { contextFromTrailers } from "../context/trailers.ts"
import { checkTexts } from "../context/checkTexts.ts"
import type { AnnotateOutcome } from "./annotate.ts"
import { assign, type UnresolvedPlace, type AnnotatedPlace } from "./assign.ts"
import { type Change, readChange, ownChange } from "./Change.ts"
import { checkDependencies } from "./dependencies.ts"
import { writeAnnotation } from "./writeAnnotation.ts"
import { formatTimestamp } from "../../domain/Instant.ts"

/** Maximum number of regions; the summary names further places. */
const maxRegions = 50
/** Maximum number of further places in the summary, and of those of one file. */
const maxNamedPlaces = 20
const maxNamedInFile = 10
/** Age at which a context is stale. */
const staleAfterMillis = 10 * 60_000

const text = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } => {
  const entry: { [P in K]?: string } = {}
  if (value !== undefined && value !== "") entry[key] = value
  return entry
}

const regionOf = ({ place, spread, rationale }: AnnotatedPlace, intent: string): Region => ({
  file: place.file,
  ast_anchor: place.ast_anchor,
  lines: place.lines,
  intent,
  ...text("reasoning", rationale.reason),
  constraints: rationale.constraints.map((constraint) => ({ text: constraint, source: "author" })),
  semantic_dependencies: rationale.dependencies,
  related_annotations: [],
  tags: rationale.tags,
  ...text("risk_notes", rationale.risk),
  ...toAlternativesField(rationale.alternatives),
  ...(spread ? { spread } : {})
})

const listSentence = (label: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (names.length === 0) return []
  const more = names.length > maxNamedPlaces ? `, and ${names.length - maxNamedPlaces} more` : ""
  return [`${label}: ${names.slice(0, maxNamedPlaces).map(escapeControls).join(", ")}${more}.`]
}

/** Ends a text with a period unless it has end punctuation. */
const endSentence = (sentence: string): string => (/[.!?:]$/.test(sentence) ? sentence : `${sentence}.`)

/** Formats a rationale for the summary, which keeps what belongs to no region. */
const formatRationale = ({
  alternatives,
  constraints,
  dependencies,
  reason,
  risk
}: Rationale): ReadonlyArray<string> => [
  ...(reason === undefined ? [] : [endSentence(reason)]),
  ...constraints.map((constraint) => `Constraint: ${endSentence(constraint)}`),
  ...alternatives.map((alternative) => `Rejected: ${endSentence(formatAlternative(alternative))}`),
  ...dependencies.map(({ anchor, file, nature }) => `Relies on ${file}:${anchor}: ${endSentence(nature)}`),
  ...(risk === undefined ? [] : [`Risk: ${endSentence(risk)}`])
]

/** Formats the rationale of an unresolved place for the summary. */
const formatUnresolved = ({ at, rationale }: UnresolvedPlace): string =>
  [`Of ${escapeControls(at)}:`, ...formatRationale(rationale)].join(" ")

const summaryOf = (subject: string, more: ReadonlyArray<string>): string =>
  more.length === 0 ? subject : [endSentence(subject), ...more].join(" ")

/** Maximum length of an intent from a subject line. */
const maxSubjectCharacters = 1000

/** Returns the subject line with controls escaped; without a commit message, the first sentence of the context. */
const subjectOf = (change: Change, context: CommitContext): string => {
  const subject = subjectLine(change.commit.message)
  const other = [context.task, context.reason].find((one) => one !== undefined && one.trim() !== "")
  const intent = escapeControls(subject === "" ? takeFirstSentence(other ?? "A change.") : subject)
  return intent.slice(0, maxSubjectCharacters).replace(/[\ud800-\udbff]$/, "")
}

/** Warns of a context set long before its commit. `time`: commit time in milliseconds. */
const warnIfStale = (context: CommitContext, time: number): ReadonlyArray<string> => {
  if (context.set_at === undefined) return []
  const age = time - toEpochMillis(context.set_at)
  return Number.isFinite(age) && age > staleAfterMillis
    ? [`The context was set ${Math.round(age / 60_000)} minutes before the commit.`]
    : []
}

/** Warns of an unresolved place, and says how to annotate it. */
const unplacedWarning = ({ at, problem }: UnresolvedPlace, commit: ObjectId): string =>
  `${escapeControls(at)}: ${problem} The summary of the note has its reasons; to move them to a region, run ultragit annotate --commit ${commit.slice(0, 10)}`

/**
 * Chooses the places that become regions: those that were named, and of the others one of each file, then another of each, so that
 * a file with many places leaves some for the others.
 */
const chooseNoted = (places: ReadonlyArray<AnnotatedPlace>): ReadonlySet<AnnotatedPlace> => {
  const counts = new Map<string, number>()
  const turns = places.map((each) => {
    const turn = counts.get(each.place.file) ?? 0
    counts.set(each.place.file, turn + 1)
    return { each, turn }
  })
  const first = turns.toSorted((a, b) => a.turn - b.turn).slice(0, maxRegions)
  return new Set([...places.filter(({ named }) => named), ...first.map(({ each }) => each)])
}

/** The names of further places; a file with many of them only has their number. */
const namePlaces = (places: ReadonlyArray<AnnotatedPlace>): ReadonlyArray<string> =>
  [...Map.groupBy(places, ({ place }) => place.file)].flatMap(([file, own]) =>
    own.length > maxNamedInFile
      ? [`${file} (${own.length} places)`]
      : own.map(({ place }) => `${file}:${place.ast_anchor.name}`)
  )

/** Derives the annotation of a commit from its context, without writing it. */
const planAnnotation = Effect.fnUntraced(function* (change: Change, given: CommitContext, trailers: CommitContext) {
  const context = mergeContexts(given, trailers)
  const { deleted, places, sourceOf, unplaced, unread } = yield* assign(change, given, trailers)
  const subject = subjectOf(change, context)
  const noted = chooseNoted(places)
  const checked = yield* checkDependencies(
    change.commit.id,
    places.filter((each) => noted.has(each)).map((place) => regionOf(place, subject)),
    sourceOf
  )
  const rest = [...namePlaces(places.filter((each) => !noted.has(each))), ...unread]
  const placeless = places.length === 0 ? [...formatRationale(context), ...listSentence("Deleted", deleted)] : []
  const more = [...unplaced.map(formatUnresolved), ...listSentence("Also changed", rest), ...placeless]
  const texts = {
    ...text("task", context.task),
    summary: summaryOf(subject, more),
    context_level: "enhanced",
    regions: checked.regions,
    cross_cutting: []
  } as const
  return {
    texts,
    unplaced,
    warnings: [...unplaced.map((each) => unplacedWarning(each, change.commit.id)), ...checked.warnings]
  }
})

/** Reads the trailers of a commit, next to its given context. */
const readContexts = Effect.fnUntraced(function* (commit: ObjectId, given: Option.Option<CommitContext>) {
  const trailers = contextFromTrailers(yield* (yield* Git).trailers(commit))
  const own = Option.getOrElse(given, () => emptyContext)
  return { given: own, trailers: trailers.context, warnings: trailers.warnings }
})

/** Plans the annotation of a commit, with warnings. None where context and trailers are empty. */
export const prepareAnnotation = Effect.fnUntraced(function* (commit: ObjectId, left: Option.Option<CommitContext>) {
  const { given, trailers, warnings } = yield* readContexts(commit, left)
  const context = mergeContexts(given, trailers)
  if (isEmpty(context)) return Option.none()
  yield* checkTexts(context, { allowSecret: context.allow_secret })
  const change = yield* ownChange(yield* readChange(commit))
  const plan = yield* planAnnotation(change, given, trailers)
  const old = warnIfStale(context, change.commit.committerTime * 1000)
  return Option.some({ ...plan, change, warnings: [...warnings, ...plan.warnings, ...old] })
})

/** Returns the warnings of {@link annotateCommit} without writing, for callers that annotate in another process. */
export const previewWarnings = Effect.fn("Authoring.warningsOfFacts")(function* (
  commit: ObjectId,
  context: CommitContext
) {
  const found = yield* prepareAnnotation(commit, Option.some(context))
  return Option.match(found, { onNone: () => [], onSome: ({ warnings }) => warnings })
})

/**
 * Annotates a commit from a given context, and from its trailers where that is empty (spec writing §1). Placed rationales
 * belong to the places that they name; the others belong to every unit that the commit, or the amend that made it, changes.
 * The timestamp is the commit time, so that later annotations are newer. Returns none, and writes nothing, where both are
 * empty. Fails with `AnnotateError` for texts that must not go into a note.
 */
export const annotateCommit = Effect.fn("Authoring.annotateCommit")(function* (
  commit: ObjectId,
  given: Option.Option<CommitContext>
) {
  const found = yield* prepareAnnotation(commit, given)
  if (Option.isNone(found)) return Option.none<AnnotateOutcome>()
  const { change, texts, warnings } = found.value
  const time = Math.min(change.commit.committerTime * 1000, yield* Clock.currentTimeMillis)
  const written = yield* writeAnnotation(commit, { ...texts, timestamp: formatTimestamp(time) }, {})
  return Option.some<AnnotateOutcome>({ ...written, regions: texts.regions, left_out: [], warnings })
})
