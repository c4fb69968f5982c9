import { Effect } from "effect"
import type { DepsAnswer } from "../../../src/pipeline/answering/answers.ts"
import type { DepsQuery } from "../../../src/pipeline/answering/queries.ts"
import { dependentsOn, namedPaths } from "./dependents.ts"
import type { Expected, Failed } from "./entries.ts"
import type { Facts } from "./facts.ts"
import { follow } from "./lineage.ts"
import { find } from "./names.ts"
import { exists, unknownAnchorWarning, type OutlineOf, subjectOf, unitsOf } from "./subject.ts"

/** Lists the names that notes use for code in some files. */
const notedNames = (facts: Facts, paths: ReadonlySet<string>): ReadonlyArray<string> => [
  ...new Set(
    [...facts.notes.values()].flatMap(({ cross_cutting, regions }) => [
      ...regions.filter(({ file }) => paths.has(file)).map(({ ast_anchor }) => ast_anchor.name),
      ...regions
        .flatMap(({ semantic_dependencies }) => semantic_dependencies)
        .filter(({ file }) => paths.has(file))
        .map(({ anchor }) => anchor),
      ...cross_cutting
        .flatMap((concern) => concern.regions.map((place) => /^(.*?[^:]):(?!:)(.*)$/s.exec(place)))
        .filter((found) => paths.has(found?.[1] ?? ""))
        .map((found) => found?.[2] ?? "")
    ])
  )
]

/** The resolution of an anchor, possibly only by names in notes. */
export interface Meant {
  readonly rev: string
  readonly names: ReadonlyArray<string>
  readonly all: ReadonlyArray<string>
  readonly ambiguous: boolean
  readonly warned: ReadonlyArray<string>
}

/** Resolves an anchor to current units, otherwise to names in notes, otherwise to the nearest (spec annotations §2). */
export const meantBy = Effect.fnUntraced(function* (
  facts: Facts,
  query: { readonly path: string; readonly anchor?: string },
  paths: ReadonlySet<string>,
  outlineOf: OutlineOf
) {
  const subject = exists(facts, query.path) ? yield* subjectOf(facts, query.path, outlineOf) : undefined
  const units = subject?.units ?? []
  const all = units.map((unit) => unit.name)
  const base = { rev: subject?.rev ?? facts.rev ?? "HEAD", names: [], all, ambiguous: false, warned: [] }
  if (query.anchor === undefined) return base satisfies Meant
  const now = unitsOf(query.anchor, units)
  const noted = find(query.anchor, notedNames(facts, paths))
  const isUnit = now.units.length > 0 && (now.kind !== "fuzzy" || noted === undefined || noted.kind === "fuzzy")
  if (isUnit) {
    const names = [...new Set(now.units.map((unit) => unit.name))]
    return { ...base, names, ambiguous: now.units.length > 1 } satisfies Meant
  }
  if (noted !== undefined) return { ...base, names: noted.names, ambiguous: noted.names.length > 1 } satisfies Meant
  return { ...base, warned: [unknownAnchorWarning(query.anchor, query.path)] } satisfies Meant
})

/** Whether the path exists as a file, in history or in notes. */
export const isKnown = (facts: Facts, path: string): boolean =>
  exists(facts, path) ||
  follow(facts, path).length > 0 ||
  [...facts.notes.values()].some(({ regions }) =>
    regions.some((region) => [region, ...region.semantic_dependencies].some(({ file }) => file === path))
  )

/** Computes the expected answer of `deps` from all reachable notes. */
export const expectedDeps = Effect.fnUntraced(function* (facts: Facts, query: DepsQuery, outlineOf: OutlineOf) {
  if (!isKnown(facts, query.path)) return { failure: "path_not_found" } satisfies Failed
  const meant: Meant = yield* meantBy(facts, query, namedPaths(facts, query.path), outlineOf)
  const dependents = yield* dependentsOn(
    facts,
    { path: query.path, names: meant.names, all: [...meant.all, ...meant.names] },
    outlineOf
  )
  return {
    $schema: "ultragit-deps/v1",
    query: { path: query.path, ...(query.anchor === undefined ? {} : { anchor: query.anchor }), rev: meant.rev },
    dependents,
    stats: { commits_scanned: facts.notes.size, dependencies_found: dependents.length },
    ...(meant.ambiguous ? { ambiguous_anchor: true } : {}),
    warned: meant.warned
  } satisfies Expected<DepsAnswer>
})
