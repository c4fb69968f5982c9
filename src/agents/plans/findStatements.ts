import { readSquash } from "../../evidence/messages/squash.ts"
import { rateReason } from "../../evidence/reasons/findReason.ts"
import { splitStatements } from "../../evidence/reasons/statements.ts"
import type { HistoryStatement } from "./Plan.ts"

/** Weaker ones mostly tell what was done. */
const minStrength = 2
/** A longer sentence is a list or a log. */
const maxStatementChars = 500
/** Maximum characters of what is shown. */
const maxPassageChars = 480

/** Halves of sentences, what is about something that is not shown, and what other commits are to do. */
const noStatement =
  /^[a-z]+ |:$|\bfollowing\b|\b(?:see|as|described|explained|mentioned) (?:above|below)\b|\b(?:subsequent|follow-?up|later|next|future|upcoming|separate|previous) (?:commit|patch|pr|pull request|change|version|release)(?:e?s)?\b|\bin (?:the )?future\b|\b(?:prerequisite|preparation|prepar(?:e|es|ing)|groundwork|backport(?:s|ed)?)\b/

const joinLines = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

let segmenter: Intl.Segmenter | undefined

/** Makes the segmenter at its first use: it reads tables of Unicode, which takes as long as a quarter of Node's start. */
const segmentsOf = (text: string) => (segmenter ??= new Intl.Segmenter("en", { granularity: "sentence" })).segment(text)

/** Finds the part of a paragraph around a sentence that is not too long, in whole sentences: rather what comes before. */
const cutParagraph = (paragraph: string, sentence: string): string => {
  if (paragraph.length <= maxPassageChars) return paragraph
  const at = paragraph.indexOf(sentence)
  const parts = Array.from(segmentsOf(paragraph), ({ index, segment }) => ({
    start: index,
    end: index + segment.length
  }))
  let first = parts.findIndex(({ end }) => end > at)
  let last = parts.findLastIndex(({ start }) => start < at + sentence.length)
  const fits = (from: number, to: number): boolean => {
    const [start, end] = [parts[from]?.start, parts[to]?.end]
    return start !== undefined && end !== undefined && end - start <= maxPassageChars
  }
  for (;;) {
    if (fits(first - 1, last)) first -= 1
    else if (fits(first, last + 1)) last += 1
    else break
  }
  const passage = paragraph.slice(parts[first]?.start, parts[last]?.end).trim()
  return passage.includes(sentence) ? passage : sentence
}

/** Finds a sentence with as much of its paragraph as is shown. */
const findPassage = (text: string, sentence: string): string => {
  const paragraph = text
    .split(/\n[ \t]*\n/)
    .map(joinLines)
    .find((each) => each.includes(sentence))
  return paragraph === undefined ? sentence : cutParagraph(paragraph, sentence)
}

const normalize = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")

/**
 * Finds the sentences of a message that give a reason besides its title, each with its paragraph. None in lists, which
 * are mostly of steps, nor in what squashed commits say.
 */
export const findStatements = (subject: string, text: string): ReadonlyArray<HistoryStatement> => {
  if (readSquash(text.split("\n")).length > 0) return []
  const title = normalize(subject)
  return splitStatements(text).flatMap(({ kind, text: sentence }, position) => {
    if (kind === "bullet" || sentence.length > maxStatementChars || rateReason(sentence) < minStrength) return []
    if (noStatement.test(sentence) || title.includes(normalize(sentence))) return []
    const joined = joinLines(sentence)
    return [{ text: joined, passage: findPassage(text, joined), position }]
  })
}
