import { Effect, Option } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import { type LineRange, overlaps, parse, shift } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { Unit } from "../../adapters/parser/Outline.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import type { RegionRef } from "../../notes/lookup/NotesLookup.ts"
import type { Question } from "../answering/Question.ts"
import type { Scope } from "../subject/Scope.ts"
import type { FoundRegion } from "./foundRegions.ts"
import { containsLines, findUnitsByName } from "./matching.ts"

const maxNames = 3

/** The lines that a region outside of all units is named by. */
const parseLines = (name: string): Option.Option<LineRange> =>
  name.startsWith("lines ") ? parse(name.slice("lines ".length)) : Option.none()

/** Whether lines of a commit are still in the file, there or elsewhere. */
const isLeft = (lines: LineRange, { commit, path }: RegionPlace, hunks: ReadonlyArray<BlameHunk>): boolean =>
  hunks.some((hunk) => {
    const origin = shift(hunk.lines, hunk.originStart - hunk.lines.start)
    return hunk.path === path && Option.contains(hunk.commit, commit) && overlaps(origin, lines)
  })

interface RegionPlace {
  readonly commit: ObjectId
  /** Path in the commit. */
  readonly path: string
}

/** The units in scope that a name in a note is of. */
const unitsInScope = ({ kind, outline, ranges, units }: Scope, name: string): ReadonlyArray<Unit> =>
  findUnitsByName(name, outline.units).filter((unit) =>
    kind === "anchor" ? units.includes(unit) : containsLines(unit, ranges)
  )

/** Whether a name in a note may be of code in scope: of a unit in it, or of none that the file has today. */
const mayBeInScope = (scope: Scope, name: string): boolean =>
  scope.kind === "file" ||
  findUnitsByName(name, scope.outline.units).length === 0 ||
  unitsInScope(scope, name).length > 0

/** A region that a note has under a path of the file. */
interface PathRef extends RegionRef {
  readonly path: string
}

type UnitsOf = (name: string) => ReadonlyArray<Unit>

/** As {@link unitsInScope}, each name looked up once: notes repeat the names of often changed units. */
const makeUnitsOf = (scope: Scope): UnitsOf => {
  const known = new Map<string, ReadonlyArray<Unit>>()
  return (name) => {
    const units = known.get(name) ?? unitsInScope(scope, name)
    known.set(name, units)
    return units
  }
}

/** Makes a test of regions: whether no line of their commit is left in the units in scope that they name. */
const makeOverwrittenTest = (unitsOf: UnitsOf, hunks: ReadonlyArray<BlameHunk>): ((ref: PathRef) => boolean) => {
  const byCommit = Map.groupBy(hunks, ({ commit }) => Option.getOrUndefined(commit))
  return ({ anchor, commit }) => {
    const units = unitsOf(anchor)
    const own = (byCommit.get(commit) ?? []).map(({ lines }) => lines)
    return units.length > 0 && !units.some((unit) => containsLines(unit, own))
  }
}

/** Selects what was written later than all that was found of the same units. */
const selectNewer = Effect.fnUntraced(function* (
  refs: ReadonlyArray<PathRef>,
  unitsOf: UnitsOf,
  found: ReadonlyArray<FoundRegion>
) {
  const written = yield* (yield* CommitTimes).authorTimes(refs.map(({ commit }) => commit))
  const newest = new Map<Unit, number>()
  for (const each of found) {
    for (const unit of unitsOf(each.region.ast_anchor.name))
      newest.set(unit, Math.max(newest.get(unit) ?? -Infinity, each.written))
  }
  return refs.filter(({ anchor, commit }) =>
    unitsOf(anchor).every((unit) => (newest.get(unit) ?? -Infinity) < written(commit))
  )
})

/**
 * Names what notes say of code in scope although none of the lines that their commits wrote is left, as after a rename of a
 * function of whose lines only the signature had been changed. Where anything was found, names only what is newer than that.
 */
export const warnOfOverwritten = Effect.fnUntraced(function* (
  { snapshot: { index }, subject }: Question,
  scope: Scope,
  hunks: ReadonlyArray<BlameHunk>,
  found: ReadonlyArray<FoundRegion>
) {
  const reachability = yield* Reachability
  const mayBeAboutScope = (ref: PathRef): boolean =>
    mayBeInScope(scope, ref.anchor) && !Option.exists(parseLines(ref.anchor), (lines) => isLeft(lines, ref, hunks))
  const unitsOf = makeUnitsOf(scope)
  const paths = new Set([subject.path, ...hunks.map(({ path }) => path)])
  const refs = [...paths]
    .flatMap((path) => index.regionsOf(path).map((ref): PathRef => ({ ...ref, path })))
    .filter(found.length === 0 ? mayBeAboutScope : makeOverwrittenTest(unitsOf, hunks))
  if (refs.length === 0) return []
  const commits = refs.map(({ commit }) => commit)
  const reachable = new Set<string>(yield* reachability.reachableFromHead(commits, subject.commit, index))
  const reached = refs.filter(({ commit }) => reachable.has(commit))
  const left = found.length === 0 ? reached : yield* selectNewer(reached, unitsOf, found)
  const names = [...new Set(left.map(({ anchor }) => anchor))]
  if (names.length === 0) return []
  const shown = names.slice(0, maxNames).map((name) => (name === "" ? "the file" : escapeControls(name)))
  const more = names.length > maxNames ? `, and ${names.length - maxNames} more` : ""
  return [
    `Annotations of lines that were overwritten since are left out (${shown.join(", ")}${more}). Run 'ultragit history ${formatPath(subject.path)}' to see them.`
  ]
})
