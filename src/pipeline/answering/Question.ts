import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { Effect, Option } from "effect"
import { type PathFilter, makePathFilter } from "../../config/PathFilter.ts"
import { Settings } from "../../config/Settings.ts"
import { type SettingsValues } from "../../config/SettingsValues.ts"
import {
  type AnchorState,
  computeConfidence,
  type ConfidenceFactors,
  computeFactors,
  roundFactors
} from "../../domain/Confidence.ts"
import { type Annotation, contextLevelOf, type Region } from "../../domain/Annotation.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { CommitMetadata } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import type { NoteProblem } from "../../notes/format/decode.ts"
import { Notes } from "../../notes/Notes.ts"
import { type NotesSnapshot } from "../../notes/NotesSnapshot.ts"
import { checkNumbers } from "./checkNumbers.ts"
import { parseFilters, type FilterSet } from "./filters.ts"
import type { Filters, Options } from "./queries.ts"
import type { Query } from "./answers.ts"
import { findForeignRefs } from "../../evidence/foreign/readForeignNotes.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { resolveSubject } from "../subject/resolveSubject.ts"
import type { AnswerBudget } from "./AnswerBudget.ts"
import type { Subject } from "../subject/Subject.ts"
import { cutOffWarning, explainMissingNotes, warnOfShallowNotes } from "./missingNotes.ts"
import { submoduleWarning } from "../subject/submodules.ts"

/** A question with everything needed to answer it, looked up once. */
export interface Question {
  readonly subject: Subject
  readonly snapshot: NotesSnapshot
  readonly settings: SettingsValues
  /** Name of a unit; undefined where the query has none. */
  readonly anchor: string | undefined
  readonly verbose: boolean
  /** Whether entries have fields that others imply. */
  readonly implied: boolean
  /** Committer time of the queried commit, in seconds since 1970. Ages are relative to it. */
  readonly now: number
  /** Returns the pattern that excludes a path. */
  readonly pathFilter: PathFilter
  /** The pattern that excludes the queried path. */
  readonly excludedBy: Option.Option<string>
  /** Regions that pass these filters count. */
  readonly filters: FilterSet
  /** Maximum number of regions in the answer of `read`. */
  readonly maxRegions: number
  /** Number of hops along `related_annotations`. */
  readonly depth: number
  readonly budget: AnswerBudget
  /** Refs of other tools' notes; empty where the answer has no evidence. */
  readonly foreignRefs: ReadonlyArray<RefTip>
  readonly warnings: ReadonlyArray<string>
  /** Further warnings for an answer without entries. */
  readonly whenEmpty: ReadonlyArray<string>
}

const excluded = (path: string, pattern: string) =>
  `${escapeControls(path)} is excluded by the pattern ${escapeControls(pattern)}.`

const outside = (path: string, answered: string) =>
  `${escapeControls(path)} is outside of this work tree; answering for ${escapeControls(answered)}.`

const pathWarnings = (query: AnyQuery, { path, submodule, warnings }: Subject): ReadonlyArray<string> => [
  ...(query.outside === undefined ? [] : [outside(query.outside, path)]),
  ...warnings,
  ...(submodule === undefined ? [] : [submoduleWarning(path, submodule)])
]

/** Reads commits, by id. Commits that are missing from this clone are absent. */
export const readCommits = Effect.fnUntraced(function* (ids: Iterable<ObjectId>) {
  const git = yield* Git
  const facts = yield* git.commits([...new Set(ids)])
  return new Map(
    facts.flatMap((fact): ReadonlyArray<[ObjectId, CommitMetadata]> =>
      Option.isSome(fact) ? [[fact.value.id, fact.value]] : []
    )
  )
})

/** The fields of all four queries. */
export interface AnyQuery extends Options, Filters {
  readonly path: string
  readonly limit?: number
  readonly min_confidence?: number
  readonly depth?: number
  readonly max_regions?: number
}

/**
 * Resolves the path, and reads notes, settings and the time of the commit. Fails for invalid arguments. `quotesNotes`:
 * whether the answer may quote other tools' notes.
 */
