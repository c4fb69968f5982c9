import { Duration, Effect, Result, Struct } from "effect"
import { type LineRange, overlaps } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { NoteProblem } from "../../notes/format/decode.ts"
import { Notes } from "../../notes/Notes.ts"
import type { SummaryQuery } from "../answering/queries.ts"
import type { SummaryAnswer } from "../answering/answers.ts"
import { fitUnits } from "../answering/fitEvidence.ts"
import { asksForEvidence, warnOfOmitted } from "./readEvidence.ts"
import { summarizeEvidence } from "./summaryEvidence.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { shareFlagsOfCopies } from "../answering/copies.ts"
import { type FilterName, warnOfFiltered } from "../answering/filters.ts"
import { explainFolder, type FolderFile } from "./explainFolder.ts"
import { type FileBelow, forEachFileBelow, processFile } from "./folder.ts"
import { groupByCommit, clipHunks, type OriginHunk, findSurvivingLines } from "./matching.ts"
import { type BlamedRegion } from "./newestRegions.ts"
import { findReplacedLines, linesInPlaceOf } from "./replacedLines.ts"
import { byConfidence, isEmpty, type Question, describeQuery, collectNotices } from "../answering/Question.ts"
import { type Attribution, attribute, type Unattributed, warnOfUnattributed } from "./attribution.ts"
import { failAbsent } from "../subject/failAbsent.ts"
import { resolveScope, type Scope } from "../subject/Scope.ts"
import { fitSummary, preferAnnotations } from "../answering/fitAnswer.ts"
import type { Subject } from "../subject/Subject.ts"
import { warnOfUnreachedFiles } from "../answering/unreachedFiles.ts"
import { isReproducible, explainUnparsed } from "../subject/parseLimits.ts"
import { type Entry, filterEntries, makeEntries, unitsInScope } from "./summaryEntries.ts"

interface FileSummary extends FolderFile {
  /** Whether notes have it under its current path or a former one. */
  readonly noted: boolean
  readonly entries: ReadonlyArray<Entry>
  readonly annotated: number
  readonly problems: ReadonlyArray<NoteProblem>
  readonly warnings: ReadonlyArray<string>
  /** Set for a file of a folder whose blame lacks objects. */
  readonly unattributed?: Unattributed
  readonly ambiguous: boolean
  /** For each unit that filters leave out, the filter. */
  readonly leftOut: ReadonlyArray<FilterName>
  /** Whether such commits were looked for. */
  readonly explained: boolean
  /** Whether the answer depends only on the content and on history. */
  readonly isReproducible: boolean
}

const readBlamedRegions = Effect.fnUntraced(function* (
  question: Question,
  hunks: ReadonlyMap<ObjectId, ReadonlyArray<OriginHunk>>,
  replaced: ReadonlyMap<ObjectId, ReadonlyArray<OriginHunk>>
) {
  const notes = yield* Notes
  const commits = new Set([...hunks.keys(), ...replaced.keys()])
  const read = yield* notes.read(question.snapshot, commits)
  const times = yield* CommitTimes
  const writtenAt = yield* times.authorTimes(commits)
  const problems: Array<NoteProblem> = []
  const warnings: Array<string> = []
  const regions: Array<BlamedRegion> = []
  for (const [commit, note] of read) {
    if (Result.isFailure(note)) problems.push(note.failure)
    else {
      const { annotation } = note.success
      warnings.push(...note.success.warnings)
      const from = hunks.get(commit) ?? []
      for (const region of annotation.regions) {
        const own = from.filter((hunk) => hunk.path === region.file)
        const lines = [...own.map((hunk) => hunk.lines), ...linesInPlaceOf(region, replaced.get(commit) ?? [])]
        if (lines.length === 0) continue
        const surviving = findSurvivingLines(region, own)
        regions.push({ annotation, region, written: writtenAt(commit), own: lines, surviving })
      }
    }
  }
  const flagged = shareFlagsOfCopies(regions)
  return { regions: regions.map((each) => ({ ...each, region: flagged(each) })), problems, warnings, writtenAt }
})

const emptySummary: Omit<FileSummary, "path" | "noted"> = {
  entries: [],
  units: 0,
  annotated: 0,
  problems: [],
  warnings: [],
  ambiguous: false,
  leftOut: [],
  evidence: [],
  explained: false,
  isReproducible: true
}

