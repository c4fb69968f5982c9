import { Effect } from "effect"
import { makeNameResolver } from "../../domain/AnchorName.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { DepsQuery } from "../answering/queries.ts"
import { PipelineError, PathIsDirectory } from "../subject/PipelineError.ts"
import type { DepsAnswer } from "../answering/answers.ts"
import { beginCallers, findCallers } from "./callers.ts"
import { findCoChanged } from "./coChanged.ts"
import { findDependents } from "./dependents.ts"
import { warnOfFiltered } from "../answering/filters.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import { makeTarget } from "./DependencyTarget.ts"
import { isEmpty, type Question, describeQuery, collectNotices } from "../answering/Question.ts"
import { failNotFound } from "../subject/resolveSubject.ts"
import { notedNames, resolveNames } from "../subject/resolveNames.ts"
import { fitDeps } from "../answering/fitDeps.ts"

/** Warns that an answer about a deleted path is from notes, or only from history. */
export const warnOfGone = (path: string, isFromNotes: boolean): string =>
  `${escapeControls(path)} is no longer in the repository; answering from ${isFromNotes ? "notes" : "history"}.`

/** Finds the paths under which notes may have an anchor that the file no longer has. */
const findFormerPaths = Effect.fnUntraced(function* ({ anchor = "", snapshot: { index }, subject }: Question) {
  const lineage = yield* Lineage
  const noted = [...index.files(), ...index.namedFiles()]
  const knows = (path: string): boolean => makeNameResolver(notedNames(index, [path]))(anchor) !== undefined
  return yield* lineage.findPaths(subject.commit, subject.path, noted, knows)
})

/**
 * Fails for a directory, and for a path that neither the repository nor its history nor its notes have. Returns whether only
 * the history or the notes have it.
 */
export const requireKnown = Effect.fnUntraced(function* (question: Question, path: string) {
  const { snapshot, subject } = question
  if (subject.kind === "directory") {
    return yield* new PipelineError({ reason: new PathIsDirectory({ path }) })
  }
  if (subject.kind !== "absent") return false
  const { index } = snapshot
  const noted =
    index.regionsOf(subject.path).length + index.dependenciesOn(subject.path).length > 0 ||
    index.concernsAbout(subject.path).length > 0
  if (noted) return true
  const lineage = yield* Lineage
  const history = yield* lineage.fileHistory(subject.commit, subject.path)
  return history.length > 0 || (yield* failNotFound(path, subject))
})

/** Answers `ultragit_deps` (spec annotations §5). */
export const deps = Effect.fn("Pipeline.deps")(function* (question: Question, query: DepsQuery) {
  const isGone = yield* requireKnown(question, query.path)
  const empty = isEmpty(question)
  const begun = yield* beginCallers(question, query)
  const named = yield* resolveNames(question, findFormerPaths(question))
  const found = empty
    ? { dependents: [], problems: [], warnings: [], found: 0, leftOut: [] }
    : yield* findDependents(question, makeTarget(question.subject.path, named.matches))
  const coChanged = yield* findCoChanged(question, found.dependents.length > 0)
  const callers = yield* findCallers(question, { begun, hasDependents: found.dependents.length > 0 })
  const { index } = question.snapshot
  const leftOut = warnOfFiltered(found.leftOut, "dependent")
  const answer: DepsAnswer = {
    $schema: "ultragit-deps/v1",
    query: describeQuery(question),
    dependents: found.dependents,
    ...(callers.entries.length === 0 ? {} : { callers: callers.entries }),
    ...callers.possible,
    ...(coChanged.entries.length === 0 ? {} : { co_changed: coChanged.entries }),
    stats: { commits_scanned: index.size, dependencies_found: found.found },
    ...collectNotices(question, {
      warnings: [
        ...(isGone ? [warnOfGone(question.subject.path, found.dependents.length > 0)] : []),
        ...named.warnings,
        ...found.warnings,
        ...leftOut,
        ...callers.warnings,
        ...coChanged.warnings
      ],
      problems: [...index.problems(), ...found.problems],
      ambiguous: named.ambiguous,
      empty: !empty && found.dependents.length === 0
    })
  }
  // The next answer may have other callers, whatever else is the same.
  const isRead = found.problems.length + found.warnings.length === 0 && coChanged.isComplete && begun === undefined
  return { answer: yield* fitDeps(answer, question.budget), isComplete: isRead && named.isReproducible }
})
