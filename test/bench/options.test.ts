import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { help, readOptions } from "../../bench/options.ts"
import { slots } from "../../bench/slots.ts"

const given = (...args: ReadonlyArray<string>) => Result.merge(readOptions(args))

describe("the flags of the bench", () => {
  it("choose several slots, a repository, how often and how much", () => {
    const asked = ["--repo", "/r", "--slot", "deps", "--slot", "memory", "--runs", "3", "--notes", "50", "--json", "f"]
    assert.deepStrictEqual(given(...asked), {
      repo: "/r",
      notes: 50,
      runs: 3,
      writes: 100,
      slot: ["deps", "memory"],
      json: "f"
    })
  })

  it.each([
    ["an unknown slot, with the nearest one", ["--slot", "sumary"], "Did you mean summary?"],
    ["an unknown flag", ["--rounds", "3"], "--rounds"],
    ["a number that is none", ["--runs", "many"], '--runs takes a whole number from 1 on, not "many".'],
    ["a number of rounds that measures nothing", ["--runs", "0"], "--runs"],
    ["a word without a flag", ["deps"], "deps"]
  ])("are refused: %s", (_, args, said) => {
    const found = readOptions(args)
    assert.include(Result.isFailure(found) ? found.failure : "accepted", said)
  })

  it("are explained with every slot", () => {
    assert.strictEqual(given("--help"), "help")
    const lines = help.split("\n")
    for (const { about, name } of slots)
      assert.isTrue(
        lines.some((line) => line.startsWith(`  ${name} `) && line.endsWith(`s  ${about}`)),
        name
      )
  })
})