/** Makes a function that finds when lines were last changed, 0 where that is not known. */
const makeLastChange =
  (hunks: ReadonlyArray<OriginHunk>, writtenAt: (commit: ObjectId) => number) =>
  (lines: LineRange): number =>
    hunks.reduce((last, hunk) => (overlaps(hunk.lines, lines) ? Math.max(last, writtenAt(hunk.commit)) : last), 0)

const unasked: Attribution = { hunks: [], named: new Set(), warnings: [] }

/** The whole file for a commit that may have written any of its lines. None of them is known to be a line of the commit. */
const anyLine =
  ({ path }: Subject, length: number) =>
  (commit: ObjectId): OriginHunk => ({ commit, path, lines: { start: 1, end: length }, origin: { start: 0, end: 0 } })

/** Reads the regions that speak of the lines of a scope, with when lines were last changed. */
const readRegions = Effect.fnUntraced(function* (
  question: Question,
  subject: Subject,
  scope: Scope,
  { hunks, named }: Attribution
) {
  const committed = clipHunks(hunks, scope.ranges)
  const replaced = yield* findReplacedLines(subject, question.snapshot.index, hunks, scope.ranges)
  const { writtenAt, ...read } = yield* readBlamedRegions(
    question,
    groupByCommit([...committed, ...[...named].map(anyLine(subject, scope.length))]),
    groupByCommit(replaced)
  )
  return { ...read, lastChange: makeLastChange([...committed, ...replaced], writtenAt) }
})

/** Blames the file once, and finds the newest region of each unit. */
const summarizeFile = Effect.fn("Pipeline.summarizeFile")(function* (
  question: Question,
  subject: Subject,
  options: { readonly noted: boolean; readonly alone: boolean; readonly explain: boolean }
) {
  const file = { path: subject.path, noted: options.noted }
  const scope = yield* resolveScope(subject, { anchor: question.anchor, lines: undefined })
  if (!options.alone && question.anchor !== undefined && scope.kind !== "anchor") {
    return { ...emptySummary, ...file, warnings: explainUnparsed(subject.path, scope.outline) }
  }
  const units = unitsInScope(scope)
  const explained = units.length > 0 && options.explain
  const blamed = options.noted || explained ? yield* attribute(question, subject, scope.length) : unasked
  const { lastChange, problems, regions, warnings } = yield* readRegions(question, subject, scope, blamed)
  const { annotated, leftOut, passed } = filterEntries(question, regions, (some) =>
    makeEntries(question, subject.path, scope, some, lastChange)
  )
  const evidence =
    explained && blamed.warnings.length === 0
      ? yield* summarizeEvidence(question, subject, { hunks: blamed.hunks, units, entries: passed })
      : { entries: [], warnings: [] }
  return {
    ...file,
    entries: passed,
    evidence: evidence.entries,
    explained,
    units: units.length,
    annotated,
    problems,
    warnings: [...scope.warnings, ...(options.alone ? blamed.warnings : []), ...warnings, ...evidence.warnings],
    ...(options.alone || blamed.warnings.length === 0
      ? {}
      : { unattributed: { path: subject.path, warnings: blamed.warnings } }),
    ambiguous: scope.ambiguous,
    leftOut,
    isReproducible: blamed.warnings.length === 0 && isReproducible(scope.outline)
  } satisfies FileSummary
})

/** Turns the failure of one file into a warning, so that the answer has the other files. */
const skipFile = (file: FileBelow, detail: string): FileSummary => ({
  ...emptySummary,
  ...file,
  warnings: [`${escapeControls(file.path)} was skipped: ${detail}`]
})

/** Part of the time limit for folders that explaining has in any case. */
const minTimeShare = 0.25

/** Summarizes each file below a folder, and explains some of them by history. These come first. */
const summarizeDirectory = Effect.fnUntraced(function* (question: Question, revision: string | undefined) {
  const process = (explain: boolean) => ({
    use: (subject: Subject, noted: boolean) => summarizeFile(question, subject, { noted, alone: false, explain }),
    skipped: skipFile
  })
  const [duration, { reached, unreached }] = yield* Effect.timed(forEachFileBelow(question, revision, process(false)))
  if (!asksForEvidence(question)) return { reached, unreached }
  const limit = Duration.seconds(question.settings.folderTimeout)
  const explained = yield* explainFolder(question, reached, {
    hasAnnotations: reached.some(({ entries }) => entries.length > 0),
    timeout: Duration.max(Duration.subtract(limit, duration), Duration.times(limit, minTimeShare)),
    explain: (file) => processFile(question, revision, file, process(true))
  })
  const paths = new Set(explained.map(({ path }) => path))
  return { reached: [...explained, ...reached.filter(({ path }) => !paths.has(path))], unreached }
})

