import { Effect, Fiber, Option, Result } from "effect"
import { matchNames } from "../../domain/AnchorName.ts"
import type { Annotation, Region } from "../../domain/Annotation.ts"
import { overlaps } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { isMissingObject } from "../../adapters/git/GitError.ts"
import { type FileChange, Git, type LineChange } from "../../adapters/git/Git.ts"
import { Notes } from "../../notes/Notes.ts"
import type { RegionRef } from "../../notes/lookup/NotesLookup.ts"
import type { HistoryQuery } from "../answering/queries.ts"
import type { HistoryAnswer, TimelineEntry } from "../answering/answers.ts"
import { requireKnown, warnOfGone } from "./deps.ts"
import { type Names, resolveNames } from "../subject/resolveNames.ts"
import { warnOfFiltered } from "../answering/filters.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import { orWarn } from "../subject/orWarn.ts"
import { Outlines } from "../subject/Outlines.ts"
import { isEmpty, type Question, describeQuery, collectNotices } from "../answering/Question.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import { omitImpliedFromHistory } from "../answering/implied.ts"
import { fitHistory, preferAnnotations } from "../answering/fitAnswer.ts"
import { makeNotedPathMatcher, type NotedPath } from "../../lineage/notedPaths.ts"
import { findHistoryEvidence, historyRemedy } from "./historyEvidence.ts"
import { asksForEvidence, noEvidence, trimmedEvidence } from "./readEvidence.ts"
import { type Step, timeline } from "./timeline.ts"
import { warnOfUncommitted } from "./warnOfUncommitted.ts"

/** Finds the lines of the named units in the commit, since the work tree may have moved them. */
const findLinesInCommit = Effect.fnUntraced(function* (question: Question, names: Names) {
  const outlines = yield* Outlines
  const outline = yield* outlines.at(question.subject.commit, question.subject.path)
  const units = Option.match(outline, { onNone: () => [], onSome: (found) => found.units })
  return units
    .filter((unit) => names.names.some((name) => matchNames(name, unit.name) === "exact"))
    .map((unit) => unit.lines)
})

const pathsIn = (path: string, changes: ReadonlyArray<FileChange>): ReadonlySet<string> =>
  new Set([path, ...changes.map((change) => change.path)])

interface Candidate {
  readonly ref: RegionRef
  readonly annotation: Annotation
  readonly region: Region
}

const findCandidates = Effect.fnUntraced(function* (question: Question, paths: ReadonlySet<string>) {
  const notes = yield* Notes
  const reachability = yield* Reachability
  const { index } = question.snapshot
  const refs = [...paths].flatMap((path) => index.regionsOf(path))
  const reachable = yield* reachability.reachableFromHead(
    refs.map((ref) => ref.commit),
    question.subject.commit,
    index
  )
  const read = yield* notes.read(question.snapshot, reachable)
  const problems = [...read.values()].flatMap((note) => (Result.isFailure(note) ? [note.failure] : []))
  const warnings = [...read.values()].flatMap((note) => (Result.isSuccess(note) ? note.success.warnings : []))
  const candidates = refs.flatMap((ref): ReadonlyArray<Candidate> => {
    const note = read.get(ref.commit)
    if (note === undefined || Result.isFailure(note)) return []
    const region = note.success.annotation.regions[ref.region]
    return region === undefined ? [] : [{ ref, annotation: note.success.annotation, region }]
  })
  return { candidates, problems, warnings }
})

const touches = (change: LineChange, region: Region): boolean =>
  change.path === region.file && change.ranges.some((range) => overlaps(range, region.lines))

/** Follows the line history of the named units, as far as the objects for it are there. */
const findLineChanges = Effect.fnUntraced(function* (question: Question, names: Names) {
  const lineage = yield* Lineage
  const { commit, path } = question.subject
  const walks = Effect.flatMap(findLinesInCommit(question, names), (ranges) =>
    Effect.forEach(ranges, (range) => lineage.lineHistory(commit, path, range), { concurrency: 2 })
  )
  return yield* orWarn({
    commit,
    isExpected: isMissingObject,
    instead: Effect.succeed<ReadonlyArray<LineChange>>([]),
    warn: (detail) => `The commits that changed these lines are unknown: ${detail}`
  })(Effect.map(walks, (found) => found.flat()))
})

