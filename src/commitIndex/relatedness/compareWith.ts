import { listWords } from "../../domain/identifiers.ts"
import { stopWords } from "../model/stopWords.ts"
import type { WordVectors } from "./WordVectors.ts"

/** How closely a message is related to a query by the directions of their words, whether or not they share any. */
export interface Relatedness {
  /** Cosine of query and subject, -1 to 1; 0 without known words. */
  readonly subject: number
  /** Cosine of query and the whole message, -1 to 1; 0 without known words. */
  readonly message: number
  /** How much of the query has a related word in the message, 0 to 1. */
  readonly words: number
}

/** A commit's message; only the beginning of the body need be given. */
export interface Message {
  readonly subject: string
  readonly body: string
}

/** Most distinct words of a body that are compared. */
const maxBodyWords = 60
/** Cosines of words that count as not related, and as the same. */
const unrelated = 0.5
const same = 0.9

/** Trailers and addresses, which say nothing of the change. */
const noise =
  /^\s*(?:[A-Z][A-Za-z]*(?:-[A-Za-z]+)+|[Cc][Cc]|CC|PR|Bug|BUG|Refs?|Link|Fixes|Closes|Differential Revision)\s*:.*$|https?:\S+|\S+@\S+/gm

type Places = ReadonlyArray<number>

/** Adds the vectors of words to a sum. */
const addVectors = (
  sum: Float64Array,
  { dimensions, numbers }: WordVectors,
  places: Iterable<number>
): Float64Array => {
  for (const place of places) {
    const start = place * dimensions
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + (numbers[start + at] ?? 0)
  }
  return sum
}

const dot = (one: Float64Array, other: Float64Array): number => {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

const cosine = (one: Float64Array, other: Float64Array): number => {
  const lengths = Math.sqrt(dot(one, one) * dot(other, other))
  return lengths === 0 ? 0 : dot(one, other) / lengths
}

const rateCosine = (value: number): number => Math.max(0, Math.min(value, same) - unrelated) / (same - unrelated)

/** Rates, for each word of the query, how related any word is; what was found of a word is kept. */
const makeWordRater = (vectors: WordVectors, queried: Places) => {
  const { dimensions, lengths, numbers } = vectors
  // A copy of the few vectors that are read for every word stays in the processor's cache; integers are multiplied fastest.
  const own = new Int8Array(queried.length * dimensions)
  for (const [at, place] of queried.entries()) {
    own.set(numbers.subarray(place * dimensions, (place + 1) * dimensions), at * dimensions)
  }
  const known = new Map<number, Float64Array>()
  const rate = (place: number): Float64Array => {
    const found = new Float64Array(queried.length)
    const start = place * dimensions
    const length = lengths[place] ?? 0
    for (let at = 0; at < found.length; at++) {
      const ownStart = at * dimensions
      let sum = 0
      for (let of = 0; of < dimensions; of++) {
        sum = (sum + Math.imul(numbers[start + of] ?? 0, own[ownStart + of] ?? 0)) | 0
      }
      found[at] = rateCosine(sum / Math.max(1, length * (lengths[queried[at] ?? 0] ?? 0)))
    }
    known.set(place, found)
    return found
  }
  return (place: number): Float64Array => known.get(place) ?? rate(place)
}

/** The fraction of the query's words that have a related one, the longer vectors counting more. */
const rateWords = (rater: (place: number) => Float64Array, weights: Float64Array, places: Iterable<number>): number => {
  const best = new Float64Array(weights.length)
  for (const place of places) {
    const rates = rater(place)
    for (let at = 0; at < best.length; at++) best[at] = Math.max(best[at] ?? 0, rates[at] ?? 0)
  }
  return dot(best, weights)
}

const share = (weights: Float64Array): Float64Array => {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => (total === 0 ? 0 : weight / total))
}

/** Finds the vectors of the distinct words of a text. */
const findPlaces = ({ places }: WordVectors, text: string, max: number = Number.POSITIVE_INFINITY): Array<number> => {
  const found: Array<number> = []
  for (const word of listWords([text])) {
    const place = places.get(word)
    if (place === undefined) continue
    found.push(place)
    if (found.length === max) break
  }
  return found
}

/** Prepares a query for comparison with many messages. */
export const compareWith = (vectors: WordVectors, query: string): ((message: Message) => Relatedness) => {
  const whole = addVectors(new Float64Array(vectors.dimensions), vectors, findPlaces(vectors, query))
  const significant = [...listWords([query])].filter((word) => !stopWords.has(word)).join(" ")
  const kept = findPlaces(vectors, significant)
  const queried = kept.length > 0 ? kept : findPlaces(vectors, query)
  const weights = share(Float64Array.from(queried, (place) => vectors.lengths[place] ?? 0))
  const rater = makeWordRater(vectors, queried)
  return ({ body, subject }) => {
    const inSubject = findPlaces(vectors, subject)
    const plain = /[@:]/.test(body) ? body.replaceAll(noise, " ") : body
    const inBody = findPlaces(vectors, plain, maxBodyWords).filter((place) => !inSubject.includes(place))
    const sum = addVectors(new Float64Array(vectors.dimensions), vectors, inSubject)
    const ofSubject = cosine(whole, sum)
    return {
      subject: ofSubject,
      message: cosine(whole, addVectors(sum, vectors, inBody)),
      words: rateWords(rater, weights, [...inSubject, ...inBody])
    }
  }
}
