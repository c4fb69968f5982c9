import type { ReasonRule } from "./rules.ts"
import type { Statement } from "./statements.ts"
import { wordings } from "./wordings.ts"

/** A statement of a message, or its subject line. */
export interface Stated {
  readonly text: string
  readonly kind: Statement["kind"] | "subject"
}

/** Where a statement is in its message. */
export interface Position {
  /** In the body; undefined for the subject. */
  readonly place: "first" | "middle" | "last" | undefined
  /** Whether the subject says that something is repaired: then what the body says of today is the defect. */
  readonly isRepair: boolean
}

/** A statement with the rules that find a reason in it, and how surely they do (0 to 3). */
export interface RatedStatement extends Stated, Position {
  readonly rules: ReadonlyArray<ReasonRule>
  readonly rating: number
}

/** Names of code, addresses, numbers and references to issues are one word each, whatever they name. */
const code = "CODE"
const replaced: ReadonlyArray<readonly [RegExp, string]> = [
  [/`[^`]*`/g, ` ${code} `],
  [/https?:\/\/\S+/g, " URL "],
  [/#\d+/g, " ISSUE "]
]
const wordPattern = /[\p{L}\p{N}_'’./:()-]+|[,;!?"]/gu
const codePattern = /[_/()]|\p{Ll}\p{Lu}|[\p{L}\p{N}]\.[\p{L}\p{N}]|::/u
const numberPattern = /^\d[\d.]*$/
const abbreviation = /^(?:e\.g|i\.e)$/i
const outer = /^[.'’/:()-]+|[.'’/:()-]+$/g

const toWord = (found: string): string => {
  const word = found.replaceAll(outer, "")
  if (/^(?:CODE|URL|ISSUE)$/.test(word)) return word
  if (codePattern.test(word) && !abbreviation.test(word)) return code
  return numberPattern.test(word) ? "#" : word.toLowerCase().replaceAll("’", "'")
}

const listWords = (text: string): ReadonlyArray<string> => {
  const plain = replaced.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), text)
  return [...plain.matchAll(wordPattern)].map(([found]) => toWord(found)).filter((word) => word !== "")
}

/** Upper bounds of the numbers of words that count as equally long. */
const lengths = [2, 4, 7, 11, 19, 34]

/**
 * Lists the signs by which a statement is rated: its words, pairs of words, the first word, wordings, how many words there are,
 * its kind, place, rules and rating, and whether its commit repairs something.
 */
export const listSigns = ({ isRepair, kind, place, rating, rules, text }: RatedStatement): ReadonlySet<string> => {
  const lowerCase = text.toLowerCase()
  const words = listWords(text)
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`)
  const length = lengths.find((most) => words.length <= most) ?? "more"
  return new Set([
    ...words,
    ...pairs,
    `^${words[0]}`,
    ...rules.map(({ name }) => `@${name}`),
    `@${kind}`,
    `@length ${length}`,
    `@rating ${rating}`,
    `@${kind} of length ${length}`,
    `@${kind} of rating ${rating}`,
    `@${kind} of rating ${rating} in a ${isRepair ? "repair" : "change"}`,
    ...wordings.filter(({ pattern }) => pattern.test(lowerCase)).map(({ name }) => `@wording ${name}`),
    ...(place === undefined ? [] : [`@${place} ${kind}`])
  ])
}
