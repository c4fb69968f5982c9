import { Effect, Option } from "effect"
import { resolve } from "../domain/AnchorName.ts"
import { escapeControls } from "../domain/Text.ts"
import type { NotesIndex } from "../notes/NotesIndex.ts"
import type { DepsQuery } from "./queries.ts"
import { AnnotationsError, PathIsDirectory } from "./AnnotationsError.ts"
import type { DepsAnswer } from "./answers.ts"
import { findDependents } from "./dependents.ts"
import { Lineage } from "./Lineage.ts"
import { isEmpty, prepare, type Question, queryOf, remarks } from "./Question.ts"
import { notFound } from "./resolveSubject.ts"
import { anchorNotFound, outlineOf, resolveAnchor } from "./Scope.ts"
import { fitDeps } from "./shrinking.ts"

/** Names a question is about; none means the whole file. */
export interface Names {
  readonly names: ReadonlyArray<string>
  readonly ambiguous: boolean
  readonly warnings: ReadonlyArray<string>
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

/**
 * The names an anchor means: of units in the file now, else of what only notes know (spec annotations §2).
 * `paths` are those under which notes may speak of the file.
 */
export const resolveNames = Effect.fnUntraced(function* (question: Question, paths: Iterable<string>) {
  const { anchor, snapshot, subject } = question
  if (anchor === undefined) return { names: [], ambiguous: false, warnings: [] } satisfies Names
  const outline = yield* outlineOf(subject)
  const found = resolveAnchor(anchor, outline, subject.path)
  if (found.units.length > 0 && found.match !== "fuzzy") {
    const names = [...new Set(found.units.map((unit) => unit.name))]
    return { names, ambiguous: found.ambiguous, warnings: found.warnings } satisfies Names
  }
  const noted = namesNoted(snapshot.index, paths)
  const known = resolve(anchor, noted)
  if (known !== undefined && (known.match !== "fuzzy" || found.units.length === 0)) {
    const names = known.indexes.flatMap((index) => noted[index] ?? [])
    const warnings =
      Option.isNone(outline.language) && Option.isSome(subject.content) ? [] : [deleted(anchor, subject.path)]
    return { names, ambiguous: names.length > 1, warnings } satisfies Names
  }
  const names = [...new Set(found.units.map((unit) => unit.name))]
  const warnings = found.warnings.length === 0 ? [anchorNotFound(anchor, subject.path)] : found.warnings
  return { names, ambiguous: found.ambiguous, warnings } satisfies Names
})

/** Refuses directories, and paths that neither the repository nor its history nor its notes know. */
export const requireKnown = Effect.fnUntraced(function* (question: Question, asked: string) {
  const { snapshot, subject } = question
  if (subject.kind === "directory") {
    return yield* new AnnotationsError({ reason: new PathIsDirectory({ path: asked }) })
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
export const deps = Effect.fn("Annotations.deps")(function* (query: DepsQuery) {
  const question = yield* prepare(query)
  const warnings = yield* requireKnown(question, query.path)
  const empty = isEmpty(question)
  const { names, ...named } = yield* resolveNames(question, [question.subject.path])
  const found = empty
    ? { dependents: [], problems: [], total: 0 }
    : yield* findDependents(question, { path: question.subject.path, names })
  const { index } = question.snapshot
  const answer: DepsAnswer = {
    $schema: "ultragit-deps/v1",
    query: queryOf(question),
    dependents: found.dependents,
    stats: { commits_scanned: index.size, dependencies_found: found.total },
    ...remarks(question, {
      warnings: [...warnings, ...named.warnings],
      problems: [...index.problems(), ...found.problems],
      ambiguous: named.ambiguous
    })
  }
  return yield* fitDeps(answer, question.bounds)
})
