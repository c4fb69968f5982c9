import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import * as Command from "effect/cli/Command"
import { readParameters } from "../../../../src/cli/commands/read/read.ts"
import { parsePlainRead } from "../../../../src/cli/commands/read/plainRead.ts"

/** What the command line's parser makes of arguments; nothing where it has something to say of them. */
const parsed = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  let found: unknown
  const read = Command.make("read", readParameters, (input) =>
    Effect.sync(() => {
      found = input
    })
  )
  const root = Command.make("ultragit").pipe(Command.withSubcommands([read]))
  const run = yield* Effect.result(Command.runWith(root, { version: "0" })(args))
  return Result.isSuccess(run) ? found : undefined
}, Effect.provide(NodeServices.layer))

const words = ["src/pool.ts", "Pool.acquire", "a b", "true", "1", "é", "x=y", "-", "-1", "--x", "", "json"]
const numbers = ["1", "0", "20", "007", "1.5", "0.25", "1e3", "-3", "+1", "999999999", "9999999999", "NaN"]
const alone = ["--json", "--verbose", "--json=true", "--no-json", "-l", "--", "--help"]
const values: Readonly<Record<string, ReadonlyArray<string>>> = {
  ...Object.fromEntries(
    ["anchor", "lines", "noteref", "ref", "repo", "rev", "since", "tags"].map((name) => [name, words])
  ),
  ...Object.fromEntries(["depth", "max-regions", "max-tokens", "min-confidence"].map((name) => [name, numbers])),
  format: ["json", "pretty", "markdown", "yaml"],
  "context-level": ["enhanced", "inferred", "all"],
  evidence: ["auto", "always", "never", "none"]
}

/** Arguments by chance, the same ones each time. */
const makeChance = () => {
  let state = 7
  const upTo = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % limit
  }
  const one = (list: ReadonlyArray<string>): string => list[upTo(list.length)] ?? ""
  const part = (): ReadonlyArray<string> => {
    const kind = upTo(8)
    if (kind < 3) return [one(words)]
    if (kind === 3) return [one(alone)]
    const name = one(Object.keys(values))
    const value = one(values[name] ?? [])
    return upTo(3) === 0 ? [`--${name}=${value}`] : [`--${name}`, value]
  }
  return () => ["read", one(words), ...Array.from({ length: upTo(4) }, part).flat()]
}

describe("an ordinary read", () => {
  it.effect("is parsed like the command line's parser does, or left to it", () =>
    Effect.gen(function* () {
      let plain = 0
      const next = makeChance()
      for (let count = 0; count < 300; count += 1) {
        const args = next()
        const found = parsePlainRead(args)
        if (Option.isNone(found)) continue
        plain += 1
        assert.deepStrictEqual<unknown>(found.value, yield* parsed(args), args.join(" "))
      }
      assert.isAbove(plain, 30)
    })
  )

  it("accepts every flag in its plain form", () => {
    const given = "read a.ts B c.ts --anchor=B --lines 1:2 --json --since v1 --tags a,b --rev HEAD --depth 2"
    const more = "--max-regions 3 --max-tokens 500 --min-confidence 0.5 --context-level enhanced --verbose --repo ."
    const found = Option.getOrThrow(parsePlainRead([...given.split(" "), ...more.split(" ")]))
    assert.deepStrictEqual([found.path, found.more], ["a.ts", ["B", "c.ts"]])
    assert.deepStrictEqual(found.tags, Option.some(["a", "b"]))
    assert.deepStrictEqual([found.minConfidence, found.depth], [Option.some(0.5), Option.some(2)])
  })

  it.each([
    ["read"],
    ["reed", "a"],
    ["read", "a", "--help"],
    ["read", "a", "--log-level", "debug"],
    ["read", "a", "-h"]
  ])("is not: %s %s %s", (...args) => {
    assert.isTrue(Option.isNone(parsePlainRead(args)))
  })
})