export const prepareQuestion = Effect.fn("Pipeline.prepareQuestion")(function* (
  query: AnyQuery,
  { quotesNotes }: { readonly quotesNotes: boolean }
) {
  yield* checkNumbers(query)
  const notes = yield* Notes
  const settings = yield* (yield* Settings).values
  const filters = yield* parseFilters(query)
  const [subject, snapshot] = yield* Effect.all([resolveSubject(query.path, query.rev), notes.snapshot], {
    concurrency: 2
  })
  const pathFilter = makePathFilter(settings.include, settings.exclude)
  const excludedBy = subject.kind === "directory" ? Option.none() : pathFilter(subject.path)
  const hasNotes = snapshot.index.size > 0
  return {
    subject,
    snapshot,
    settings,
    anchor: query.anchor?.trim() === "" ? undefined : query.anchor,
    verbose: query.verbose ?? false,
    implied: query.implied ?? query.verbose ?? false,
    now: yield* (yield* CommitTimes).committerTime(subject.commit),
    pathFilter,
    excludedBy,
    filters,
    maxRegions: query.max_regions ?? settings.maxRegions,
    depth: query.depth ?? settings.depth,
    budget: { maxTokens: query.max_tokens, configured: settings.maxTokens, measure: query.measure },
    foreignRefs: quotesNotes && settings.evidence !== "never" ? yield* findForeignRefs() : [],
    warnings: [
      ...(hasNotes ? [] : [yield* explainMissingNotes(snapshot.ref, settings)]),
      ...(snapshot.warnings ?? []),
      ...pathWarnings(query, subject),
      ...Option.match(excludedBy, { onNone: () => [], onSome: (pattern) => [excluded(subject.path, pattern)] })
    ],
    whenEmpty: hasNotes ? yield* warnOfShallowNotes(snapshot) : []
  } satisfies Question
})

/** Whether the answer is empty without a failure: the path is excluded, a submodule, or a file without lines. */
export const isEmpty = (question: Question): boolean =>
  Option.isSome(question.excludedBy) ||
  question.subject.kind === "submodule" ||
  (question.subject.kind === "file" && Option.isNone(question.subject.content))

/** Formats the `query` field of an answer. */
export const describeQuery = (question: Question, lines?: Query["lines"]): Query => ({
  path: question.subject.path === "" ? "." : formatPath(question.subject.path),
  ...(question.anchor === undefined ? {} : { anchor: question.anchor }),
  ...(lines === undefined ? {} : { lines }),
  rev: question.subject.rev
})

/** Unreadable notes named in one answer; further ones are only counted. */
const maxNamedProblems = 3

const problemWarnings = (problems: ReadonlyArray<NoteProblem>): ReadonlyArray<string> => {
  const named = problems
    .slice(0, maxNamedProblems)
    .map(
      ({ commit, detail, field }) =>
        `The note on ${commit.slice(0, 12)} was skipped: ${escapeControls(field)}: ${escapeControls(detail)}.`
    )
  const more = problems.length - named.length
  return more > 0 ? [...named, `${more} more notes were skipped because they cannot be read.`] : named
}

/** Returns the fields `warnings` and `ambiguous_anchor` of an answer, without those that are empty or false. */
export const collectNotices = (
  question: Question,
  found: {
    readonly warnings: ReadonlyArray<string>
    readonly problems: ReadonlyArray<NoteProblem>
    readonly ambiguous: boolean
    /** Whether the answer's main list is empty. */
    readonly empty: boolean
  }
): { readonly warnings?: ReadonlyArray<string>; readonly ambiguous_anchor?: true } => {
  const problems = [...new Map(found.problems.map((problem) => [problem.commit, problem])).values()]
  const state = found.empty ? question.whenEmpty : []
  // That notes lie behind the boundary of a shallow clone says that commits do.
  const shown = state.length === 0 ? found.warnings : found.warnings.filter((each) => each !== cutOffWarning)
  const warnings = [...new Set([...question.warnings, ...state, ...shown, ...problemWarnings(problems)])]
  return {
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(found.ambiguous ? { ambiguous_anchor: true } : {})
  }
}

/** Computes the confidence of a region and its factors (spec annotations §4). `written`: seconds since 1970. */
export const scoreRegion = (
  question: Question,
  { annotation, region }: { readonly annotation: Annotation; readonly region: Region },
  written: number,
  anchor: AnchorState
): { readonly confidence: number; readonly confidence_factors: ConfidenceFactors } => {
  const weights = question.settings.confidence
  const found = computeFactors({
    now: question.now,
    written,
    contextLevel: contextLevelOf(annotation, region),
    spread: region.spread === true,
    anchor,
    operation: annotation.provenance.operation,
    flagged: region.flags !== undefined && region.flags.length > 0,
    weights
  })
  return { confidence: computeConfidence(found, weights), confidence_factors: roundFactors(found) }
}

/** The fields that rank an entry (spec annotations §4). */
interface RankedEntry {
  readonly confidence: number
  /** Author time of the annotated commit, in seconds. */
  readonly written: number
  readonly file: string
  readonly line: number
  readonly commit: string
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Ranks by confidence, then newest first, then by path, line and commit, so that the order is deterministic. */
export const byConfidence = (a: RankedEntry, b: RankedEntry): number =>
  b.confidence - a.confidence ||
  b.written - a.written ||
  compareText(a.file, b.file) ||
  a.line - b.line ||
  compareText(a.commit, b.commit)
