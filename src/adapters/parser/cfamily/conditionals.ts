import type { Span } from "../signature.ts"
import { blank } from "./blank.ts"
import { scan } from "./scan.ts"

/** What stands between two directives of a conditional. */
interface Branch {
  /** Its directive, from `#` to the end of the line. */
  readonly directive: Span
  readonly condition: string
  /** Brackets opened less brackets closed, at the end and where it is least. */
  depth: number
  lowest: number
  /** The last character that is neither comment nor white space; empty without code. */
  last: string
}

interface Group {
  readonly branches: Array<Branch>
  /** The last character of code before it, and the brackets open there. */
  readonly before: string
  readonly open: number
}

/** Whether a parser can take a branch as a sequence of declarations or statements. */
const isWhole = ({ depth, last, lowest }: Branch): boolean => depth === 0 && lowest >= 0 && /^[;}]?$/.test(last)

/** Whether a declaration or statement may begin behind a character. Outside of brackets a macro's call may stand alone. */
const isStart = ({ before, open }: Group): boolean => /^[;{}:,]?$/.test(before) || (open === 0 && /[\w)>]/.test(before))

const never = /^(?:if|elif)\s*(?:0|\(\s*0\s*\)|FALSE|false)$/
const forCpp = /^if(?:def\s+|\s+(?:defined)?\s*\(?\s*)__cplusplus\b/

/** The branch to keep of a conditional that no parser can take as it is. */
const chosen = (branches: ReadonlyArray<Branch>, isCpp: boolean): number => {
  const at = branches.findIndex(({ condition }) => !never.test(condition) && (isCpp || !forCpp.test(condition)))
  return at === -1 ? branches.length : at
}

/** What to blank of a conditional that ends at `end`: its directives, and where it splits something all branches but one. */
const superfluous = (group: Group, end: Span, isCpp: boolean): ReadonlyArray<Span> => {
  const { branches } = group
  const keep = chosen(branches, isCpp)
  const isSplit = keep !== 0 || !isStart(group) || !branches.every(isWhole)
  const spans = branches.map((branch, at) => {
    const next = branches[at + 1]?.directive ?? end
    return isSplit && at !== keep ? { start: branch.directive.start, end: next.start } : branch.directive
  })
  return [...spans, end]
}

/** Directives that declare nothing, and that a grammar does not take everywhere. */
const idle = /^(?:undef|pragma|error|warning|line|ident)\b/

/** What a grammar does not take in a macro of several lines: comments, and a last line that is empty. */
const inMacro = (text: string, { end, start }: Span): ReadonlyArray<Span> =>
  Array.from(text.slice(start, end).matchAll(/\/\*[\s\S]*?(?:\*\/|$)|\\(?=\s*$)/g), (match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length
  }))

/** Whether a directive, the second of a header without code before it, keeps it from being read twice. */
const isGuard = (words: string, { condition, last }: Branch, count: number): boolean =>
  count === 1 && last === "" && words.replace(/^define\s+/, "") === condition.replace(/^ifndef\s+/, "")

/**
 * Spans to blank so that what remains of a text is the same for all conditions. All branches stay where each is a
 * sequence of declarations or statements; where a conditional splits one, or opens a bracket in each branch, one stays.
 */
const splitConditionals = (text: string, isCpp: boolean): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  const root: Branch = { directive: { start: 0, end: 0 }, condition: "", depth: 0, lowest: 0, last: "" }
  const groups: Array<Group> = []
  let branch = root
  let open = 0
  let count = 0
  const close = (group: Group, end: Span): void => {
    spans.push(...superfluous(group, end, isCpp))
    const kept = group.branches[chosen(group.branches, isCpp)]
    branch = groups.at(-1)?.branches.at(-1) ?? root
    open = group.open + (kept?.depth ?? 0)
    branch.lowest = Math.min(branch.lowest, branch.depth + (kept?.lowest ?? 0))
    branch.depth += kept?.depth ?? 0
    branch.last = kept?.last || branch.last
  }
  scan(text, {
    code: (character, change) => {
      branch.last = character
      branch.depth += change
      branch.lowest = Math.min(branch.lowest, branch.depth)
      open += change
    },
    directive: (words, span) => {
      if (idle.test(words)) return void spans.push(span)
      if (isGuard(words, branch, count++)) spans.push(span)
      if (words.startsWith("define")) spans.push(...inMacro(text, span))
      const group = words.startsWith("if") ? { branches: [], before: branch.last, open } : groups.at(-1)
      if (group === undefined || !/^(?:if|el|endif)/.test(words)) return
      if (words.startsWith("endif")) {
        groups.pop()
        return close(group, span)
      }
      if (words.startsWith("if")) groups.push(group)
      branch = { directive: span, condition: words, depth: 0, lowest: 0, last: "" }
      open = group.open
      group.branches.push(branch)
    }
  })
  return spans
}

/** A text of the same length in which every conditional can be parsed. */
export const withoutConditionals = (text: string, isCpp: boolean): string => blank(text, splitConditionals(text, isCpp))
