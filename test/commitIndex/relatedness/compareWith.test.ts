import { assert, describe, it } from "@effect/vitest"
import { compareWith } from "../../../src/commitIndex/relatedness/compareWith.ts"
import { decodeWordVectors, loadWordVectors } from "../../../src/commitIndex/relatedness/WordVectors.ts"

/** A file of vectors of two numbers. */
const file = (words: Readonly<Record<string, readonly [number, number]>>): Uint8Array<ArrayBuffer> => {
  const header = JSON.stringify({ about: "a test", dimensions: 2 })
  const numbers = Int8Array.from(Object.values(words).flat())
  const text = Buffer.from(`${header}\n${Object.keys(words).join(" ")}\n`)
  return new Uint8Array([...text, ...new Uint8Array(numbers.buffer)])
}

const vectors = decodeWordVectors(
  file({ hang: [100, 0], freeze: [95, 20], colour: [0, 80], the: [3, 3], deadlock: [60, -60] })
)

describe("the relatedness of a message to a query", () => {
  it("is 1 for the same words, high for related ones, 0 for others and for unknown ones", () => {
    const compare = compareWith(vectors, "hang")
    const subject = (text: string) => compare({ subject: text, body: "" }).subject
    assert.closeTo(subject("Hang"), 1, 1e-9)
    assert.closeTo(subject("freeze"), 0.979, 0.001)
    assert.closeTo(subject("colour"), 0, 1e-9)
    assert.strictEqual(subject("unknown"), 0)
    assert.strictEqual(subject(""), 0)
    assert.deepStrictEqual(compareWith(vectors, "unknown")({ subject: "hang", body: "hang" }), {
      subject: 0,
      message: 0,
      words: 0
    })
  })

  it("finds the words of the query in subject and body, by how much they say", () => {
    const compare = compareWith(vectors, "the hang of the colour")
    assert.closeTo(compare({ subject: "freeze", body: "" }).words, 100 / 180, 1e-9)
    assert.closeTo(compare({ subject: "freeze", body: "A colour." }).words, 1, 1e-9)
    assert.closeTo(compare({ subject: "deadlock", body: "" }).words, 0.517 * (100 / 180), 0.001)
  })

  it("does not read trailers and addresses", () => {
    const compare = compareWith(vectors, "hang")
    const words = (body: string) => compare({ subject: "colour", body }).words
    assert.strictEqual(words("It would freeze."), 1)
    for (const body of [
      "Reviewed-by: freeze",
      "See https://freeze.example/hang",
      "freeze@example.org",
      "Fixes: hang"
    ]) {
      assert.strictEqual(words(body), 0, body)
    }
  })

  it("has vectors of words that occur in the commits of many repositories", () => {
    const shipped = loadWordVectors()
    assert.strictEqual(shipped.places.size, shipped.lengths.length)
    assert.strictEqual(shipped.numbers.length, shipped.dimensions * shipped.lengths.length)
    const compare = compareWith(shipped, "program hangs")
    const related = compare({ subject: "avoid a deadlock on shutdown", body: "" }).subject
    assert.isAbove(related, compare({ subject: "update the translation of the menu", body: "" }).subject)
  })
})
