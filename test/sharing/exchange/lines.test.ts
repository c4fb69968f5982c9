import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option, Result } from "effect"
import { decodeExportLine } from "../../../src/sharing/exchange/exportLine.ts"
import { parseSince } from "../../../src/domain/Since.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"

const bytesOf = (text: string) => Buffer.from(text)

const id = "0123456789012345678901234567890123456789"
const note = minimalNote(id, { regions: [minimalRegion("a.ts", "a")] })

const refusal = (bytes: Buffer | undefined): string =>
  Option.match(decodeExportLine({ number: 7, bytes }), {
    onNone: () => "nothing",
    onSome: Result.match({
      onFailure: ({ detail, line }) => `${line}: ${detail}`,
      onSuccess: ({ commit }) => `taken: ${commit}`
    })
  })

const refusalOf = (value: unknown): string => refusal(bytesOf(JSON.stringify(value)))

const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`

describe("a line of an import", () => {
  it.each([
    ["a note", { commit_sha: id, annotation: note }, `taken: ${id}`],
    ["no object", [id], "7: is not a JSON object"],
    ["null", null, "7: is not a JSON object"],
    ["no commit", { annotation: note }, "7: commit_sha is not a full object id"],
    ["an abbreviated commit", { commit_sha: "01234567", annotation: note }, "7: commit_sha is not a full object id"],
    ["a revision", { commit_sha: "HEAD", annotation: note }, "7: commit_sha is not a full object id"],
    ["no annotation", { commit_sha: id }, "7: annotation is not a JSON object"],
    ["an annotation as text", { commit_sha: id, annotation: "{}" }, "7: annotation is not a JSON object"],
    [
      "another format",
      { commit_sha: id, annotation: { ...note, $schema: "other/v9" } },
      '7: annotation.$schema: Expected "ultragit/v1"'
    ]
  ])("is judged when it is %s", (_, value, expected) => {
    assert.strictEqual(refusalOf(value), expected)
  })

  it("may carry the time in its own field", () => {
    const { timestamp, ...rest } = note
    assert.strictEqual(refusalOf({ commit_sha: id, timestamp, annotation: rest }), `taken: ${id}`)
  })

  it.each([
    ["white space", bytesOf(" \t\r"), "nothing"],
    ["nothing", bytesOf(""), "nothing"],
    ["cut off", bytesOf('{"commit_sha":'), "7: is not JSON"],
    ["not UTF-8", Buffer.from([0x22, 0xff, 0x22]), "7: is not UTF-8"],
    ["too long", undefined, "7: is too long for a note"],
    [
      "nested deeper than a note may be",
      bytesOf(`{"commit_sha":"${id}","annotation":{"x":${nested(100)}}}`),
      "7: annotation: nested deeper than 64"
    ]
  ])("is judged when it is %s", (_, bytes, expected) => {
    assert.strictEqual(refusal(bytes), expected)
  })

  it("is judged when it is nested deeper than a stack is", () => {
    const deep = refusal(bytesOf(`{"commit_sha":"${id}","annotation":{"x":${nested(100_000)}}}`))
    // Node 26 serializes it, and the note decoder refuses it.
    assert.match(deep, /^7: annotation(?: is nested too deeply|: nested deeper than 64)$/)
  })
})

describe("a time of --since", () => {
  const now = DateTime.makeUnsafe("2025-03-01T12:00:00Z")
  const iso = (text: string) =>
    Option.match(parseSince(text, now), {
      onNone: () => "none",
      onSome: (seconds) => DateTime.formatIso(DateTime.makeUnsafe(seconds * 1000))
    })

  it.each([
    ["2025-01-31", "2025-01-31T00:00:00.000Z"],
    ["2025-01-31T10:00", "2025-01-31T10:00:00.000Z"],
    ["2025-01-31 10:00:30", "2025-01-31T10:00:30.000Z"],
    ["2025-01-31T10:00:00+02:00", "2025-01-31T08:00:00.000Z"],
    ["2 weeks ago", "2025-02-15T12:00:00.000Z"],
    ["2.weeks", "2025-02-15T12:00:00.000Z"],
    ["1 Month Ago", "2025-02-01T12:00:00.000Z"],
    ["yesterday", "2025-02-28T12:00:00.000Z"],
    ["soon", "none"],
    ["2025-13-01", "none"],
    ["2025-02-29", "none"],
    ["2025-02-30 10:00", "none"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["999999 years ago", "none"],
    ["", "none"],
    ["5", "none"]
  ])("%j is %s", (text, expected) => {
    assert.strictEqual(iso(text), expected)
  })
})
