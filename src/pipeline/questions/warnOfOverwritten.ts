import { Effect } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Reachability } from "../../lineage/Reachability.ts"
import type { Question } from "../answering/Question.ts"
import type { Scope } from "../subject/Scope.ts"
import { findUnitsByName } from "./matching.ts"

const maxNames = 3

/** Whether a name in a note may be of code in scope: of a unit in it, or of none that the file has today. */
const mayBeInScope = ({ kind, outline, units }: Scope, name: string): boolean => {
  const named = findUnitsByName(name, outline.units)
  return kind !== "anchor" || named.length === 0 || named.some((unit) => units.includes(unit))
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
  const refs = [...paths].flatMap((path) => index.regionsOf(path)).filter(({ anchor }) => mayBeInScope(scope, anchor))
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
