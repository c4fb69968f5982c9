import { Effect, Option } from "effect"
import { makeNameResolver, resolveName, makeNameMatcher } from "../../domain/AnchorName.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { NotesIndex } from "../../notes/lookup/NotesIndex.ts"
import type { Outline } from "../../adapters/parser/Outline.ts"
import type { DepsQuery } from "../answering/queries.ts"
import { PipelineError, PathIsDirectory } from "../subject/PipelineError.ts"
import type { DepsAnswer } from "../answering/answers.ts"
import { findDependents } from "./dependents.ts"
import { leftOutWarning } from "../answering/filters.ts"
import { Lineage } from "../../lineage/Lineage.ts"
import { placeAt } from "./Place.ts"
import { isEmpty, type Question, queryOf, remarks } from "../answering/Question.ts"
import { notFound } from "../subject/resolveSubject.ts"
import { anchorNotFound, outlineOf, resolveAnchor } from "../subject/Scope.ts"
import { fitDeps } from "../answering/shrinking.ts"
import { isSettled, unparsed } from "../subject/unparsed.ts"

/** Names a question is about; none means the whole file. */
export interface Names {
  readonly names: ReadonlyArray<string>
  /** Whether a name that a note has speaks of them, or of the file when there are none. */
  readonly speaks: (noted: string) => boolean
  readonly ambiguous: boolean
  readonly warnings: ReadonlyArray<string>
  /** Whether the same content will have the same units the next time. */
  readonly settled: boolean
}

const deleted = (anchor: string, path: string): string =>
  `Anchor '${escapeControls(anchor)}' is no longer in ${escapeControls(path)}; answering from notes.`
const gone = (path: string): string => `${escapeControls(path)} is no longer in the repository; answering from notes.`

/** Names that notes use for places in a file, present or past. */
const namesNoted = (index: NotesIndex, paths: Iterable<string>): ReadonlyArray<string> => [
  ...new Set(
    [...paths].flatMap((path) => [
      ...index.regionsOf(path).map((ref) => ref.anchor),
      ...index.dependenciesOn(path).map((ref) => ref.anchor),
      ...index.concernsAbout(path).map((ref) => ref.anchor)
    ])
  )
]

const namesOf = (
  names: ReadonlyArray<string>,
  outline: Outline,
  { ambiguous, warnings }: { readonly ambiguous: boolean; readonly warnings: ReadonlyArray<string> }
): Names => {
  const distinct = [...new Set(names)]
  const speaks = makeNameMatcher(
    distinct,
    outline.units.map((unit) => unit.name)
  )
  const isMeant = (noted: string): boolean => distinct.length === 0 || speaks(noted) !== undefined
  return { names: distinct, speaks: isMeant, ambiguous, warnings, settled: isSettled(outline) }
}

/**
 * The names an anchor means: of units in the file now, else of what only notes know (spec annotations §2).
 * `paths` are those under which notes may speak of the file.
 */
export const resolveNames = Effect.fnUntraced(function* <E, R>(
  question: Question,
  paths: Effect.Effect<Iterable<string>, E, R>
) {
  const { anchor, snapshot, subject } = question
  const outline = yield* outlineOf(subject)
  const limits = unparsed(subject.path, outline)
  if (anchor === undefined) return namesOf([], outline, { ambiguous: false, warnings: [] })
  const found = resolveAnchor(anchor, outline, subject.path)
  const units = found.units.map((unit) => unit.name)
  if (units.length > 0 && found.match !== "fuzzy") return namesOf(units, outline, found)
  const noted = namesNoted(snapshot.index, yield* paths)
  const known = resolveName(anchor, noted)
  if (known !== undefined && (known.match !== "fuzzy" || units.length === 0)) {
    const names = known.indexes.flatMap((index) => noted[index] ?? [])
    const isUnparsed =
      (Option.isNone(outline.language) || outline.exceeded !== undefined) && Option.isSome(subject.content)
    const warnings = isUnparsed ? limits : [deleted(anchor, subject.path)]
    return namesOf(names, outline, { ambiguous: names.length > 1, warnings })
  }
  const notFoundWarnings = found.warnings.length === 0 ? [anchorNotFound(anchor, subject.path)] : found.warnings
  return namesOf(units, outline, { ambiguous: found.ambiguous, warnings: [...limits, ...notFoundWarnings] })
})

/** The paths under which notes may know an anchor that the file no longer has. */
const formerPaths = Effect.fnUntraced(function* ({ anchor = "", snapshot: { index }, subject }: Question) {
  const lineage = yield* Lineage
  const noted = [...index.files(), ...index.namedFiles()]
  const knows = (path: string): boolean => makeNameResolver(namesNoted(index, [path]))(anchor) !== undefined
  return yield* lineage.pathsOf(subject.commit, subject.path, noted, knows)
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
    query: queryOf(question),
    dependents: found.dependents,
    stats: { commits_scanned: index.size, dependencies_found: found.found },
    ...remarks(question, {
      warnings: [...warnings, ...named.warnings, ...found.warnings, ...leftOutWarning(found.leftOut, "dependent")],
      problems: [...index.problems(), ...found.problems],
      ambiguous: named.ambiguous,
      empty: !empty && found.dependents.length === 0
    })
  }
  const whole = found.problems.length + found.warnings.length === 0 && named.settled
  return { answer: yield* fitDeps(answer, question.bounds), whole }
})
