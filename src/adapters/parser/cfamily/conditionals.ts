import type { Span } from "../signature.ts"
import { blankSpans } from "../blankSpans.ts"
import { scanTokens } from "./scan.ts"

/** The code between two directives of a conditional. */
interface Branch {
  /** The directive that starts it, from `#` to the end of the line. */
  readonly directive: Span
  readonly condition: string
  /** Opened minus closed brackets: at the end, and the minimum along the way. */
  depth: number
  minDepth: number
  /** The last character of code; empty if there is none. */
  lastCharacter: string
}

interface Group {
  readonly branches: Array<Branch>
  /** The last character of code before the conditional, and the number of brackets open there. */
  readonly before: string
  readonly open: number
}

/** What is left of a conditional of which no branch is kept. */
const noCode = { depth: 0, minDepth: 0, lastCharacter: "" }

/** Whether a branch parses as a sequence of declarations or statements. */
const isBalanced = ({ depth, lastCharacter: last, minDepth: lowest }: Branch): boolean =>
  depth === 0 && lowest >= 0 && /^[;}]?$/.test(last)

/**
 * Whether a declaration or statement may start after the code before a conditional. Outside brackets, that may be a
 * standalone macro call.
 */
const isStart = ({ before, open }: Group): boolean => /^[;{}:,]?$/.test(before) || (open === 0 && /[\w)>]/.test(before))

const alwaysFalse = /^(?:if|elif)\s*(?:0|\(\s*0\s*\)|FALSE|false)$/
const onlyInCpp = /^if(?:def\s+|\s+(?:defined)?\s*\(?\s*)__cplusplus\b/

/** Chooses the branch to keep of a conditional that does not parse as it is. */
const chooseBranch = (branches: ReadonlyArray<Branch>, isCpp: boolean): number => {
  const at = branches.findIndex(
    ({ condition }) => !alwaysFalse.test(condition) && (isCpp || !onlyInCpp.test(condition))
  )
  return at === -1 ? branches.length : at
}

/**
 * Finds the spans to blank in a conditional that ends at `end`: its directives and, if it splits a declaration, all
 * branches but one.
 */
const findSpansToBlank = (group: Group, end: Span, isCpp: boolean): ReadonlyArray<Span> => {
  const { branches } = group
  const keep = chooseBranch(branches, isCpp)
  const isSplit = keep !== 0 || !isStart(group) || !branches.every(isBalanced)
  const spans = branches.map((branch, at) => {
    const next = branches[at + 1]?.directive ?? end
    return isSplit && at !== keep ? { start: branch.directive.start, end: next.start } : branch.directive
  })
  return [...spans, end]
}

/** Directives that declare nothing and that the grammar does not accept everywhere. */
const ignoredDirectives = /^(?:undef|pragma|error|warning|line|ident)\b/

/** Finds what the grammar rejects in a multi-line macro: comments and an empty last line. */
const findMacroSpans = (text: string, { end, start }: Span): ReadonlyArray<Span> =>
  Array.from(text.slice(start, end).matchAll(/\/\*[\s\S]*?(?:\*\/|$)|\\(?=\s*$)/g), (match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length
  }))

/** Whether a directive is the `#define` of an include guard: the second directive, with no code before it. */
const isGuard = (words: string, { condition, lastCharacter: last }: Branch, count: number): boolean =>
  count === 1 && last === "" && words.replace(/^define\s+/, "") === condition.replace(/^ifndef\s+/, "")

/**
 * Finds the spans to blank so that the text parses without preprocessing. All branches stay if each is a sequence of
 * declarations or statements; one stays if the conditional splits a declaration or opens a bracket in each branch.
 */
const findConditionalSpans = (text: string, isCpp: boolean): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  const root: Branch = { directive: { start: 0, end: 0 }, condition: "", depth: 0, minDepth: 0, lastCharacter: "" }
  const groups: Array<Group> = []
  let branch = root
  let open = 0
  let count = 0
  const close = (group: Group, end: Span): void => {
    spans.push(...findSpansToBlank(group, end, isCpp))
    const kept = group.branches[chooseBranch(group.branches, isCpp)] ?? noCode
    branch = groups.at(-1)?.branches.at(-1) ?? root
    open = group.open + kept.depth
    branch.minDepth = Math.min(branch.minDepth, branch.depth + kept.minDepth)
    branch.depth += kept.depth
    branch.lastCharacter = kept.lastCharacter || branch.lastCharacter
  }
  scanTokens(text, {
    onCode: (character, change) => {
      branch.lastCharacter = character
      branch.depth += change
      branch.minDepth = Math.min(branch.minDepth, branch.depth)
      open += change
    },
    onDirective: (words, span) => {
      if (ignoredDirectives.test(words)) return void spans.push(span)
      if (isGuard(words, branch, count++)) spans.push(span)
      if (words.startsWith("define")) spans.push(...findMacroSpans(text, span))
      const group = words.startsWith("if") ? { branches: [], before: branch.lastCharacter, open } : groups.at(-1)
      if (group === undefined || !/^(?:if|el|endif)/.test(words)) return
      if (words.startsWith("endif")) {
        groups.pop()
        return close(group, span)
      }
      if (words.startsWith("if")) groups.push(group)
      branch = { directive: span, condition: words, depth: 0, minDepth: 0, lastCharacter: "" }
      open = group.open
      group.branches.push(branch)
    }
  })
  return spans
}

/** Blanks parts of conditionals so that the text parses. Keeps its length. */
export const blankConditionals = (text: string, isCpp: boolean): string =>
  blankSpans(text, findConditionalSpans(text, isCpp))
