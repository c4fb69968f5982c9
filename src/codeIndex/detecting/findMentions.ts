import type { ProjectFiles } from "../views/projectFiles.ts"

/** Matches words that are identifiers, each by itself and not as a part of another. */
const toPattern = (words: ReadonlyArray<string>): RegExp => {
  const either = words.map((word) => word.replaceAll("$", () => "[$]")).join("|")
  return new RegExp(String.raw`(?<![\p{L}\p{N}_$])(?:${either})(?![\p{L}\p{N}_$])`, "gu")
}

/**
 * Finds the files that have each of the words, also in strings and comments. Reads all of the files, unless
 * there are no words.
 */
export const findMentions = (
  files: ProjectFiles,
  paths: ReadonlyArray<string>,
  words: ReadonlyArray<string>
): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map(words.map((word) => [word, new Set<string>()]))
  if (words.length === 0) return found
  const pattern = toPattern([...found.keys()])
  for (const path of paths) {
    const text = files.readText(path) ?? ""
    for (const [word] of text.matchAll(pattern)) found.get(word)?.add(path)
  }
  return found
}
