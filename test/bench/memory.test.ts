import { assert, describe, it } from "@effect/vitest"
import process from "node:process"
import { fromPs, memoryOf, statusField } from "../../bench/memory.ts"

const status = "Name:\tgit (x)\nPPid:\t4242\nVmHWM:\t  20480 kB\nVmRSS:\t   10240 kB\n"

describe("resident memory", () => {
  it("is read from the fields of a process's status", () => {
    assert.deepStrictEqual(
      ["PPid", "VmHWM", "VmRSS", "VmSwap"].map((field) => statusField(status, field)),
      [4242, 20480, 10240, undefined]
    )
  })

  it("is that of the process, without its children, where only ps reports it", () => {
    const table = "    1     0   1024\n   42     1  61440\n   43    42   2048\n   44    42   1024\n   45    43   9999\n"
    assert.deepStrictEqual(fromPs(table, 42), { resident: 60, peak: undefined, children: 3 })
  })

  it("is found for a process that runs", () => {
    assert.isAbove(memoryOf(process.pid).resident, 10)
  })
})
