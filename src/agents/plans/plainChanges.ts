import type { SourceLine } from "./readLines.ts"

const isEmpty = (code: string): boolean => code.trim() === ""
const removeLayout = (lines: ReadonlyArray<string>): string => lines.join("").replace(/[\s,]+/g, "")
/** Splits code into names, numbers and signs. */
export const splitTokens = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.join("\n").match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

const maxNewNames = 6

/** Whether lines differ only in names, each replaced by the same other one. */
const isRenaming = (removed: ReadonlyArray<string>, added: ReadonlyArray<string>): boolean => {
  const [before, after] = [splitTokens(removed), splitTokens(added)]
  const names = new Map<string, string>()
  if (before.length !== after.length || after.length === 0) return false
  for (const [index, name] of before.entries()) {
    const other = after[index] ?? name
    if (other === name) continue
    if ((names.get(name) ?? other) !== other) return false
    names.set(name, other)
  }
  return names.size <= maxNewNames
}

/** More lines are a rewrite, to which no one commit matters. */
const maxRemoved = 25
const maxAdded = 60
/** More lines that are only removed are mostly moved elsewhere. */
const maxOnlyRemoved = 5

/** What a change removes from a file, and what it puts there. */
export interface ChangedLines {
  readonly removed: ReadonlyArray<SourceLine>
  readonly added: ReadonlyArray<SourceLine>
}

/** Finds the lines of code that are only among the removed, and those that are only among the added. */
export const compareCode = ({ added, removed }: ChangedLines) => {
  const before = removed.map(({ code }) => code)
  const after = added.map(({ code }) => code)
  return { gone: before.filter((code) => !after.includes(code)), fresh: after.filter((code) => !before.includes(code)) }
}

/** Whether a change is one of layout, names or comments alone, a rewrite, or the first half of a move. */
export const isPlain = (lines: ChangedLines): boolean => {
  // First, because the comparison of long lists takes seconds.
  if (lines.removed.length > maxRemoved || lines.added.length > maxAdded) return true
  const { fresh, gone } = compareCode(lines)
  return (
    removeLayout(gone) === removeLayout(fresh) ||
    isRenaming(gone, fresh) ||
    (fresh.every(isEmpty) && gone.length > maxOnlyRemoved)
  )
}

/** Finds the removed lines whose code a change does not put back, in whatever layout. */
export const findGone = (
  removed: ReadonlyArray<SourceLine>,
  added: ReadonlyArray<SourceLine>
): ReadonlyArray<SourceLine> => {
  const kept = removeLayout(added.map(({ code }) => code))
  return removed.filter(({ code }) => !kept.includes(removeLayout([code])))
}

const branch = /\b(?:if|elif|elsif|elseif|unless|while|case|switch|match|when|and|or|not)\b|&&|\|\||\?/
/** Directives of a preprocessor, and attributes: they decide what is compiled, not what code does. */
const directive = /^\s*#/

/** Removes the strings from a line of code, which has them in their order. */
const removeStrings = ({ code, strings }: SourceLine): string => {
  const kept: Array<string> = []
  let end = 0
  for (const each of strings) {
    const start = code.indexOf(each, end)
    if (start === -1) continue
    kept.push(code.slice(end, start))
    end = start + each.length
  }
  return [...kept, code.slice(end)].join("")
}

/** Whether code decides something. */
export const hasBranch = (lines: ReadonlyArray<SourceLine>): boolean =>
  lines.some((line) => !directive.test(line.code) && branch.test(removeStrings(line)))
