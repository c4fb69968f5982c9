import { Clock, Effect, Option } from "effect"
import type { Region } from "../../domain/Annotation.ts"
import { toEpochMillis } from "../../domain/Instant.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls, takeFirstSentence } from "../../domain/Text.ts"
import { Git } from "../../adapters/git/Git.ts"
import { type Facts, isEmpty, mergeFacts, noFacts, type Words } from "../context/Facts.ts"
import { factsOfTrailers } from "../context/trailers.ts"
import { checkTexts } from "../context/checkTexts.ts"
import type { AnnotateOutcome } from "./annotate.ts"
import { assign, type Unplaced, type WordedPlace } from "./assign.ts"
import { type Change, changeOf, ownChange } from "./Change.ts"
import { checkDependencies } from "./dependencies.ts"
import { writeAnnotation } from "./writeAnnotation.ts"
import { formatTimestamp } from "../../domain/Instant.ts"

/** Regions made of facts; further places are named in the summary. */
const maxRegions = 50
/** Places named in the summary beside them. */
const maxNamed = 50
/** Milliseconds after which facts that were left are old. */
const staleAfter = 10 * 60_000

const text = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } => {
  const entry: { [P in K]?: string } = {}
  if (value !== undefined && value !== "") entry[key] = value
  return entry
}

const regionOf = ({ place, spread, words }: WordedPlace, intent: string): Region => ({
  file: place.file,
  ast_anchor: place.ast_anchor,
  lines: place.lines,
  intent,
  ...text("reasoning", words.reason),
  constraints: words.constraints.map((constraint) => ({ text: constraint, source: "author" })),
  semantic_dependencies: words.dependencies,
  related_annotations: [],
  tags: words.tags,
  ...text("risk_notes", words.risk),
  ...(spread ? { spread } : {})
})

const sentence = (label: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (names.length === 0) return []
  const more = names.length > maxNamed ? `, and ${names.length - maxNamed} more` : ""
  return [`${label}: ${names.slice(0, maxNamed).map(escapeControls).join(", ")}${more}.`]
}

/** A sentence's end, so that another can follow. */
const ended = (said: string): string => (/[.!?:]$/.test(said) ? said : `${said}.`)

/** What was said, for a summary: where a commit has no place to hang it on, nothing of it is lost. */
const wordsOf = ({ constraints, dependencies, reason, risk }: Words): ReadonlyArray<string> => [
  ...(reason === undefined ? [] : [ended(reason)]),
  ...constraints.map((constraint) => `Constraint: ${ended(constraint)}`),
  ...dependencies.map(({ anchor, file, nature }) => `Relies on ${file}:${anchor}: ${ended(nature)}`),
  ...(risk === undefined ? [] : [`Risk: ${ended(risk)}`])
]

/** The same of words whose place the commit does not have. */
const misplaced = ({ at, words }: Unplaced): string => [`Of ${escapeControls(at)}:`, ...wordsOf(words)].join(" ")

const summaryOf = (subject: string, more: ReadonlyArray<string>): string =>
  more.length === 0 ? subject : [ended(subject), ...more].join(" ")

/** Longest intent made of a subject line, in characters. */
const maxSubject = 1000

/** The subject line, whatever is in it made inert; of a commit without message what the facts begin with. */
const subjectOf = (change: Change, facts: Facts): string => {
  const subject = change.commit.message.split("\n", 1)[0]?.trim() ?? ""
  const other = [facts.task, facts.reason].find((said) => said !== undefined && said.trim() !== "")
  const said = escapeControls(subject === "" ? takeFirstSentence(other ?? "A change.") : subject)
  return said.slice(0, maxSubject).replace(/[\ud800-\udbff]$/, "")
}

/** A warning where facts were left long before their commit, made at `time` in milliseconds. */
export const staleness = (facts: Facts, time: number): ReadonlyArray<string> => {
  if (facts.set_at === undefined) return []
  const age = time - toEpochMillis(facts.set_at)
  return Number.isFinite(age) && age > staleAfter
    ? [`The context was set ${Math.round(age / 60_000)} minutes before the commit.`]
    : []
}

