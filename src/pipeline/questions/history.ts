import { Effect, Fiber, Option, Result } from "effect"
import { matchNames } from "../../domain/AnchorName.ts"
import type { Annotation, Region } from "../../domain/Annotation.ts"
import { overlaps } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { FileChange, LineChange } from "../../adapters/git/Git.ts"
import { Notes } from "../../notes/Notes.ts"
import type { RegionRef } from "../../notes/lookup/NotesLookup.ts"
import type { HistoryQuery } from "../answering/queries.ts"
import type { HistoryAnswer } from "../answering/answers.ts"
import { requireKnown } from "./deps.ts"
import { type Names, resolveNames } from "../subject/resolveNames.ts"
import { warnOfFiltered } from "../answering/filters.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import { Outlines } from "../subject/Outlines.ts"
import { isEmpty, type Question, describeQuery, collectNotices } from "../answering/Question.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import { fitHistory } from "../answering/fitAnswer.ts"
import { makeNotedPathMatcher, type NotedPath } from "../../lineage/notedPaths.ts"
import { type Step, timeline } from "./timeline.ts"

/** The lines of the units that go by the names in the commit; a work tree may have moved them. */
const linesInCommit = Effect.fnUntraced(function* (question: Question, story: Names) {
  const outlines = yield* Outlines
  const outline = yield* outlines.at(question.subject.commit, question.subject.path)
  const units = Option.match(outline, { onNone: () => [], onSome: (found) => found.units })
  return units
    .filter((unit) => story.names.some((name) => matchNames(name, unit.name) === "exact"))
    .map((unit) => unit.lines)
})

const pathsIn = (path: string, changes: ReadonlyArray<FileChange>): ReadonlySet<string> =>
  new Set([path, ...changes.map((change) => change.path)])

interface Candidate {
  readonly ref: RegionRef
  readonly annotation: Annotation
  readonly region: Region
}

const candidatesOf = Effect.fnUntraced(function* (question: Question, paths: ReadonlySet<string>) {
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

/** The lines of the story in the commits that changed them, as line history has it. */
const changesOf = Effect.fnUntraced(function* (question: Question, story: Names) {
  const lineage = yield* Lineage
  const { commit, path } = question.subject
  const ranges = yield* linesInCommit(question, story)
  const walks = yield* Effect.forEach(ranges, (range) => lineage.lineHistory(commit, path, range), { concurrency: 2 })
  return walks.flat()
})

/**
 * Keeps the candidates whose lines are those that line history gives the story in their commit, and adds those at
 * paths that only line history knows: it follows renames where the file's history follows a copy.
 */
const byLines = Effect.fnUntraced(function* (
  question: Question,
  story: Names,
  { paths, undecided }: { readonly paths: ReadonlySet<string>; readonly undecided: ReadonlyArray<Candidate> }
) {
  if (undecided.length === 0) return []
  const changes = yield* changesOf(question, story)
  const others = new Set(changes.map((change) => change.path).filter((path) => !paths.has(path)))
  const { candidates } = yield* candidatesOf(question, others)
  // A merge may have changed the lines against each parent: a commit can be there more than once.
  const byCommit = Map.groupBy(changes, (change): ObjectId => change.commit)
  return [...undecided, ...candidates].filter(({ ref, region }) =>
    byCommit.get(ref.commit)?.some((change) => touches(change, region))
  )
})

/** Starts the walks of line history that will be needed if a note on the file that no name decides is in its history. */
const walkAhead = (question: Question, story: Names) =>
  question.snapshot.index.regionsOf(question.subject.path).some(({ anchor }) => !story.speaks(anchor))
    ? Effect.ignore(changesOf(question, story))
    : Effect.void

const naming = ({ ref, region }: Candidate): NotedPath => ({ commit: ref.commit, file: region.file })

/** Every annotated step that speaks of the story, overwritten ones too (spec annotations §5). */
const stepsOf = Effect.fnUntraced(function* (question: Question, story: Names, changes: ReadonlyArray<FileChange>) {
  const { path } = question.subject
  const paths = pathsIn(path, changes)
  const { candidates, problems, warnings } = yield* candidatesOf(question, paths)
  const isNamed = ({ region }: Candidate): boolean => story.speaks(region.ast_anchor.name)
  const means = yield* makeNotedPathMatcher(path, changes, candidates.filter(isNamed).map(naming))
  const isDirect = (candidate: Candidate): boolean => isNamed(candidate) && means(naming(candidate))
  const undecided = candidates.filter((candidate) => !isDirect(candidate))
  const lined = yield* byLines(question, story, { paths, undecided })
  const steps = [...candidates.filter(isDirect), ...lined].map(({ annotation, ref, region }): Step => ({
    annotation,
    region,
    position: ref.region,
    relation: "direct"
  }))
  return { steps, problems, warnings }
})

const noSteps = { steps: [], problems: [], warnings: [] }

/** Notes on the commits of the story that cannot be read: what they speak of is in no index. */
const unreadOf = ({ snapshot: { index } }: Question, changes: ReadonlyArray<FileChange>) => {
  const commits = new Set(changes.map(({ commit }) => commit))
  return index.problems().filter(({ commit }) => commits.has(commit))
}

/** What was looked at: all commits that changed the file, and those whose notes speak of the anchor. */
const statsOf = (
  { snapshot: { index } }: Question,
  changes: ReadonlyArray<FileChange>,
  { steps }: { readonly steps: ReadonlyArray<Step> }
) => ({
  commits_examined: new Set([...changes.map((change) => change.commit), ...steps.map((step) => step.annotation.commit)])
    .size,
  commits_unannotated: changes.filter((change) => index.blob(change.commit) === undefined).length
})

/** Answers `ultragit_history` (spec annotations §5). */
export const history = Effect.fn("Pipeline.history")(function* (question: Question, query: HistoryQuery) {
  const lineage = yield* Lineage
  const known = yield* requireKnown(question, query.path)
  const { commit, path } = question.subject
  const empty = isEmpty(question)
  const walking = yield* Effect.forkScoped(empty ? Effect.succeed([]) : lineage.fileHistory(commit, path))
  const named = yield* resolveNames(
    question,
    Effect.map(Fiber.join(walking), (changes) => pathsIn(path, changes))
  )
  yield* Effect.forkScoped(empty ? Effect.void : walkAhead(question, named))
  const changes = yield* Fiber.join(walking)
  const found = empty ? noSteps : yield* stepsOf(question, named, changes)
  const { entries, leftOut, problems, unknown } = yield* timeline(
    question,
    found.steps,
    query.limit ?? question.settings.historyLimit
  )
  const answer: HistoryAnswer = {
    $schema: "ultragit-history/v1",
    query: describeQuery(question),
    timeline: entries,
    stats: { ...statsOf(question, changes, found), entries_returned: entries.length },
    ...collectNotices(question, {
      warnings: [...known, ...named.warnings, ...found.warnings, ...warnOfFiltered(leftOut, "step")],
      problems: [...found.problems, ...problems, ...unreadOf(question, changes)],
      ambiguous: named.ambiguous,
      empty: !empty && found.steps.length === 0
    })
  }
  const isComplete = found.problems.length + problems.length + unknown === 0 && named.settled
  return { answer: yield* fitHistory(answer, question.budget), isComplete }
}, Effect.scoped)
