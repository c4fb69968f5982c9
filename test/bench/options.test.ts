import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { join } from "node:path"
import { help, type Options, readOptions } from "../../bench/options.ts"
import { slots } from "../../bench/slots.ts"

const given = (...args: ReadonlyArray<string>) => Result.merge(readOptions(args))

const options = (...args: ReadonlyArray<string>): Options => {
  const found = given(...args)
  return typeof found === "string" ? assert.fail(found) : found
}

describe("the flags of the bench", () => {
  it("choose several slots, a repository, how often and how much", () => {
    const asked = ["--repo", "/r", "--slot", "deps", "--slot", "memory", "--runs", "3", "--notes", "50", "--json", "f"]
    const { cache, out, ...chosen } = options(...asked)
    assert.deepStrictEqual(chosen, {
      repos: ["/r"],
      notes: 50,
      runs: 3,
      writes: 100,
      slot: ["deps", "memory"],
      json: "f",
      full: false,
      many: 100_000,
      rivals: false,
      profile: false
    })
    assert.match(out, /bench.RESULTS\.md$/)
    assert.notInclude(cache, join(import.meta.dirname, "../.."))
  })

  it("choose several repositories for the whole report, with fewer runs", () => {
    const { many, repos, runs } = options("--full", "--repo", "a", "--repo", "b=c", "--many", "0")
    assert.deepStrictEqual({ many, repos, runs }, { many: 0, repos: ["a", "b=c"], runs: 10 })
  })

  it.each([
    ["an unknown slot, with the nearest one", ["--slot", "sumary"], "Did you mean summary?"],
    ["an unknown flag", ["--rounds", "3"], "--rounds"],
    ["a number that is not one", ["--runs", "many"], '--runs must be a whole number of at least 1, not "many".'],
    ["a number of rounds that measures nothing", ["--runs", "0"], "--runs"],
    ["a word without a flag", ["deps"], "deps"],
    ["several repositories for one table", ["--repo", "a", "--repo", "b"], "--full"]
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
