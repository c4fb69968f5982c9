import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { maxResults } from "../contenders.ts"
import { isSource, runGit } from "./drawRepairs.ts"

/** Okapi BM25 with its usual constants. */
const saturation = 1.2
const lengthShare = 0.75
const maxBytes = 1_000_000

interface Counted {
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

/** The words of a text, with the parts of names in camel case and snake case. */
const listWords = (text: string): ReadonlyArray<string> =>
  (text.match(/\p{L}[\p{L}\p{N}]*/gu) ?? []).flatMap((word) => {
    const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u).map((part) => part.toLowerCase())
    return parts.length > 1 ? [...parts, word.toLowerCase()] : parts
  })

const count = (text: string): Counted => {
  const words = listWords(text)
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, length: words.length }
}

/** Makes a ranking of the files of code of work trees by BM25 over whole files, which counts each content once. */
export const makeWordRanking = () => {
  const known = new Map<string, Counted>()
  const read = (directory: string) =>
    runGit(directory, "ls-files", "--stage")
      .split("\n")
      .flatMap((line) => {
        const [, oid = "", path = ""] = /^100\d+ ([0-9a-f]+) 0\t(.+)$/.exec(line) ?? []
        if (!isSource(path) || statSync(join(directory, path)).size > maxBytes) return []
        const counted = known.get(oid) ?? count(readFileSync(join(directory, path), "utf8"))
        known.set(oid, counted)
        return [{ path, counted }]
      })
  return (directory: string, query: string): ReadonlyArray<string> => {
    const files = read(directory)
    const average = files.reduce((sum, { counted }) => sum + counted.length, 0) / Math.max(1, files.length)
    const weights = [...new Set(listWords(query))].map((word) => {
      const having = files.filter(({ counted }) => counted.counts.has(word)).length
      return [word, Math.log1p((files.length - having + 0.5) / (having + 0.5))] as const
    })
    const scoreOf = ({ counts, length }: Counted): number =>
      weights.reduce((sum, [word, weight]) => {
        const times = counts.get(word) ?? 0
        const norm = saturation * (1 - lengthShare + (lengthShare * length) / average)
        return sum + (weight * times * (saturation + 1)) / (times + norm)
      }, 0)
    return files
      .map(({ counted, path }) => ({ path, score: scoreOf(counted) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
      .slice(0, maxResults)
      .map(({ path }) => path)
  }
}