/** Why words have no place, and how to give them one. */
const unplacedWarning = ({ at, problem }: Unplaced, commit: ObjectId): string =>
  `${escapeControls(at)}: ${problem} What was said of it is in the summary of the note; to place it: ultragit annotate --commit ${commit.slice(0, 10)}`

const isNoted = ({ named }: WordedPlace, index: number): boolean => named || index < maxRegions

/** What facts say of a commit, everything derived, nothing written. */
const planOf = Effect.fnUntraced(function* (change: Change, given: Facts, trailers: Facts) {
  const facts = mergeFacts(given, trailers)
  const { deleted, places, sourceOf, unplaced, unread } = yield* assign(change, given, trailers)
  const subject = subjectOf(change, facts)
  const checked = yield* checkDependencies(
    change.commit.id,
    places.filter(isNoted).map((place) => regionOf(place, subject)),
    sourceOf
  )
  const left = places.filter((place, index) => !isNoted(place, index))
  const rest = [...left.map(({ place }) => `${place.file}:${place.ast_anchor.name}`), ...unread]
  const placeless = places.length === 0 ? [...wordsOf(facts), ...sentence("Deleted", deleted)] : []
  const more = [...unplaced.map(misplaced), ...sentence("Also changed", rest), ...placeless]
  const said = {
    ...text("task", facts.task),
    summary: summaryOf(subject, more),
    context_level: "enhanced",
    regions: checked.regions,
    cross_cutting: []
  } as const
  return { said, warnings: [...unplaced.map((each) => unplacedWarning(each, change.commit.id)), ...checked.warnings] }
})

/** What a commit is said to be: what was given for it, and its trailers. */
const factsFor = Effect.fnUntraced(function* (commit: ObjectId, given: Option.Option<Facts>) {
  const trailers = factsOfTrailers(yield* (yield* Git).trailers(commit))
  const own = Option.getOrElse(given, () => noFacts)
  return { given: own, trailers: trailers.facts, warnings: trailers.warnings }
})

/** What facts say of a commit, with warnings; none where nobody says anything. */
const examine = Effect.fnUntraced(function* (commit: ObjectId, left: Option.Option<Facts>) {
  const { given, trailers, warnings } = yield* factsFor(commit, left)
  const facts = mergeFacts(given, trailers)
  if (isEmpty(facts)) return Option.none()
  yield* checkTexts(facts, { allowSecret: facts.allow_secret })
  const change = yield* ownChange(yield* changeOf(commit))
  const plan = yield* planOf(change, given, trailers)
  const old = staleness(facts, change.commit.committerTime * 1000)
  return Option.some({ change, said: plan.said, warnings: [...warnings, ...plan.warnings, ...old] })
})

/** What {@link annotateCommit} would warn of, for whom another process annotates. */
export const warningsOfFacts = Effect.fn("Authoring.warningsOfFacts")(function* (commit: ObjectId, facts: Facts) {
  const found = yield* examine(commit, Option.some(facts))
  return Option.match(found, { onNone: () => [], onSome: ({ warnings }) => warnings })
})

/**
 * Annotates a commit with facts: those given, and those of its trailers where they say nothing (spec writing §1).
 * What is placed belongs to the places that it names, the rest to every unit that the commit changes, or the amend that
 * made it. Their time is the commit's: whatever was said of it since is newer. None, and nothing written, where nobody
 * says anything. Fails with `AnnotateError` for texts that must not be noted.
 */
export const annotateCommit = Effect.fn("Authoring.annotateCommit")(function* (
  commit: ObjectId,
  given: Option.Option<Facts>
) {
  const found = yield* examine(commit, given)
  if (Option.isNone(found)) return Option.none<AnnotateOutcome>()
  const { change, said, warnings } = found.value
  const time = Math.min(change.commit.committerTime * 1000, yield* Clock.currentTimeMillis)
  const written = yield* writeAnnotation(commit, { ...said, timestamp: formatTimestamp(time) }, {})
  return Option.some<AnnotateOutcome>({ ...written, regions: said.regions, left_out: [], warnings })
})
