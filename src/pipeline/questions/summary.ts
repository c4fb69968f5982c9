import { DateTime, Effect, Option, Result } from "effect"
import { type LineRange, overlaps } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { NoteProblem } from "../../notes/format/decode.ts"
import { Notes } from "../../notes/Notes.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import type { SummaryQuery } from "../answering/queries.ts"
import type { SummaryAnswer, SummaryUnit } from "../answering/answers.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { shareFlagsOfCopies, withoutCopies } from "../answering/copies.ts"
import { collectDoubts, optionalTexts } from "../answering/entries.ts"
import {
  type FilterName,
  warnOfFiltered,
  findFailedFilter,
  applyFilters,
  type Filterable
} from "../answering/filters.ts"
import { forFilesBelow } from "./folder.ts"
import { byCommit, clip, type OriginHunk, span, standing, survivingLines } from "./matching.ts"
import { newestByUnit, newestFirst, type Told } from "./newest.ts"
import {
  byConfidence,
  isEmpty,
  type Question,
  describeQuery,
  collectNotices,
  scoreRegion
} from "../answering/Question.ts"
import { blameFile } from "../../lineage/Blame.ts"
import { notFound } from "../subject/resolveSubject.ts"
import { resolveScope, type Scope } from "../subject/Scope.ts"
import { fitSummary } from "../answering/fitAnswer.ts"
import type { Subject } from "../subject/Subject.ts"
import { warnOfUnreachedFiles } from "../answering/unreachedFiles.ts"
import { isSettled, unparsed } from "../subject/unparsed.ts"

/** A unit with the newest region that speaks of it. */
interface Entry extends Filterable {
  readonly unit: SummaryUnit
  /** Whether it is one of the outline; else a region of a file without a grammar, or over a limit of parsing. */
  readonly outlined: boolean
  readonly confidence: number
}

const placeOf = ({ unit }: Entry): string => `${unit.lines.start} ${unit.lines.end} ${unit.anchor.name}`

/** What one file adds to a summary. */
interface FileSummary {
  readonly entries: ReadonlyArray<Entry>
  readonly units: number
  readonly annotated: number
  readonly problems: ReadonlyArray<NoteProblem>
  readonly warnings: ReadonlyArray<string>
  readonly ambiguous: boolean
  /** For each unit whose annotations a filter leaves out, which. */
  readonly leftOut: ReadonlyArray<FilterName>
  /** Whether the same content will have the same units the next time. */
  readonly settled: boolean
}

/** The units in scope: those of the anchor with what is nested in them, or all. */
const unitsInScope = (scope: Scope): ReadonlyArray<Unit> =>
  scope.kind === "anchor"
    ? scope.outline.units.filter((unit) =>
        scope.units.some((asked) => asked.lines.start <= unit.lines.start && unit.lines.end <= asked.lines.end)
      )
    : scope.outline.units

const iso = (seconds: number): string => DateTime.formatIso(DateTime.makeUnsafe(seconds * 1000)).replace(".000Z", "Z")

const toldOf = Effect.fnUntraced(function* (
  question: Question,
  hunks: ReadonlyMap<ObjectId, ReadonlyArray<OriginHunk>>
) {
  const notes = yield* Notes
  const read = yield* notes.read(question.snapshot, hunks.keys())
  const times = yield* CommitTimes
  const writtenAt = yield* times.authorTimes(hunks.keys())
  const problems: Array<NoteProblem> = []
  const warnings: Array<string> = []
  const told: Array<Told> = []
  for (const [commit, note] of read) {
    if (Result.isFailure(note)) problems.push(note.failure)
    else {
      const { annotation } = note.success
      warnings.push(...note.success.warnings)
      const from = hunks.get(commit) ?? []
      for (const region of annotation.regions) {
        const own = from.filter((hunk) => hunk.path === region.file)
        if (own.length === 0) continue
        const surviving = survivingLines(region, own)
        told.push({ annotation, region, written: writtenAt(commit), own: own.map((hunk) => hunk.lines), surviving })
      }
    }
  }
  const flagged = shareFlagsOfCopies(told.map(({ region }) => region))
  return { told: told.map((each) => ({ ...each, region: flagged(each.region) })), problems, warnings, writtenAt }
})

