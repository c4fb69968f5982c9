import { assert, describe, it } from "@effect/vitest"
import process from "node:process"
import { fromStat, processorTimeOf } from "../../bench/processorTime.ts"

describe("processor time", () => {
  it("is read from the fields behind a name that may hold anything", () => {
    const stat = "77 (git (a) b) S 4242 77 77 0 -1 4194560 1 2 3 4 11 5 20 7 20 0 1 0 99\n"
    assert.deepStrictEqual(fromStat(stat), { parent: 4242, own: 160, ended: 270 })
  })

  it.skipIf(process.platform !== "linux")("is found for a process that runs, and grows with its work", () => {
    const before = processorTimeOf(process.pid)
    const end = process.cpuUsage().user + 60_000
    while (process.cpuUsage().user < end);
    const after = processorTimeOf(process.pid)
    assert.isAtLeast((after?.all ?? 0) - (before?.all ?? 0), 40)
  })
})
