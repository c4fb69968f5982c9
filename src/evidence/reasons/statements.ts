import { groupOf } from "../../domain/MatchGroup.ts"

/** A sentence or a bullet of a text, its line breaks removed. */
export interface Statement {
  readonly text: string
  readonly kind: "sentence" | "bullet"
}

/** Maximum characters of a text that are split. */
const maxTextChars = 32_768

interface Block {
  readonly kind: Statement["kind"]
  readonly lines: Array<string>
}

const fence = /^\s*(?:```|~~~)/
const bullet = /^(\s*)(?:[-*+•]|\(?(?:\d{1,3}|[a-z])[.)])\s+(?=\S)/
const heading = /^\s{0,3}#{1,6}\s/
/** Tables, quotes, rules, comments of templates, lines of a diff, a trace or a log, what `git log` writes of a commit, and `Key: address` lines. */
const skipped =
  /^\s*(?:\||>|[0-9a-f]{7,40} (?=\S)|[-=_*]{3,}\s*$|<!--|diff --git |@@ |commit [0-9a-f]{40}\s*$|Author: .+<.+>\s*$|Date: {2,}|at \S+ \(|[A-Za-z][\w-]*:\s+(?:https?:\/\/\S+|\S*#\d+)\s*$)/

/** A command after the prompt of a shell; what follows up to an empty line is its output. */
const prompt = /^\s*(?:[\w.@~/:-]*\$|>>>|PS [^>]*>) \S/

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Lines indented by more than this after an empty line are code, unless they continue a bullet. */
const maxProseIndent = 1
const maxBulletIndent = 5

/** Lines of code within a sentence, at most. */
const maxCodeLines = 3

/** Whether a line goes on with the sentence that code interrupts: "so the line", code, "that followed counted twice". */
const continues = (before: Block | undefined, code: ReadonlyArray<string>, line: string): boolean =>
  code.length > 0 &&
  code.length <= maxCodeLines &&
  /[^.:!?\s]\s*$/.test(before?.lines.at(-1) ?? "") &&
  /^[a-z]/.test(line.trimStart())

/** Divides a text into paragraphs and list items. Leaves out code, tables, quotes and headings. */
const splitBlocks = (text: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  let [open, lastBulletIndent, isFenced, isCode, isSession] = [false, -1, false, false, false]
  let code: Array<string> = []
  for (const line of text.split("\n")) {
    if (fence.test(line)) [isFenced, open] = [!isFenced, false]
    else if (isFenced) code.push(line)
    else if (line.trim() === "") [open, isSession] = [false, false]
    else if (isSession || prompt.test(line)) [open, isSession] = [false, true]
    else if (heading.test(line) || skipped.test(line)) [open, isCode, code] = [false, false, []]
    else {
      const item = bullet.exec(line)
      const isIndented =
        indentOf(line) > (lastBulletIndent === -1 ? maxProseIndent : lastBulletIndent + maxBulletIndent)
      if (isCode && !isIndented) open = false
      if (!open) isCode = isIndented && item === null
      if (item !== null && !isCode) {
        blocks.push({ kind: "bullet", lines: [line.slice(item[0].length)] })
        lastBulletIndent = groupOf(item, 1).length
      } else if (isCode) code.push(line)
      else {
        if (!open && indentOf(line) === 0) lastBulletIndent = -1
        const last = blocks.at(-1)
        if (!open && last !== undefined && continues(last, code, line)) last.lines.push(...code, line)
        else if (open && last !== undefined) last.lines.push(line)
        else blocks.push({ kind: "sentence", lines: [line] })
      }
      if (!isCode) code = []
      open = true
    }
  }
  return blocks
}

let segmenter: Intl.Segmenter | undefined

/** Makes the segmenter at its first use: it reads tables of Unicode, which takes as long as a quarter of Node's start. */
const segmentsOf = (text: string) => (segmenter ??= new Intl.Segmenter("en", { granularity: "sentence" })).segment(text)

/** Ends that are no end of a sentence: abbreviations, initials, and numbers before a further one. */
const openEnd = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|resp|approx|incl|no|fig|sec|v|[A-Z])\.$/i
/** A sentence that begins with a small letter, which the segmenter does not see. */
const smallStart = /(?<=[a-z0-9)`'"]{2}[.!?]) +(?=[a-z][\w()`'-]* )/

/** The sentences that the segmenter sees; a point within a word, as in `.Page` or an address, ends none. */
const segment = (text: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  for (const { segment: part } of segmentsOf(text)) {
    const last = parts.at(-1)
    if (last !== undefined && /[.?!]["'`)\]]*$/.test(last)) parts[parts.length - 1] = last + part
    else parts.push(part)
  }
  return parts
}

const splitSentences = (text: string): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  const parts = segment(text).flatMap((part) => part.split(smallStart))
  for (const part of parts.map((each) => each.trim())) {
    const last = sentences.at(-1)
    if (part === "") continue
    const isOpen = last !== undefined && (openEnd.test(last) || (/[!?]["')\]]$/.test(last) && /^[a-z]/.test(part)))
    if (isOpen) sentences[sentences.length - 1] = `${last} ${part}`
    else sentences.push(part)
  }
  return sentences
}

/**
 * Splits a text into sentences and bullets, in order. Wrapped lines are joined; code, tables, quotes and headings are
 * left out. Only the first 32,768 characters are read.
 */
export const splitStatements = (text: string): ReadonlyArray<Statement> =>
  splitBlocks(text.slice(0, maxTextChars)).flatMap(({ kind, lines }) =>
    splitSentences(lines.map((line) => line.trim()).join(" ")).map((sentence) => ({ kind, text: sentence }))
  )