const entryOf = (
  question: Question,
  file: string,
  lines: LineRange,
  told: Told,
  shown: { readonly unit: Unit | undefined; readonly modified: number }
): Entry => {
  const { annotation, region } = told
  const state = standing(region, shown.unit === undefined ? [] : [shown.unit], told.surviving).anchor
  const anchor =
    shown.unit === undefined
      ? region.ast_anchor
      : { type: shown.unit.type, name: shown.unit.name, signature: shown.unit.signature }
  const { risk_notes } = optionalTexts(region, question.verbose)
  const { confidence } = scoreRegion(question, { annotation, region }, told.written, state)
  return {
    unit: {
      file,
      anchor,
      lines,
      intent: region.intent,
      constraints: region.constraints,
      ...(risk_notes === undefined ? {} : { risk_notes }),
      ...collectDoubts(region),
      last_modified: iso(shown.modified),
      confidence
    },
    outlined: shown.unit !== undefined,
    annotation,
    region,
    written: told.written,
    confidence
  }
}

const nothing: FileSummary = {
  entries: [],
  units: 0,
  annotated: 0,
  problems: [],
  warnings: [],
  ambiguous: false,
  leftOut: [],
  settled: true
}

/** The entries of units, and of regions where there is no grammar to find units, from the told that count. */
const entriesOf = (
  question: Question,
  file: string,
  scope: Scope,
  told: ReadonlyArray<Told>,
  modified: (lines: LineRange) => number
): ReadonlyArray<Entry> => {
  const byUnit = [...newestByUnit(told, unitsInScope(scope))].map(([unit, each]) =>
    entryOf(question, file, unit.lines, each, { unit, modified: modified(unit.lines) })
  )
  const alive = told.filter((each) => each.surviving.length > 0)
  const { failure: exceeded, language } = scope.outline
  const ungrammatical = Option.isNone(language) || exceeded !== undefined ? withoutCopies(alive, newestFirst) : []
  const byLines = ungrammatical.flatMap((each) =>
    Option.match(span(each.surviving), {
      onNone: () => [],
      onSome: (lines) => [entryOf(question, file, lines, each, { unit: undefined, modified: modified(lines) })]
    })
  )
  return [...byUnit, ...byLines]
}

/**
 * The entries that count, each with the newest region that does, and what left out those that have none. A filter looks
 * at regions before the newest is chosen, at confidence after: that is of a region in a unit.
 */
const countingEntries = (
  question: Question,
  told: ReadonlyArray<Told>,
  entriesFrom: (told: ReadonlyArray<Told>) => ReadonlyArray<Entry>
) => {
  const { filters } = question
  const all = entriesFrom(told)
  const sifted = applyFilters(filters, told)
  const annotated = all.filter(({ outlined }) => outlined).length
  if (sifted.leftOut.length === 0) return { ...applyFilters(filters, all), annotated }
  const counting = entriesFrom(sifted.passed)
  const there = new Set(counting.map(placeOf))
  const leftOut = all
    .filter((entry) => !there.has(placeOf(entry)))
    .flatMap((entry) => findFailedFilter(filters, entry) ?? [])
  const confident = applyFilters(filters, counting)
  return { passed: confident.passed, leftOut: [...leftOut, ...confident.leftOut], annotated }
}

