import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { judgeGain } from "../../../src/setup/doctor/judgeGain.ts"

const fault = {
  index: "multi-pack-index",
  fault: "20 packs have no common index",
  fixes: ["git multi-pack-index write"]
} as const

const judge = (beforeMillis: number, afterMillis: number | undefined) => {
  const written = afterMillis === undefined ? [] : [fault.index]
  const gain = { files: 1, beforeMillis, afterMillis: Option.fromUndefinedOr(afterMillis), written }
  const { message, status } = judgeGain([fault], Option.some(gain))
  return `${status}: ${message}`
}

describe("advice", () => {
  it("names the measured gain, and is left out where there is none", () => {
    assert.deepStrictEqual(
      [judge(100, 25), judge(100, 95), judge(100, undefined), judgeGain([fault], Option.none()).message],
      [
        "warn: Blame is slow on this history: 20 packs have no common index; fixed, git blame of one file takes 25 ms instead of 100 ms, 75 % less, as measured here.",
        "pass: Nothing to gain: git blame of one file takes 100 ms, and 95 ms with a multi-pack-index.",
        "pass: Git writes no commit-graph in shallow clones, or with grafts or replaced objects.",
        "Blame is slow on this history: 20 packs have no common index; the gain could not be measured within 20 s."
      ]
    )
  })
})