/** Lists the changes of the file, without the renames if objects are missing. */
const findFileChanges = Effect.fnUntraced(function* ({ subject: { commit, path } }: Question) {
  const git = yield* Git
  const lineage = yield* Lineage
  const walkPath = Effect.map(
    git.walk({ from: [commit], paths: [path], merges: false }),
    (ids): ReadonlyArray<FileChange> => ids.map((id) => ({ commit: id, path, previousPath: Option.none() }))
  )
  return yield* orWarn({
    commit,
    isExpected: isMissingObject,
    instead: walkPath,
    warn: (detail) => `Renames of the file cannot be followed: ${detail}`
  })(lineage.fileHistory(commit, path))
})

/**
 * Keeps the candidates that overlap the line history of the named units in their commit. Adds candidates at paths that only
 * line history has: it follows renames where the history of the file follows a copy.
 */
const matchByLines = Effect.fnUntraced(function* (
  question: Question,
  names: Names,
  { paths, undecided }: { readonly paths: ReadonlySet<string>; readonly undecided: ReadonlyArray<Candidate> }
) {
  if (undecided.length === 0) return { candidates: undecided, missing: [] }
  const { value: changes, warnings: missing } = yield* findLineChanges(question, names)
  const others = new Set(changes.map((change) => change.path).filter((path) => !paths.has(path)))
  const { candidates } = yield* findCandidates(question, others)
  // A merge has a change for each parent, so a commit can occur more than once.
  const groupByCommit = Map.groupBy(changes, (change): ObjectId => change.commit)
  const touching = [...undecided, ...candidates].filter(({ ref, region }) =>
    groupByCommit.get(ref.commit)?.some((change) => touches(change, region))
  )
  return { candidates: touching, missing }
})

/** Starts the walks of line history early where a note on the file may need them, because its name does not match. */
const walkAhead = (question: Question, names: Names) =>
  question.snapshot.index.regionsOf(question.subject.path).some(({ anchor }) => !names.matches(anchor))
    ? Effect.ignore(findLineChanges(question, names))
    : Effect.void

const naming = ({ ref, region }: Candidate): NotedPath => ({ commit: ref.commit, file: region.file })

/** Finds all annotated steps of the named units, also overwritten ones (spec annotations §5). */
const findSteps = Effect.fnUntraced(function* (question: Question, names: Names, changes: ReadonlyArray<FileChange>) {
  const { path } = question.subject
  const paths = pathsIn(path, changes)
  const { candidates, problems, warnings } = yield* findCandidates(question, paths)
  const isNamed = ({ region }: Candidate): boolean => names.matches(region.ast_anchor.name)
  const means = yield* makeNotedPathMatcher(path, changes, candidates.filter(isNamed).map(naming))
  const isDirect = (candidate: Candidate): boolean => isNamed(candidate) && means(naming(candidate))
  const undecided = candidates.filter((candidate) => !isDirect(candidate))
  const lined = yield* matchByLines(question, names, { paths, undecided })
  const steps = [...candidates.filter(isDirect), ...lined.candidates].map(({ annotation, ref, region }): Step => ({
    annotation,
    region,
    position: ref.region,
    relation: "direct"
  }))
  return { steps, problems, warnings, missing: lined.missing }
})

const noSteps = { steps: [], problems: [], warnings: [], missing: [] }

/** Returns the unreadable notes on commits that changed the file: the index cannot have their regions. */
const findUnreadable = ({ snapshot: { index } }: Question, changes: ReadonlyArray<FileChange>) => {
  const commits = new Set(changes.map(({ commit }) => commit))
  return index.problems().filter(({ commit }) => commits.has(commit))
}

