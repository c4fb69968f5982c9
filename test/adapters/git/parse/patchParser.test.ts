import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import type { CommitPatch, PatchOptions } from "../../../../src/adapters/git/CommitChange.ts"
import { makePatchReader, patchFormat } from "../../../../src/adapters/git/parse/PatchParser.ts"
import { cut, idOf, Number1000 } from "../generated.ts"

const mark = "0f7c-mark"
const idLength = 40
const head = (n: number) => patchFormat(mark).replace("%x00", "\0").replace("%H", idOf(n)).replace("%x00", "\0")

/** Patches that look like the headers between them. */
const texts = [
  "",
  "diff --git a/x b/x\n+\0 in it\n",
  `+\0${mark.slice(0, -1)}\n`,
  "+\0\0\0\n",
  `+\0${mark.slice(0, 4)}`,
  "\n\n-x\n"
]

const Patches = Schema.Array(Schema.Tuple([Number1000, Number1000]))

it.prop(
  "reads patches in chunks of any size and passes the bytes beyond the limit to onOverflow",
  [Patches, Schema.Array(Number1000)],
  ([drawn, lengths]) => {
    const given = drawn.map(([n, text]) => ({ id: idOf(n), text: texts[text % texts.length] ?? "" }))
    const written = given.map(({ text }, at) => `${head(drawn[at]?.[0] ?? 0)}\n${text === "" ? "" : `\n${text}`}`)
    const found: Array<CommitPatch> = []
    const beyond: Array<{ readonly first: unknown; text: string; readonly place: number }> = []
    const onOverflow: PatchOptions["onOverflow"] = ({ bytes, commit }) => {
      const read = { first: [commit, Buffer.from(bytes).toString()], text: "", place: found.length }
      beyond.push(read)
      return (chunk) => void (read.text += Buffer.from(chunk).toString())
    }
    const reader = makePatchReader(mark, { idLength, maxBytes: 9, onOverflow }, (patch) => void found.push(patch))
    for (const chunk of cut(Buffer.from(written.join("")), lengths)) reader.push(chunk)
    reader.end()
    assert.strictEqual(reader.problem?.(), undefined)
    assert.deepStrictEqual(
      found.map(({ bytes, commit, size }) => [commit, Buffer.from(bytes).toString(), size]),
      given.map(({ id, text }) => [id, text.slice(0, 9), text.length])
    )
    assert.deepStrictEqual(
      beyond,
      given.flatMap(({ id, text }, place) =>
        text.length > 9 ? [{ first: [id, text.slice(0, 9)], text: text.slice(9), place }] : []
      )
    )
  }
)

it("rejects output before the first marker", () => {
  const reader = makePatchReader(mark, { idLength, maxBytes: 9 }, () => {})
  reader.push(Buffer.from("warning"))
  reader.end()
  assert.notStrictEqual(reader.problem?.(), undefined)
})
