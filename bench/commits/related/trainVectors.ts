import type { Example } from "./makeExample.ts"
import type { Random } from "./random.ts"

/** Settings of a training. */
export interface Settings {
  readonly dimensions: number
  /** Pairs that are told from each other, all of one repository. */
  readonly batchSize: number
  readonly batches: number
}

/** Cosines are divided by it before the softmax: the lower, the more the nearest wrong message counts. */
const temperature = 0.07
const firstRate = 0.4
const lastRate = 0.005

/** The vectors, and for each word the sum of its squared slopes (Adagrad, https://jmlr.org/papers/v12/duchi11a.html). */
interface Model {
  readonly dimensions: number
  readonly numbers: Float32Array
  readonly slopes: Float32Array
}

/** The unit vector of a text, and the length of the sum that it is made of. */
interface Text {
  readonly words: ReadonlyArray<number>
  readonly unit: Float32Array
  readonly length: number
}

const addWords = ({ dimensions, numbers }: Model, words: ReadonlyArray<number>): Text => {
  const unit = new Float32Array(dimensions)
  for (const word of words) {
    for (let at = 0; at < dimensions; at++) unit[at] = (unit[at] ?? 0) + (numbers[word * dimensions + at] ?? 0)
  }
  const length = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0)) + 1e-6
  for (let at = 0; at < dimensions; at++) unit[at] = (unit[at] ?? 0) / length
  return { words, unit, length }
}

const dot = (one: Float32Array, other: Float32Array): number => {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

const addScaled = (to: Float32Array, factor: number, from: Float32Array): void => {
  for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) + factor * (from[at] ?? 0)
}

/** Moves the words of a text against the slope of the loss by its unit vector. */
const descend = (model: Model, { length, unit, words }: Text, slope: Float32Array, rate: number): void => {
  const along = dot(slope, unit)
  let squares = 0
  for (let at = 0; at < slope.length; at++) {
    const value = ((slope[at] ?? 0) - along * (unit[at] ?? 0)) / length
    slope[at] = value
    squares += value * value
  }
  for (const word of words) {
    const sum = (model.slopes[word] ?? 0) + squares / slope.length
    model.slopes[word] = sum
    const step = rate / Math.sqrt(sum + 1e-10)
    for (let at = 0; at < slope.length; at++) {
      const place = word * slope.length + at
      model.numbers[place] = (model.numbers[place] ?? 0) - step * (slope[at] ?? 0)
    }
  }
}

/** The slopes of the cross-entropy of choosing, for each query, its own message among all. */
const findSlopes = (queries: ReadonlyArray<Text>, messages: ReadonlyArray<Text>) => {
  const make = ({ unit }: Text) => new Float32Array(unit.length)
  const [ofQueries, ofMessages] = [queries.map(make), messages.map(make)]
  queries.forEach((query, row) => {
    const scores = messages.map((message) => dot(query.unit, message.unit) / temperature)
    const highest = Math.max(...scores)
    const odds = scores.map((score) => Math.exp(score - highest))
    const total = odds.reduce((sum, value) => sum + value, 0)
    messages.forEach((message, column) => {
      const slope = ((odds[column] ?? 0) / total - (row === column ? 1 : 0)) / temperature
      const [own, other] = [ofQueries[row], ofMessages[column]]
      if (own === undefined || other === undefined || Math.abs(slope) < 1e-5) return
      addScaled(own, slope, message.unit)
      addScaled(other, slope, query.unit)
    })
  })
  return { ofQueries, ofMessages }
}

const learn = (model: Model, examples: ReadonlyArray<Example>, rate: number): void => {
  const queries = examples.map(({ query }) => addWords(model, query))
  const messages = examples.map(({ message }) => addWords(model, message))
  const { ofMessages, ofQueries } = findSlopes(queries, messages)
  queries.forEach((query, row) => {
    descend(model, query, ofQueries[row] ?? new Float32Array(), rate)
    const message = messages[row]
    if (message !== undefined) descend(model, message, ofMessages[row] ?? new Float32Array(), rate)
  })
}

/** Learns a vector for each of `words` words. `next` gives the pairs of one batch. */
export const trainVectors = (
  words: number,
  { batchSize, batches, dimensions }: Settings,
  random: Random,
  next: (count: number) => ReadonlyArray<Example>
): Float32Array => {
  const spread = 4.8 / Math.sqrt(dimensions)
  const numbers = Float32Array.from(
    { length: words * dimensions },
    () => (random() + random() + random() - 1.5) * spread
  )
  const model: Model = { dimensions, numbers, slopes: new Float32Array(words) }
  for (let batch = 0; batch < batches; batch++) {
    learn(model, next(batchSize), firstRate * (1 - batch / batches) + lastRate)
  }
  return model.numbers
}
