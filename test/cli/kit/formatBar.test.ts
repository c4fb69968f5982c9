import { assert, describe, it } from "@effect/vitest"
import { formatBar } from "../../../src/cli/kit/formatBar.ts"

describe("a progress bar", () => {
  it.each<readonly [done: number, total: number, note: string, columns: number, line: string]>([
    [0, 4, "", 80, "[------------------------------] 0/4"],
    [2, 4, "1 failed", 80, "[###############---------------] 2/4  1 failed"],
    [4, 4, "", 80, "[##############################] 4/4"],
    [0, 0, "", 80, "[##############################] 0/0"],
    [1, 2, "a long note", 20, "[##---] 1/2  a long"]
  ])("%s of %s with %j in %s columns", (done, total, note, columns, line) => {
    assert.strictEqual(formatBar({ done, total, note }, columns), line)
  })
})
