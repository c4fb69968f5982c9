import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"

/** A vector of small integers for each of some thousand words; words of the same topic have similar directions. */
export interface WordVectors {
  readonly dimensions: number
  /** The place of a word among the vectors. */
  readonly places: ReadonlyMap<string, number>
  /** `dimensions` numbers for each word. Longer vectors are of words that say more. */
  readonly numbers: Int8Array
  /** Euclidean lengths of the vectors. */
  readonly lengths: Float32Array
}

/** The first line of the file; the second has the words, and the rest is their vectors. */
const Header = Schema.Struct({ about: Schema.String, dimensions: Schema.Int })
const decodeHeader = Schema.decodeSync(Schema.fromJsonString(Header))

/** Next to the built program or, when running from source, to this file. `bench/commits/related/train.ts` makes it. */
export const vectorsUrl: URL = new URL("./word-vectors.bin", import.meta.url)

const measure = (numbers: Int8Array, dimensions: number): Float32Array => {
  const lengths = new Float32Array(numbers.length / dimensions)
  for (let place = 0; place < lengths.length; place++) {
    let sum = 0
    for (let at = place * dimensions; at < (place + 1) * dimensions; at++) sum += (numbers[at] ?? 0) ** 2
    lengths[place] = Math.sqrt(sum)
  }
  return lengths
}

const lineFeed = 10

/** Decodes a file of vectors. */
export const decodeWordVectors = (bytes: Uint8Array<ArrayBuffer>): WordVectors => {
  const headerEnd = bytes.indexOf(lineFeed)
  const wordsEnd = bytes.indexOf(lineFeed, headerEnd + 1)
  const decoder = new TextDecoder()
  const { dimensions } = decodeHeader(decoder.decode(bytes.subarray(0, headerEnd)))
  const words = decoder.decode(bytes.subarray(headerEnd + 1, wordsEnd)).split(" ")
  const numbers = new Int8Array(bytes.buffer, bytes.byteOffset + wordsEnd + 1, words.length * dimensions)
  const places = new Map(words.map((word, place) => [word, place]))
  return { dimensions, places, numbers, lengths: measure(numbers, dimensions) }
}

let loaded: WordVectors | undefined

/** Reads the vectors that come with the program, when a search first needs them. */
export const loadWordVectors = (): WordVectors => {
  loaded ??= decodeWordVectors(new Uint8Array(readFileSync(fileURLToPath(vectorsUrl))))
  return loaded
}
