import { Clock, Effect, Option, Result } from "effect"
import { pathFilter } from "../../config/PathFilter.ts"
import { Settings } from "../../config/Settings.ts"
import type { Region } from "../../domain/Annotation.ts"
import { instant } from "../../domain/Instant.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls, firstSentence } from "../../domain/Text.ts"
import type { FileDiff } from "../../adapters/git/FileDiff.ts"
import { Git } from "../../adapters/git/Git.ts"
import { type Facts, isEmpty, mergeFacts, noFacts } from "../context/Facts.ts"
import { factsOfTrailers } from "../context/trailers.ts"
import { checkTexts } from "../context/checkTexts.ts"
import type { AnnotateOutcome } from "./annotate.ts"
import { type Change, changeOf, ownChange, sourceAt } from "./Change.ts"
import { blankLines, type ChangedPlace, changedUnits } from "./changedUnits.ts"
import { writeAnnotation } from "./writeAnnotation.ts"
import { timestampAt } from "../../domain/Instant.ts"

/** Regions made of facts; further places are named in the summary. */
const maxRegions = 50
/** Places named in the summary beside them. */
const maxNamed = 50
/** Files that are parsed. */
const maxFiles = 200
/** Milliseconds after which facts that were left are old. */
const staleAfter = 10 * 60_000

const linesChanged = (file: FileDiff): number =>
  file.hunks.reduce((sum, { after, before }) => sum + Math.max(after.count, before.count), 0)

const placesIn = Effect.fnUntraced(function* (change: Change, file: FileDiff) {
  const source = yield* sourceAt(change.commit.id, file.path)
  if (Result.isFailure(source)) return []
  const blank = blankLines(Buffer.from(source.success.content).toString("latin1"))
  return changedUnits(file.hunks, source.success, (line) => blank[line] === true)
})

const inOrder = (a: ChangedPlace, b: ChangedPlace): number =>
  b.changed - a.changed || (a.file === b.file ? a.lines.start - b.lines.start : a.file < b.file ? -1 : 1)

/** What a commit changed: places with lines, largest change first, and names of what has none to speak of. */
const placesOf = Effect.fnUntraced(function* (change: Change) {
  const settings = yield* Settings
  const { exclude, include } = yield* settings.values
  const excluded = pathFilter(include, exclude)
  const files = change.files.filter((file) => Option.isNone(excluded(file.path)))
  const changed = files
    .filter((file) => file.kind !== "deleted" && file.hunks.length > 0)
    .toSorted((a, b) => linesChanged(b) - linesChanged(a))
  const places = yield* Effect.forEach(changed.slice(0, maxFiles), (file) => placesIn(change, file))
  return {
    places: places.flat().toSorted(inOrder),
    unread: changed.slice(maxFiles).map((file) => file.path),
    deleted: files.filter((file) => file.kind === "deleted").map((file) => file.path)
  }
})

const text = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } => {
  const entry: { [P in K]?: string } = {}
  if (value !== undefined && value !== "") entry[key] = value
  return entry
}

const regionOf = (place: ChangedPlace, intent: string, facts: Facts): Region => ({
  file: place.file,
  ast_anchor: place.ast_anchor,
  lines: place.lines,
  intent,
  ...text("reasoning", facts.reason),
  constraints: facts.constraints.map((constraint) => ({ text: constraint, source: "author" })),
  semantic_dependencies: facts.dependencies,
  related_annotations: [],
  tags: facts.tags,
  ...text("risk_notes", facts.risk)
})

const sentence = (label: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (names.length === 0) return []
  const more = names.length > maxNamed ? `, and ${names.length - maxNamed} more` : ""
  return [`${label}: ${names.slice(0, maxNamed).map(escapeControls).join(", ")}${more}.`]
}

/** A sentence's end, so that another can follow. */
const ended = (said: string): string => (/[.!?:]$/.test(said) ? said : `${said}.`)

/** What was said, for a summary: where a commit has no place to hang it on, nothing of it is lost. */
const wordsOf = ({ constraints, reason, risk }: Facts): ReadonlyArray<string> => [
  ...(reason === undefined ? [] : [ended(reason)]),
  ...constraints.map((constraint) => `Constraint: ${ended(constraint)}`),
  ...(risk === undefined ? [] : [`Risk: ${ended(risk)}`])
]

const summaryOf = (subject: string, more: ReadonlyArray<string>): string =>
  more.length === 0 ? subject : [ended(subject), ...more].join(" ")

/** Longest intent made of a subject line, in characters. */
const maxSubject = 1000

/** The subject line, whatever is in it made inert; of a commit without message what the facts begin with. */
const subjectOf = (change: Change, facts: Facts): string => {
  const subject = change.commit.message.split("\n", 1)[0]?.trim() ?? ""
  const other = [facts.task, facts.reason].find((said) => said !== undefined && said.trim() !== "")
  const said = escapeControls(subject === "" ? firstSentence(other ?? "A change.") : subject)
  return said.slice(0, maxSubject).replace(/[\ud800-\udbff]$/, "")
}

/** A warning where facts were left long before their commit, made at `time` in milliseconds. */
export const staleness = (facts: Facts, time: number): ReadonlyArray<string> => {
  if (facts.set_at === undefined) return []
  const age = time - instant(facts.set_at)
  return Number.isFinite(age) && age > staleAfter
    ? [`The context was set ${Math.round(age / 60_000)} minutes before the commit.`]
    : []
}

const write = Effect.fnUntraced(function* (change: Change, facts: Facts) {
  const { deleted, places, unread } = yield* placesOf(change)
  const subject = subjectOf(change, facts)
  const regions = places.slice(0, maxRegions).map((place) => regionOf(place, subject, facts))
  const rest = [...places.slice(maxRegions).map((place) => `${place.file}:${place.ast_anchor.name}`), ...unread]
  const placeless = regions.length === 0 ? [...wordsOf(facts), ...sentence("Deleted", deleted)] : []
  const more = [...sentence("Also changed", rest), ...placeless]
  const time = Math.min(change.commit.committerTime * 1000, yield* Clock.currentTimeMillis)
  const note = {
    ...text("task", facts.task),
    summary: summaryOf(subject, more),
    context_level: "enhanced",
    regions,
    cross_cutting: [],
    timestamp: timestampAt(time)
  } as const
  return { ...(yield* writeAnnotation(change.commit.id, note, {})), regions }
})

/**
 * Annotates a commit with facts: those given, and those of its trailers where they say nothing. They belong to every
 * unit that the commit changes (spec writing §1). Their time is the commit's: whatever was said of it since is newer.
 * None, and nothing written, where nobody says anything. Fails with `AnnotateError` for texts that must not be noted.
 */
export const annotateCommit = Effect.fn("Authoring.annotateCommit")(function* (
  commit: ObjectId,
  given: Option.Option<Facts>
) {
  const git = yield* Git
  const trailers = factsOfTrailers(yield* git.trailers(commit))
  const facts = mergeFacts(
    Option.getOrElse(given, () => noFacts),
    trailers.facts
  )
  if (isEmpty(facts)) return Option.none<AnnotateOutcome>()
  yield* checkTexts(facts, { allowSecret: facts.allow_secret })
  const change = yield* ownChange(yield* changeOf(commit))
  const written = yield* write(change, facts)
  const warnings = [...trailers.warnings, ...staleness(facts, change.commit.committerTime * 1000)]
  return Option.some<AnnotateOutcome>({ ...written, left_out: [], warnings })
})
