import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type BatchAnswer, makeBatchParser } from "../../../../src/adapters/git/batch/BatchParser.ts"
import { parseCommit } from "../../../../src/adapters/git/parse/CommitParser.ts"
import { Bytes, cut, idOf, Number1000 } from "../generated.ts"

const types = ["blob", "tree", "commit", "tag"] as const
const Answer = Schema.Tuple([Number1000, Bytes, Schema.Literals([0, 1, 2, 3, 4, 5])])

/** Encodes an answer as git writes it. */
const written = ([n, raw, kind]: typeof Answer.Type): Buffer => {
  if (kind === 4) return Buffer.from(`${idOf(n)} missing\n`)
  if (kind === 5) return Buffer.from(`HEAD:some name blob 12 missing\n`)
  return Buffer.concat([
    Buffer.from(`${idOf(n)} ${types[kind]} ${raw.length}\n`),
    Uint8Array.from(raw),
    Buffer.from("\n")
  ])
}

const expected = ([n, raw, kind]: typeof Answer.Type, maxBytes: number): BatchAnswer => {
  if (kind === 4 || kind === 5) return { _tag: "Missing" }
  if (raw.length > maxBytes) return { _tag: "TooLarge", size: raw.length }
  return { _tag: "Found", id: idOf(n), type: types[kind], size: raw.length, bytes: Uint8Array.from(raw) }
}

describe("answers of cat-file", () => {
  it.prop("do not depend on chunk boundaries", [Schema.Array(Answer), Schema.Array(Number1000)], ([drawn, lengths]) => {
    const answers: Array<BatchAnswer> = []
    const parser = makeBatchParser({
      withContents: () => true,
      maxBytes: () => 5,
      answer: (answer) => answers.push(answer),
      maxSkipBytes: 1000,
      abandon: () => assert.fail("nothing is so large")
    })
    for (const chunk of cut(
      Buffer.concat(drawn.map(written)),
      lengths.map((length) => length % 60)
    ))
      parser.push(chunk)
    assert.deepStrictEqual(
      answers,
      drawn.map((answer) => expected(answer, 5))
    )
  })

  it("over the skip limit end the parsing", () => {
    const answers: Array<BatchAnswer> = []
    let abandoned = 0
    const parser = makeBatchParser({
      withContents: () => true,
      maxBytes: () => 5,
      answer: (answer) => answers.push(answer),
      maxSkipBytes: 10,
      abandon: () => {
        abandoned += 1
      }
    })
    parser.push(Buffer.from(`${idOf(1)} blob 1000\n${idOf(2)} missing\nmore\n`))
    parser.push(Buffer.from(`${idOf(3)} missing\n`))
    assert.deepStrictEqual(answers, [{ _tag: "TooLarge", size: 1000 }])
    assert.strictEqual(abandoned, 1)
  })
})

describe("commit objects", () => {
  it.prop("of any bytes are read without failing", [Bytes], ([raw]) => {
    const facts = parseCommit(idOf(1), Uint8Array.from(raw))
    assert.isTrue(Number.isSafeInteger(facts.authorTime))
  })

  it.prop("keep any message", [Schema.String], ([message]) => {
    const text = message.toWellFormed()
    const head = `tree ${idOf(1)}\nparent ${idOf(2)}\nauthor A <a> 5 +0000\ncommitter C <c> 6 +0100\ngpgsig x\n parent ${idOf(3)}\n\n`
    const facts = parseCommit(idOf(1), Buffer.from(head + text))
    assert.deepStrictEqual(
      [facts.message, facts.parents, facts.authorTime, facts.committerTime],
      [text, [idOf(2)], 5, 6]
    )
  })
})
