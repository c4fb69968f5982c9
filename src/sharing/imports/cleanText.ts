import { isNoise, removeTemplateComments, toQuote } from "../../evidence/messages/noise.ts"

/** Maximum characters of a text that are looked at. */
const maxReadChars = 100_000
/** Maximum lines of a text that are kept. Looking for credentials costs 80 µs a line. */
const maxLines = 300

const heading = /^\s{0,3}(?:#{1,6}\s+\S|(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$)/
/** Answers to a template's question that say nothing. */
const blankAnswer = /^\s*(?:[-*]\s*)?(?:n\/?a|none|no|nope|nothing|tbd|todo|-|_no response_)[.!]?\s*$/i
/** Images and badges, quoted replies, and tags of HTML on a line of their own. */
const decoration =
  /^\s*(?:>|(?:\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?\s*)+$|<\/?(?:img|br|hr|details|summary|p|div|a|sub|picture|source)\b[^>]*>\s*$)/i
/** Code that a reviewer proposes. */
const suggestion = /^[^\S\n]*```suggestion\b[\s\S]*?^[^\S\n]*```[^\S\n]*$/gim

const levelOf = (line: string): number => /^\s{0,3}(#{1,6})\s/.exec(line)?.[1]?.length ?? 7

/** Removes headings under which nothing is left. */
const removeEmptySections = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kept: Array<string> = []
  // From the end: the level of what follows; 0 if text follows.
  let next = 1
  for (const line of lines.toReversed()) {
    if (!heading.test(line)) {
      if (line.trim() !== "") next = 0
      kept.push(line)
    } else if (next === 0 || levelOf(line) < next) {
      next = levelOf(line)
      kept.push(line)
    }
  }
  return kept.toReversed()
}

/** The lines that a template has, to tell what its author left as it was. */
export const toTemplateLines = (template: string): ReadonlyArray<string> =>
  removeTemplateComments(template.slice(0, maxReadChars))
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")

/**
 * Removes what a template, a host or a program put into a text: comments, check lists, unchanged lines, headings without
 * a text, quoted replies, images and sign-offs. `templateLines`: the lines of the project's templates.
 */
export const cleanText = (text: string, templateLines: ReadonlySet<string>): string => {
  const lines = removeTemplateComments(text.slice(0, maxReadChars))
    .replaceAll(suggestion, "")
    .split(/\r?\n|\r/)
    .slice(0, maxLines)
  const isBoilerplate = (line: string): boolean =>
    isNoise(line) ||
    blankAnswer.test(line) ||
    decoration.test(line) ||
    (templateLines.has(line.trim()) && !heading.test(line))
  const said = lines.map((line) => (isBoilerplate(line) ? "" : line))
  return toQuote(removeEmptySections(said))
}
