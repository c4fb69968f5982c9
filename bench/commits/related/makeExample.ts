import type { Random } from "./random.ts"

/** A commit as places of its words in the vocabulary. */
export interface EncodedCommit {
  readonly subject: ReadonlyArray<number>
  readonly sentences: ReadonlyArray<ReadonlyArray<number>>
  readonly paths: ReadonlyArray<number>
  readonly patch: ReadonlyArray<number>
}

/** A text as a query, and what else the same commit says. */
export interface Example {
  readonly query: ReadonlyArray<number>
  readonly message: ReadonlyArray<number>
}

/** Fraction of pairs without words in common, so that related words are learned, not only the same ones. */
const fractionApart = 0.3
const fractionKept = 0.85

/** What else a commit says than one sentence of its body. */
const besideSentence = ({ patch, paths, sentences, subject }: EncodedCommit, chosen: number, random: Random) => [
  ...(random() < 0.85 ? subject : []),
  ...(random() < 0.5 ? sentences.filter((_, place) => place !== chosen).flat() : []),
  ...(random() < 0.3 ? paths : []),
  ...(random() < 0.15 ? patch : [])
]

/** What else a commit says than its subject. */
const besideSubject = ({ patch, paths, sentences }: EncodedCommit, random: Random) => {
  const some = [...(random() < 0.7 ? sentences.flat() : []), ...(random() < 0.5 ? paths : [])]
  return some.length === 0 || random() < 0.4 ? [...some, ...patch] : some
}

/** Makes a query of a commit, a sentence of its body or its subject, and takes the rest as what it should find. */
export const makeExample = (commit: EncodedCommit, random: Random): Example => {
  const { sentences, subject } = commit
  const takesSentence = random() < 0.6 && sentences.length > 0
  const chosen = Math.floor(random() * sentences.length)
  const query = takesSentence ? (sentences[chosen] ?? []) : subject
  const rest = takesSentence ? besideSentence(commit, chosen, random) : besideSubject(commit, random)
  const asked = new Set(query)
  return {
    query: query.length > 4 ? query.filter(() => random() < fractionKept) : query,
    message: random() < fractionApart ? rest.filter((word) => !asked.has(word)) : rest
  }
}
