import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeFolder } from "../../support/TemporaryRepository.ts"
import { runGitChecked } from "../../support/runGit.ts"
import { splitTrailers } from "../../../src/evidence/messages/trailers.ts"

const messages: ReadonlyArray<string> = [
  "Subject\n\nBody.\n\nSigned-off-by: A <a@b.c>\nFixes: #12",
  "Subject\n\nFixes: #12\nand a line that is no trailer",
  "Subject\n\nSigned-off-by: A <a@b.c>\none\ntwo\nthree",
  "Subject\n\nSigned-off-by: A <a@b.c>\none\ntwo\nthree\nfour",
  "Subject\n\n(cherry picked from commit 0123456789)\nFixes: #12\none\ntwo",
  "Subject\n\nLimit: first line\n  and its continuation\nWarn: x\n\tand y",
  "Subject\n\n  indented: not a trailer\nWarn: x",
  "Fixes: #12",
  "Fixes: #12\nWarn: y",
  "Subject\nWarn: y\n\n\n",
  "Subject\n\nWarn: x\n\nBody at the end",
  "Subject\n\nWarn : spaced\nKey_with: underscore",
  "Subject\n\nWarn : spaced\nother-1:no space",
  "Subject\n\nhttps://example.org/a",
  "Subject\n\nSee: https://example.org/a\n\n",
  "Subject\n\nBody\n---\nWarn: after a divider",
  "Subject\n\nWarn: x\n   \n",
  "Subject\n\nWarn:\n  only continued\nWarn: x",
  "Subject\n\nWarn: x\n(not one)\nSigned-off-by: A <a@b.c>"
]

const parseWithGit = (message: string) =>
  Effect.gen(function* () {
    const folder = yield* makeFolder
    const stdin = `${message}\n`
    const text = yield* runGitChecked(folder, ["interpret-trailers", "--parse", "--no-divider"], { stdin })
    return text.split("\n").filter((line) => line !== "")
  }).pipe(Effect.scoped)

describe("trailers of a message", () => {
  it.effect("are those that git finds", () =>
    Effect.gen(function* () {
      for (const message of messages) {
        const found = splitTrailers(message.split("\n")).trailers.map(({ key, value }) => `${key}: ${value}`.trim())
        assert.deepStrictEqual(
          found,
          (yield* parseWithGit(message)).map((line) => line.trim()),
          message
        )
      }
    })
  )

  it("are not part of the lines above", () => {
    assert.deepStrictEqual(
      splitTrailers(["Subject", "", "Body.", "", "Fixes: #12", ""]).rest.join("\n").trim(),
      "Subject\n\nBody."
    )
  })
})
