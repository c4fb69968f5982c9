import { partsOf } from "../identifiers.ts"
import { changedLines, type FilePatch } from "../patchText.ts"

/** Characters of a passage. */
const passageLength = 400
/** Lines before and after the one that matches best. */
const around = 2
/** Characters of a line that are looked at and shown. */
const lineLength = 160

/** The endings that the index takes off words too. */
const endings = /(?:ings?|ions?|ers?|ed|es|s)$/
const stem = (text: string): string => {
  const short = text.replace(endings, "")
  return short.length < 3 ? text : short
}

/** Counts which of the words a text has, by their stems; `rate_limiter` has what `rateLimiter` asks for. */
export const makeCounter = (words: ReadonlyArray<string>): ((text: string) => number) => {
  const stems = words.map((word) => stem(partsOf(word).join("")))
  return (text) => {
    const folded = text.toLowerCase()
    const joined = folded.replaceAll(/[_-]/g, "")
    return stems.filter((one) => folded.includes(one) || joined.includes(one)).length
  }
}

/** Where a patch matches, and what stands there. */
export interface Passage {
  readonly text: string
  /** Paths of the files that have a line with one of the words. */
  readonly paths: ReadonlyArray<string>
}

const passageAt = (path: string, lines: ReadonlyArray<string>, best: number): string => {
  const shown = lines.slice(Math.max(0, best - around), best + around + 1).map((line) => line.slice(0, lineLength))
  return [`+++ b/${path}`, ...shown].join("\n").slice(0, passageLength).toWellFormed()
}

/** The lines around the one with most of the words, the first of them where several have as many; the first lines where none has any. */
export const passageOf = (files: ReadonlyArray<FilePatch>, count: (text: string) => number): Passage => {
  const paths: Array<string> = []
  let best: { readonly path: string; readonly lines: ReadonlyArray<string>; readonly line: number } | undefined
  let most = -1
  for (const file of files) {
    const lines = changedLines(file)
    let highest = 0
    lines.forEach((line, index) => {
      const found = count(line.slice(0, lineLength))
      highest = Math.max(highest, found)
      if (found <= most) return
      most = found
      best = { path: file.path, lines, line: index }
    })
    if (highest > 0) paths.push(file.path)
  }
  return { text: best === undefined ? "" : passageAt(best.path, best.lines, best.line), paths }
}