/** One blame of the file, and for each unit the newest region that speaks of it. */
const summarizeFile = Effect.fn("Pipeline.summarizeFile")(function* (
  question: Question,
  subject: Subject,
  options: { readonly noted: boolean; readonly alone: boolean }
) {
  const scope = yield* resolveScope(subject, { anchor: question.anchor, lines: undefined })
  if (!options.alone && question.anchor !== undefined && scope.kind !== "anchor") {
    return { ...nothing, warnings: unparsed(subject.path, scope.outline) }
  }
  const hunks = options.noted ? yield* blameFile(subject, scope.length) : []
  const all = clip(hunks, scope.ranges)
  const { problems, told, warnings, writtenAt } = yield* toldOf(question, byCommit(all))
  const units = unitsInScope(scope)
  const modified = (lines: LineRange): number =>
    Math.max(0, ...all.filter((hunk) => overlaps(hunk.lines, lines)).map((hunk) => writtenAt(hunk.commit)))
  const { annotated, leftOut, passed } = countingEntries(question, told, (some) =>
    entriesOf(question, subject.path, scope, some, modified)
  )
  return {
    entries: passed,
    units: units.length,
    annotated,
    problems,
    warnings: [...scope.warnings, ...warnings],
    ambiguous: scope.ambiguous,
    leftOut,
    settled: isSettled(scope.outline)
  } satisfies FileSummary
})

/** A failure of one file among many is a warning, so that the others are still answered for. */
const unreadable = (path: string, detail: string): FileSummary => ({
  ...nothing,
  warnings: [`${escapeControls(path)} was skipped: ${detail}`]
})

const summarizeDirectory = (question: Question, revision: string | undefined) =>
  forFilesBelow(question, revision, {
    use: (subject, noted) => summarizeFile(question, subject, { noted, alone: false }),
    skipped: unreadable
  })

/** Warnings about single files shown in one answer; of more only the number is said. */
const shownWarnings = 5

const briefly = (warnings: ReadonlyArray<string>): ReadonlyArray<string> =>
  warnings.length <= shownWarnings
    ? warnings
    : [...warnings.slice(0, shownWarnings), `${warnings.length - shownWarnings} more warnings of this kind.`]

/** Which files of a folder an unreadable note speaks of, nobody knows. */
const unplaced = ({ snapshot, subject }: Question) => (subject.kind === "directory" ? snapshot.index.problems() : [])

const summaryOf = (question: Question, files: ReadonlyArray<FileSummary>, unreached: ReadonlyArray<string>) => {
  const entries = files
    .flatMap((file) => file.entries)
    .map((entry) => ({
      ...entry,
      commit: entry.annotation.commit,
      file: entry.unit.file,
      line: entry.unit.lines.start
    }))
    .toSorted(byConfidence)
  const sum = (count: (file: FileSummary) => number): number => files.reduce((total, file) => total + count(file), 0)
  const units = sum((file) => file.units)
  const annotated = sum((file) => file.annotated)
  const answer: SummaryAnswer = {
    $schema: "ultragit-summary/v1",
    query: describeQuery(question),
    units: entries.map((entry) => entry.unit),
    stats: { ast_units: units, annotated_units: annotated, unannotated_units: units - annotated, files: files.length },
    ...collectNotices(question, {
      warnings: [
        ...unreached,
        ...briefly(files.flatMap((file) => file.warnings)),
        ...warnOfFiltered(
          files.flatMap((file) => file.leftOut),
          "unit"
        )
      ],
      problems: [...files.flatMap((file) => file.problems), ...unplaced(question)],
      ambiguous: files.some((file) => file.ambiguous),
      empty: entries.length === 0
    })
  }
  return { answer, commits: entries.map((entry) => entry.commit) }
}

/** Answers `ultragit_summary` (spec annotations §5). */
export const summary = Effect.fn("Pipeline.summary")(function* (question: Question, query: SummaryQuery) {
  const { subject } = question
  if (subject.kind === "absent") return yield* notFound(query.path, subject.commit)
  const { reached, unreached } = isEmpty(question)
    ? { reached: [], unreached: [] }
    : subject.kind === "directory"
      ? yield* summarizeDirectory(question, query.rev)
      : { reached: [yield* summarizeFile(question, subject, { noted: true, alone: true })], unreached: [] }
  const { answer, commits } = summaryOf(question, reached, warnOfUnreachedFiles(question, reached.length, unreached))
  const isComplete = reached.every(({ problems, settled }) => problems.length === 0 && settled)
  return { answer: yield* fitSummary(answer, question.budget, commits), isComplete }
})
