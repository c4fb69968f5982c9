import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option } from "effect"
import { maxLightLength } from "../../../src/adapters/parser/Language.ts"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { scaled, slow } from "../../support/scale.ts"
import { golden, outlineOf, renderUnit, source } from "./outlines.ts"

/** A file too long to be parsed on the thread that answers calls: a fixture again and again. */
const longFile = (name: string, least: number): string => {
  const text = source(name)
  return `${text}\n`.repeat(Math.ceil(least / text.length))
}

describe("Parser", () => {
  for (const name of ["connectionPool.ts", "framework.js", "scheduler.py", "broker.rs", "gateway.go"]) {
    it.live(
      `finds the same units of ${name} in a long file, while other work goes on`,
      () =>
        Effect.gen(function* () {
          const expected = golden(name).trimEnd().split("\n")
          let turns = 0
          const work = yield* Effect.forkChild(
            Effect.forever(
              Effect.andThen(
                Effect.sync(() => (turns += 1)),
                Effect.yieldNow
              )
            )
          )
          const { units } = yield* outlineOf(name, longFile(name, 300_000))
          yield* Fiber.interrupt(work)
          assert.isAbove(turns, 10)
          assert.deepStrictEqual(units.slice(0, expected.length).map(renderUnit), expected)
        }).pipe(Effect.provide(Parser.layer)),
      name === "connectionPool.ts" ? {} : slow
    )
  }

  for (const [name, options] of [
    ["connectionPool.ts", {}],
    ["scheduler.py", slow]
  ] as const) {
    it.live(
      `holds the thread only while ${name} is short`,
      () =>
        Effect.gen(function* () {
          const longer = longFile(name, maxLightLength)
          yield* outlineOf(name, `${longer}\n`)
          let [rounds, shouldContinue] = [0, true]
          const next = (): void => {
            rounds += 1
            if (shouldContinue) setImmediate(next)
          }
          setImmediate(next)
          yield* outlineOf(name, longer)
          shouldContinue = false
          assert.isAtLeast(rounds, 20)
        }).pipe(Effect.provide(Parser.layer)),
      options
    )
  }

  it.live(
    "reads a file of several MB piece by piece when it may nest too deep for one go",
    () =>
      Effect.gen(function* () {
        const line = "function f(a, b) { return { a: [[[[[[[[a]]]]]]]], b: ((((((((b)))))))) } }\n"
        const lines = scaled(30_000, 66_000)
        const outline = yield* outlineOf("a.js", line.repeat(lines))
        assert.isFalse(outline.partial)
        assert.deepStrictEqual(outline.units.at(-1)?.lines, { start: lines, end: lines })
      }).pipe(Effect.provide(Parser.layer)),
    slow
  )

  it.live("answers many at once, each with its own outline", () =>
    Effect.gen(function* () {
      const texts = Array.from({ length: 60 }, (_, n) => `${"// filler\n".repeat(n * 300)}\nfunction only${n}() {}\n`)
      const paths = ["a.ts", "a.js", "a.tsx"]
      const outlines = yield* Effect.forEach(texts, (text, n) => outlineOf(paths[n % 3] ?? "", text), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        outlines.map(({ units }) => units.map(({ name }) => name)),
        texts.map((_, n) => [`only${n}`])
      )
    }).pipe(Effect.provide(Parser.layer))
  )

  it.live("answers later calls after one was interrupted in the middle", () =>
    Effect.gen(function* () {
      const running = yield* Effect.forkChild(outlineOf("a.ts", longFile("connectionPool.ts", 2_000_000)))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(running)
      const { units } = yield* outlineOf("b.ts", `${"// filler\n".repeat(10_000)}\nfunction only() {}\n`)
      assert.deepStrictEqual(
        units.map(({ name }) => name),
        ["only"]
      )
    }).pipe(Effect.provide(Parser.layer))
  )

  it.live("gives the same outline again without parsing, for the content and not for the path", () =>
    Effect.gen(function* () {
      const first = yield* outlineOf("a/one.ts", "const x = 1\n")
      assert.strictEqual(yield* outlineOf("b/two.mts", "const x = 1\n"), first)
      assert.notStrictEqual(yield* outlineOf("a/one.tsx", "const x = 1\n"), first)
      assert.notStrictEqual(yield* outlineOf("a/one.ts", "const x = 2\n"), first)
    }).pipe(Effect.provide(Parser.layer))
  )

  it.live("knows no units of a language without a grammar, which is no failure", () =>
    Effect.gen(function* () {
      const outline = yield* outlineOf("a.cobol", "FUNCTION f")
      assert.deepStrictEqual(outline, { language: Option.none(), units: [], partial: false })
    }).pipe(Effect.provide(Parser.layer))
  )

  it.live("is independent in each layer: closing one leaves another working", () =>
    Effect.gen(function* () {
      const long = longFile("gateway.go", 100_000)
      yield* outlineOf("a.go", long).pipe(Effect.provide(Layer.fresh(Parser.layer)))
      const outline = yield* outlineOf("a.go", long).pipe(Effect.provide(Layer.fresh(Parser.layer)))
      assert.isAbove(outline.units.length, 100)
    })
  )
})