/** Counts the examined commits: those that changed the file, and those of the steps. */
const countExamined = (
  { snapshot: { index } }: Question,
  changes: ReadonlyArray<FileChange>,
  { steps }: { readonly steps: ReadonlyArray<Step> }
) => ({
  commits_examined: new Set([...changes.map((change) => change.commit), ...steps.map((step) => step.annotation.commit)])
    .size,
  commits_unannotated: changes.filter((change) => index.blob(change.commit) === undefined).length
})

/** Quotes history for the changes of the named units, or of the file, that have no entry. */
const explainOthers = Effect.fnUntraced(function* (
  question: Question,
  names: Names,
  changes: ReadonlyArray<FileChange>,
  { entries, limit }: { readonly entries: ReadonlyArray<TimelineEntry>; readonly limit: number }
) {
  if (isEmpty(question) || !asksForEvidence(question)) return { entries: [], warnings: [], missing: [] }
  const own = question.anchor === undefined ? { value: changes, warnings: [] } : yield* findLineChanges(question, names)
  const quoted = yield* findHistoryEvidence(question, {
    changes: own.value,
    fileChanges: changes,
    annotated: new Set(entries.map((entry) => entry.commit)),
    limit: limit - entries.length
  })
  return { ...quoted, missing: [...own.warnings, ...quoted.missing] }
})

/** Answers `ultragit_history` (spec annotations §5). */
export const history = Effect.fn("Pipeline.history")(function* (question: Question, query: HistoryQuery) {
  const isGone = yield* requireKnown(question, query.path)
  const empty = isEmpty(question)
  const walk = yield* Effect.forkScoped(empty ? Effect.succeed({ value: [], warnings: [] }) : findFileChanges(question))
  const named = yield* resolveNames(
    question,
    Effect.map(Fiber.join(walk), ({ value }) => pathsIn(question.subject.path, value))
  )
  yield* Effect.forkScoped(empty ? Effect.void : walkAhead(question, named))
  const { value: changes, warnings: unfollowed } = yield* Fiber.join(walk)
  const found = empty ? noSteps : yield* findSteps(question, named, changes)
  const limit = query.limit ?? question.settings.historyLimit
  const { entries, leftOut, problems, unknown } = yield* timeline(question, found.steps, limit)
  const evidence = yield* explainOthers(question, named, changes, { entries, limit })
  const uncommitted = yield* warnOfUncommitted(question)
  const missing = [...unfollowed, ...found.missing, ...evidence.missing]
  const answerWith = (quoted: Pick<typeof evidence, "entries" | "warnings">): HistoryAnswer => ({
    $schema: "ultragit-history/v1",
    query: describeQuery(question),
    timeline: entries,
    ...(quoted.entries.length === 0 ? {} : { evidence: quoted.entries }),
    stats: { ...countExamined(question, changes, found), entries_returned: entries.length },
    ...collectNotices(question, {
      warnings: [
        ...(isGone ? [warnOfGone(question.subject.path, entries.length > 0)] : []),
        ...uncommitted,
        ...named.warnings,
        ...missing,
        ...found.warnings,
        ...warnOfFiltered(leftOut, "step"),
        ...quoted.warnings
      ],
      problems: [...found.problems, ...problems, ...findUnreadable(question, changes)],
      ambiguous: named.ambiguous,
      empty: !empty && found.steps.length === 0
    })
  })
  const fit = (quoted: Parameters<typeof answerWith>[0]) => {
    const answer = answerWith(quoted)
    return fitHistory(question.implied ? answer : omitImpliedFromHistory(answer), question.budget)
  }
  const isComplete = found.problems.length + problems.length + unknown + missing.length === 0 && named.isReproducible
  return {
    answer: yield* preferAnnotations(fit(evidence), fit(trimmedEvidence(evidence, historyRemedy)), fit(noEvidence)),
    isComplete
  }
}, Effect.scoped)
