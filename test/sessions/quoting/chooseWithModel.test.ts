import { assert, describe, it } from "@effect/vitest"
import { keepChosen } from "../../../src/sessions/quoting/chooseWithModel.ts"
import { isVerbatim } from "../../../src/sessions/quoting/verbatim.ts"
import type { QuotedPlace } from "../../../src/writing/drafts/Draft.ts"

const toQuote = (text: string) => ({ kind: "why", by: "agent", text }) as const

const placeOf = (name: string, ...texts: readonly [string, ...ReadonlyArray<string>]): QuotedPlace => {
  const [first, ...rest] = texts
  return {
    session: "s-1",
    file: "src/pool.ts",
    ast_anchor: { type: "function", name },
    lines: { start: 1, end: 2 },
    quotes: [toQuote(first), ...rest.map(toQuote)]
  }
}

const places = [
  placeOf("acquire", "The broker, as we saw, closes second connections.", "The pool may be empty."),
  placeOf("release", "Callers hold the connection after an error.")
]

const textsOf = (quotes: Parameters<typeof keepChosen>[1]["quotes"]) =>
  keepChosen(places, { quotes }).map(({ ast_anchor, quotes: kept }) => [ast_anchor.name, kept.map(({ text }) => text)])

describe("quotes that a model chose", () => {
  it("are kept as they are, or shortened with …", () => {
    assert.deepStrictEqual(
      textsOf([
        { number: 1, text: "The broker … closes second connections." },
        { number: 3, text: "Callers hold the connection after an error." }
      ]),
      [
        ["acquire", ["The broker … closes second connections."]],
        ["release", ["Callers hold the connection after an error."]]
      ]
    )
  })

  it("are dropped if a word is changed or added, or the quote is another one's", () => {
    const changed = [
      { number: 1, text: "The broker rejects second connections." },
      { number: 2, text: "The pool may be empty. Always check." },
      { number: 3, text: "The pool may be empty." },
      { number: 9, text: "The pool may be empty." }
    ]
    assert.deepStrictEqual(textsOf(changed), [])
  })

  it("are not made of scraps", () => {
    assert.isFalse(isVerbatim("The … the … it", "The pool is the one that it is."))
    assert.isFalse(isVerbatim("…", "The pool may be empty."))
    assert.isFalse(
      isVerbatim("closes second connections … The broker, as", "The broker, as we saw, closes second connections.")
    )
    assert.isTrue(isVerbatim("The pool may\n  be empty.", "1. The pool may be\n   empty."))
  })
})
