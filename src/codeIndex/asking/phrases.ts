import type { Tag } from "./tags.ts"
import type { ViewFile } from "./viewFiles.ts"

/** Reads a file of the view, by its path; undefined if it cannot be read. */
export type ReadText = (path: string) => string | undefined

/** Words of a phrase: fewer are a name or a concept, more are not compared. */
const minWords = 3
const maxWords = 20
/** Files, and characters of them, that are read for one phrase. */
const maxFiles = 200
const maxChars = 16 * 1024 * 1024

/** The first words of a text. */
export const wordsOf = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{N}]+/gu)?.slice(0, maxWords) ?? []

/** Whether a tag may be a phrase that a file has as it is, such as the message of an error. */
export const isPhrase = ({ text }: Tag): boolean => /\S\s+\S/.test(text) && wordsOf(text).length >= minWords

/** What finds a phrase in a text: its words in a row, in any case, whatever is between them. */
const compilePhrase = ({ text }: Tag): RegExp => new RegExp(wordsOf(text).join("[^\\p{L}\\p{N}]+"), "iu")

/** The number of the line that has an offset. */
export const lineAt = (text: string, end: number): number => {
  let line = 1
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) line += 1
  return line
}

/**
 * Looks for a phrase in the first {@link maxFiles} of some files of a view.
 *
 * @param positions Where the files are in the view.
 * @returns The line where the phrase begins first, by the position of each file that has it.
 */
export const findPhrase = (
  tag: Tag,
  files: ReadonlyArray<ViewFile>,
  positions: ReadonlyArray<number>,
  readText: ReadText
): ReadonlyMap<number, number> => {
  const lines = new Map<number, number>()
  const phrase = compilePhrase(tag)
  let chars = 0
  for (const at of positions.slice(0, maxFiles)) {
    const path = files[at]?.path
    const text = (path === undefined ? undefined : readText(path)) ?? ""
    chars += text.length
    const start = phrase.exec(text)?.index
    if (start !== undefined) lines.set(at, lineAt(text, start))
    if (chars > maxChars) break
  }
  return lines
}
