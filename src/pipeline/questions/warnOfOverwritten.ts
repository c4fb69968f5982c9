import { Effect, Option } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import { type LineRange, overlaps, parse, shift } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import type { Question } from "../answering/Question.ts"
import type { Scope } from "../subject/Scope.ts"
import { findUnitsByName } from "./matching.ts"

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

/** Whether a name in a note may be of code in scope: of a unit in it, or of none that the file has today. */
const mayBeInScope = ({ kind, outline, ranges, units }: Scope, name: string): boolean => {
  const named = findUnitsByName(name, outline.units)
  if (kind === "file" || named.length === 0) return true
  return named.some((unit) =>
    kind === "anchor" ? units.includes(unit) : ranges.some((range) => overlaps(range, unit.lines))
  )
}

/**
 * Names what notes say of code in scope although none of the lines that their commits wrote is left, as after a rename of a
 * function of whose lines only the signature had been changed.
 */
export const warnOfOverwritten = Effect.fnUntraced(function* (
  { snapshot: { index }, subject }: Question,
  scope: Scope,
  hunks: ReadonlyArray<BlameHunk>
) {
  const reachability = yield* Reachability
  const paths = new Set([subject.path, ...hunks.map(({ path }) => path)])
  const refs = [...paths].flatMap((path) =>
    index
      .regionsOf(path)
      .filter(({ anchor }) => mayBeInScope(scope, anchor))
      .filter(
        ({ anchor, commit }) => !Option.exists(parseLines(anchor), (lines) => isLeft(lines, { commit, path }, hunks))
      )
  )
  if (refs.length === 0) return []
  const commits = refs.map(({ commit }) => commit)
  const reachable = new Set<string>(yield* reachability.reachableFromHead(commits, subject.commit, index))
  const names = [...new Set(refs.flatMap(({ anchor, commit }) => (reachable.has(commit) ? [anchor] : [])))]
  if (names.length === 0) return []
  const shown = names.slice(0, maxNames).map((name) => (name === "" ? "the file" : escapeControls(name)))
  const more = names.length > maxNames ? `, and ${names.length - maxNames} more` : ""
  return [
    `Annotations of lines that were overwritten since are left out (${shown.join(", ")}${more}). Run 'ultragit history ${formatPath(subject.path)}' to see them.`
  ]
})
