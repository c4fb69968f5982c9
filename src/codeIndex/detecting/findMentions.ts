import { Buffer } from "node:buffer"
import { join } from "node:path"
import { readContentOrNothing } from "../extracting/readContent.ts"

/** Matches words that are identifiers, each by itself and not as a part of another. */
const toPattern = (words: ReadonlyArray<string>): RegExp => {
  const either = words.map((word) => word.replaceAll("$", () => "[$]")).join("|")
  return new RegExp(String.raw`(?<![\p{L}\p{N}_$])(?:${either})(?![\p{L}\p{N}_$])`, "gu")
}

/**
 * Finds the files of a work tree that have each of the words, also in strings and comments. Reads all of the files, unless
 * there are no words.
 */
export const findMentions = (
  root: string,
  paths: ReadonlyArray<string>,
  words: ReadonlyArray<string>
): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map(words.map((word) => [word, new Set<string>()]))
  if (words.length === 0) return found
  const pattern = toPattern([...found.keys()])
  for (const path of paths) {
    const text = readContentOrNothing(Buffer.from(join(root, path)))?.toString() ?? ""
    for (const [word] of text.matchAll(pattern)) found.get(word)?.add(path)
  }
  return found
}
