import type { Query } from "../query/Query.ts"
import { type Leaf, listLeaves } from "./leaves.ts"
import { parseWildcardTerm } from "./wildcards.ts"

/** Which lines to ask git for, so that all words that a query asks for are in one of them. */
export interface GrepPlan {
  /** Texts without line ends; an empty one is in every line. */
  readonly texts: ReadonlyArray<string>
  readonly isWord: boolean
  /** Whether a file must have all texts. */
  readonly isAll: boolean
}

/** Git compares letters without regard to case only in ASCII. */
const longestAscii = (text: string): string =>
  (text.match(/[\t -~]+/g) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), "")

const longestLiteral = (pattern: string): string =>
  parseWildcardTerm(pattern)
    .map((part) => (part._tag === "Literal" ? part.character : "\n"))
    .join("")
    .split("\n")
    .map(longestAscii)
    .reduce((longest, run) => (run.length > longest.length ? run : longest), "")

/** Shortest piece of a word that is worth searching for. */
const minPiece = 2

/** Pieces of which an edit can break two at most, so that one of them is in every word that matches. */
const cutPieces = (text: string, maxEdits: number): ReadonlyArray<string> => {
  const count = 2 * maxEdits + 1
  const size = Math.floor(text.length / count)
  if (size < minPiece || longestAscii(text) !== text) return [""]
  return Array.from({ length: count }, (_, at) => text.slice(at * size, at === count - 1 ? undefined : (at + 1) * size))
}

/** The texts of which one is in every word that a leaf asks for. */
const textsOf = (leaf: Leaf): ReadonlyArray<string> => {
  switch (leaf._tag) {
    case "Term":
    case "Prefix":
      return [longestAscii(leaf.text)]
    case "Wildcard":
      return [longestLiteral(leaf.pattern)]
    case "Fuzzy":
      return cutPieces(leaf.text, leaf.maxEdits)
    case "Phrase":
      return leaf.terms.map(({ text }) => longestAscii(text))
    case "Range":
    case "Regexp":
      return [""]
  }
}

/** Longest word that the analyzer does not cut. */
const maxWordUnits = 255

const wordsOf = (leaf: Leaf): ReadonlyArray<string> | undefined => {
  if (leaf._tag === "Term") return [leaf.text]
  return leaf._tag === "Phrase" ? leaf.terms.map(({ text }) => text) : undefined
}

const isWholeWord = (leaf: Leaf): boolean =>
  wordsOf(leaf)?.every((word) => longestAscii(word) === word && word.length < maxWordUnits) ?? false

/** Whether every leaf of a field is required, so that a file must have the texts of all. */
const isConjunction = (query: Query): boolean => {
  if (query._tag === "Boost") return isConjunction(query.query)
  if (query._tag === "Boolean") {
    return query.clauses.every(({ occurrence, query: part }) => occurrence === "must" && isConjunction(part))
  }
  return query._tag === "Phrase" || (query._tag !== "All" && textsOf(query).length === 1)
}

/** Plans the lines to ask for; undefined if the query asks nothing of this field. */
export const planGrep = (query: Query, field: string): GrepPlan | undefined => {
  const leaves = listLeaves(query).flatMap(({ leaf }) => (leaf.field === field ? [leaf] : []))
  if (leaves.length === 0) return undefined
  const texts = [...new Set(leaves.flatMap(textsOf))]
  if (texts.includes("")) return { texts: [""], isWord: false, isAll: false }
  return { texts, isWord: leaves.every(isWholeWord), isAll: isConjunction(query) }
}
