import { Effect } from "effect"
import { makeNameResolver } from "../../domain/AnchorName.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { DepsQuery } from "../answering/queries.ts"
import { PipelineError, PathIsDirectory } from "../subject/PipelineError.ts"
import type { DepsAnswer } from "../answering/answers.ts"
import { findDependents } from "./dependents.ts"
import { warnOfFiltered } from "../answering/filters.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import { placeAt } from "./Place.ts"
import { isEmpty, type Question, describeQuery, collectNotices } from "../answering/Question.ts"
import { notFound } from "../subject/resolveSubject.ts"
import { namesNoted, resolveNames } from "../subject/resolveNames.ts"
import { fitDeps } from "../answering/fitAnswer.ts"

const gone = (path: string): string => `${escapeControls(path)} is no longer in the repository; answering from notes.`

/** The paths under which notes may know an anchor that the file no longer has. */
const formerPaths = Effect.fnUntraced(function* ({ anchor = "", snapshot: { index }, subject }: Question) {
  const lineage = yield* Lineage
  const noted = [...index.files(), ...index.namedFiles()]
  const knows = (path: string): boolean => makeNameResolver(namesNoted(index, [path]))(anchor) !== undefined
  return yield* lineage.findPaths(subject.commit, subject.path, noted, knows)
})

/** Refuses directories, and paths that neither the repository nor its history nor its notes know. */
export const requireKnown = Effect.fnUntraced(function* (question: Question, asked: string) {
  const { snapshot, subject } = question
  if (subject.kind === "directory") {
    return yield* new PipelineError({ reason: new PathIsDirectory({ path: asked }) })
  }
  if (subject.kind !== "absent") return []
  const { index } = snapshot
  const noted =
    index.regionsOf(subject.path).length + index.dependenciesOn(subject.path).length > 0 ||
    index.concernsAbout(subject.path).length > 0
  if (noted) return [gone(subject.path)]
  const lineage = yield* Lineage
  const history = yield* lineage.fileHistory(subject.commit, subject.path)
  return history.length > 0 ? [gone(subject.path)] : yield* notFound(asked, subject.commit)
})

/** Answers `ultragit_deps` (spec annotations §5). */
export const deps = Effect.fn("Pipeline.deps")(function* (question: Question, query: DepsQuery) {
  const warnings = yield* requireKnown(question, query.path)
  const empty = isEmpty(question)
  const named = yield* resolveNames(question, formerPaths(question))
  const found = empty
    ? { dependents: [], problems: [], warnings: [], found: 0, leftOut: [] }
    : yield* findDependents(question, placeAt(question.subject.path, named.speaks))
  const { index } = question.snapshot
  const answer: DepsAnswer = {
    $schema: "ultragit-deps/v1",
    query: describeQuery(question),
    dependents: found.dependents,
    stats: { commits_scanned: index.size, dependencies_found: found.found },
    ...collectNotices(question, {
      warnings: [...warnings, ...named.warnings, ...found.warnings, ...warnOfFiltered(found.leftOut, "dependent")],
      problems: [...index.problems(), ...found.problems],
      ambiguous: named.ambiguous,
      empty: !empty && found.dependents.length === 0
    })
  }
  const isComplete = found.problems.length + found.warnings.length === 0 && named.settled
  return { answer: yield* fitDeps(answer, question.budget), isComplete }
})
