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
import { makeSieve, type Sieve } from "./filters.ts"
import type { Filters, Options } from "./queries.ts"
import type { Query } from "./answers.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { resolveSubject } from "../subject/resolveSubject.ts"
import type { Bounds } from "./shrinking.ts"
import type { Subject } from "../subject/Subject.ts"
import { notesBehindBoundary, whyNoNotes } from "./withoutNotes.ts"
import { submoduleWarning } from "../subject/submodules.ts"

/** Everything a question starts from, looked up once. */
export interface Question {
  readonly subject: Subject
  readonly snapshot: NotesSnapshot
  readonly settings: SettingsValues
  /** The name asked for; absent when empty. */
  readonly anchor: string | undefined
  readonly verbose: boolean
  /** Committer time of the commit asked about, in seconds: the present of every age. */
  readonly now: number
  /** Which paths are not to be spoken of. */
  readonly filter: PathFilter
  /** The pattern that excludes the path asked about. */
  readonly excludedBy: Option.Option<string>
  /** Which regions count. */
  readonly sieve: Sieve
  /** Regions in one `read`. */
  readonly maxRegions: number
  /** Hops along `related_annotations`. */
  readonly depth: number
  readonly bounds: Bounds
  readonly warnings: ReadonlyArray<string>
  /** What is said besides where nothing was found. */
  readonly whenEmpty: ReadonlyArray<string>
}

const excluded = (path: string, pattern: string) =>
  `${escapeControls(path)} is excluded by the pattern ${escapeControls(pattern)}.`

/** Facts of commits by id; those that are not here are absent. */
export const factsOf = Effect.fnUntraced(function* (ids: Iterable<ObjectId>) {
  const git = yield* Git
  const facts = yield* git.commits([...new Set(ids)])
  return new Map(
    facts.flatMap((fact): ReadonlyArray<[ObjectId, CommitMetadata]> =>
      Option.isSome(fact) ? [[fact.value.id, fact.value]] : []
    )
  )
})

/** All that a question may carry. */
export interface Asked extends Options, Filters {
  readonly path: string
  readonly limit?: number
  readonly min_confidence?: number
  readonly depth?: number
  readonly max_regions?: number
}

/** Looks up what every question needs: the path, the notes, the settings, the present. */
export const prepare = Effect.fn("Pipeline.prepare")(function* (query: Asked) {
  yield* checkNumbers(query)
  const notes = yield* Notes
  const settings = yield* (yield* Settings).values
  const sieve = yield* makeSieve(query)
  const [subject, snapshot] = yield* Effect.all([resolveSubject(query.path, query.rev), notes.snapshot], {
    concurrency: 2
  })
  const filter = makePathFilter(settings.include, settings.exclude)
  const excludedBy = subject.kind === "directory" ? Option.none<string>() : filter(subject.path)
  const now = yield* (yield* CommitTimes).committerTime(subject.commit)
  const hasNotes = snapshot.index.size > 0
  return {
    subject,
    snapshot,
    settings,
    anchor: query.anchor === undefined || query.anchor.trim() === "" ? undefined : query.anchor,
    verbose: query.verbose ?? false,
    now,
    filter,
    excludedBy,
    sieve,
    maxRegions: query.max_regions ?? settings.maxRegions,
    depth: query.depth ?? settings.depth,
    bounds: { maxTokens: query.max_tokens, configured: settings.maxTokens, measure: query.measure },
    warnings: [
      ...(hasNotes ? [] : [yield* whyNoNotes(snapshot.ref, settings)]),
      ...(snapshot.warnings ?? []),
      ...subject.warnings,
      ...(subject.submodule === undefined ? [] : [submoduleWarning(subject.path, subject.submodule)]),
      ...Option.match(excludedBy, { onNone: () => [], onSome: (pattern) => [excluded(subject.path, pattern)] })
    ],
    whenEmpty: hasNotes ? yield* notesBehindBoundary(snapshot) : []
  } satisfies Question
})

/** Whether there is nothing to answer although nothing is wrong: excluded, a submodule, no lines. */
export const isEmpty = (question: Question): boolean =>
  Option.isSome(question.excludedBy) ||
  question.subject.kind === "submodule" ||
  (question.subject.kind === "file" && Option.isNone(question.subject.content))

/** The `query` part of an answer. */
export const queryOf = (question: Question, lines?: Query["lines"]): Query => ({
  path: question.subject.path === "" ? "." : formatPath(question.subject.path),
  ...(question.anchor === undefined ? {} : { anchor: question.anchor }),
  ...(lines === undefined ? {} : { lines }),
  rev: question.subject.rev
})

/** Bad notes named in one answer; of more only the number is said. */
const namedProblems = 3

const problemWarnings = (problems: ReadonlyArray<NoteProblem>): ReadonlyArray<string> => {
  const named = problems
    .slice(0, namedProblems)
    .map(
      ({ commit, detail, field }) =>
        `The note on ${commit.slice(0, 12)} was skipped: ${escapeControls(field)}: ${escapeControls(detail)}.`
    )
  const more = problems.length - named.length
  return more > 0 ? [...named, `${more} more notes were skipped because they cannot be read.`] : named
}

/** `warnings` and `ambiguous_anchor`, each only where there is cause. */
export const remarks = (
  question: Question,
  found: {
    readonly warnings: ReadonlyArray<string>
    readonly problems: ReadonlyArray<NoteProblem>
    readonly ambiguous: boolean
    /** Whether the answer's main list has no entry. */
    readonly empty: boolean
  }
): { readonly warnings?: ReadonlyArray<string>; readonly ambiguous_anchor?: true } => {
  const problems = [...new Map(found.problems.map((problem) => [problem.commit, problem])).values()]
  const state = found.empty ? question.whenEmpty : []
  const warnings = [...new Set([...question.warnings, ...state, ...found.warnings, ...problemWarnings(problems)])]
  return {
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(found.ambiguous ? { ambiguous_anchor: true } : {})
  }
}

/** Confidence of a region today (spec annotations §4). */
export const score = (
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

/** What orders the entries of every answer: confidence, then newer, then path and line (spec annotations §4). */
export interface Standing {
  readonly confidence: number
  /** Author time of the annotated commit, in seconds. */
  readonly written: number
  readonly file: string
  readonly line: number
  readonly commit: string
}

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Most confident first, then newer, then by path, line and commit: the same input always gives the same order. */
export const byConfidence = (a: Standing, b: Standing): number =>
  b.confidence - a.confidence ||
  b.written - a.written ||
  text(a.file, b.file) ||
  a.line - b.line ||
  text(a.commit, b.commit)