const warnOfUnexplained = (question: Question, files: ReadonlyArray<FileSummary>): ReadonlyArray<string> => {
  const withUnits = files.filter(({ units }) => units > 0)
  const explained = withUnits.filter((file) => file.explained).length
  return asksForEvidence(question) && withUnits.length > explained
    ? [`History is quoted for ${explained} of ${withUnits.length} files; ask for a smaller folder, or one file.`]
    : []
}

/** Maximum number of warnings about single files; further ones are only counted. */
const maxFileWarnings = 5

const limitWarnings = (warnings: ReadonlyArray<string>): ReadonlyArray<string> =>
  warnings.length <= maxFileWarnings
    ? warnings
    : [...warnings.slice(0, maxFileWarnings), `${warnings.length - maxFileWarnings} more warnings of this kind.`]

const warnOfFiles = (files: ReadonlyArray<FileSummary>): ReadonlyArray<string> => [
  ...warnOfUnattributed(files.flatMap(({ unattributed }) => unattributed ?? [])),
  ...limitWarnings(files.flatMap((file) => file.warnings)),
  ...warnOfFiltered(
    files.flatMap((file) => file.leftOut),
    "unit"
  )
]

/** Returns all unreadable notes for a folder, since their files are unknown. */
const findUnplaced = ({ snapshot, subject }: Question) =>
  subject.kind === "directory" ? snapshot.index.problems() : []

/** What shows more quotes of `summary`. */
const remedyFor = ({ anchor, subject }: Question): string => {
  if (subject.kind === "directory") return "a larger budget or a smaller folder shows"
  return anchor === undefined ? "a larger budget or an anchor shows" : "a larger budget shows"
}

const makeAnswer = (question: Question, files: ReadonlyArray<FileSummary>, unreached: ReadonlyArray<string>) => {
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
  const explained = files.flatMap((file) => file.evidence)
  const evidence = fitUnits(explained, question.budget, entries.length > 0)
  const answer: SummaryAnswer = {
    $schema: "ultragit-summary/v1",
    query: describeQuery(question),
    units: entries.map((entry) => entry.unit),
    ...(evidence.length === 0 ? {} : { evidence }),
    stats: { ast_units: units, annotated_units: annotated, unannotated_units: units - annotated, files: files.length },
    ...collectNotices(question, {
      warnings: [
        ...unreached,
        ...warnOfUnexplained(question, files),
        ...warnOfOmitted(explained.length - evidence.length, remedyFor(question)),
        ...warnOfFiles(files)
      ],
      problems: [...files.flatMap((file) => file.problems), ...findUnplaced(question)],
      ambiguous: files.some((file) => file.ambiguous),
      empty: entries.length === 0
    })
  }
  return { answer, commits: entries.map((entry) => entry.commit) }
}

/** Answers `ultragit_summary` (spec annotations §5). */
export const summary = Effect.fn("Pipeline.summary")(function* (question: Question, query: SummaryQuery) {
  const { subject } = question
  if (subject.kind === "absent") return yield* failAbsent(subject, query.path)
  const { reached, unreached } = isEmpty(question)
    ? { reached: [], unreached: [] }
    : subject.kind === "directory"
      ? yield* summarizeDirectory(question, query.rev)
      : {
          reached: [
            yield* summarizeFile(question, subject, { noted: true, alone: true, explain: asksForEvidence(question) })
          ],
          unreached: []
        }
  const { answer, commits } = makeAnswer(question, reached, warnOfUnreachedFiles(question, reached.length, unreached))
  const isComplete = reached.every((file) => file.problems.length === 0 && file.isReproducible)
  const fit = (each: SummaryAnswer) => fitSummary(each, question.budget, commits)
  return { answer: yield* preferAnnotations(fit(answer), fit(Struct.omit(answer, ["evidence"]))), isComplete }
})
