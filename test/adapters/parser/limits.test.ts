import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import process from "node:process"
import { ParseTimeBudget } from "../../../src/adapters/parser/ParseTimeBudget.ts"
import { maxRssWhileParsing } from "../../../src/adapters/parser/limits.ts"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { type Outline } from "../../../src/adapters/parser/Outline.ts"
import { OutlineCache } from "../../../src/adapters/parser/OutlineCache.ts"
import { runWithTimeout } from "../../../src/adapters/parser/runWithTimeout.ts"
import { CappedMemory } from "../../../src/adapters/parser/treesitter/CappedMemory.ts"
import { isLong, scaled, slow } from "../../support/scale.ts"
import { outlineOf } from "./outlines.ts"

const mebibyte = 1024 * 1024
const unending = "/*".repeat(50_000)
const names = ({ units }: Outline): ReadonlyArray<string> => units.map(({ name }) => name)

describe("limits of parsing", () => {
  it.live(
    "a file whose scanner does not end is given up, and files that wait for the worker have their outlines",
    () =>
      Effect.gen(function* () {
        const waiting = Array.from({ length: 4 }, (_, n) => `${"// filler\n".repeat(10_000)}func only${n}() {}\n`)
        const [hostile, ...others] = yield* Effect.all(
          [outlineOf("a.kt", unending), ...waiting.map((text) => outlineOf("a.go", `package a\n${text}`))],
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual([hostile.failure, hostile.units, hostile.partial], ["time", [], true])
        assert.deepStrictEqual(
          others.map(names),
          waiting.map((_, n) => [`only${n}`])
        )
      }).pipe(Effect.provide(Parser.layer)),
    slow
  )

  it.live(
    "a short file whose scanner does not end does not hold the thread that answers calls",
    () =>
      Effect.gen(function* () {
        const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()]
        const outline = yield* outlineOf("a.kt", unending.slice(0, 16_000))
        const [ofThread, ofAll] = [process.threadCpuUsage(thread), process.cpuUsage(all)]
        assert.strictEqual(outline.failure, "time")
        assert.isBelow(3 * (ofThread.user + ofThread.system), ofAll.user + ofAll.system)
        assert.deepStrictEqual(names(yield* outlineOf("b.kt", "fun after() {}\n")), ["after"])
      }).pipe(Effect.provide(Parser.layer)),
    slow
  )

  it.live(
    "a syntax tree beyond the limit is reported, and the next file has its outline",
    () =>
      Effect.gen(function* () {
        const large = `x = [${"1,".repeat(1_800_000)}]`
        for (const path of ["a.ts", "a.js"]) assert.strictEqual((yield* outlineOf(path, large)).failure, "memory")
        assert.deepStrictEqual(names(yield* outlineOf("b.ts", "function after() {}\n")), ["after"])
      }).pipe(Effect.provide(Parser.layer)),
    slow
  )

  it.live(
    "hostile files of all languages, one after the other, keep a process below 400 MB",
    () =>
      Effect.gen(function* () {
        const main = fileURLToPath(new URL("../../../bench/parsing/main.ts", import.meta.url))
        const count = scaled(1, 500)
        const only = isLong ? [] : ["--only", "swift"]
        const printed = yield* Effect.callback<string>((resume) => {
          execFile(process.execPath, [main, "--count", `${count}`, ...only], (error, stdout, stderr) =>
            resume(Effect.succeed(`${error?.code ?? 0} ${stdout}${stderr}`))
          )
        })
        assert.match(printed, new RegExp(`^0 ${count} files: `))
      }),
    slow
  )

  it("memory of WebAssembly grows to its limit and remembers that it was refused more", () => {
    const memory = new CappedMemory(40 * mebibyte)
    memory.grow(128)
    assert.isFalse(memory.isExhausted)
    assert.throws(() => memory.grow(1))
    assert.isTrue(memory.isExhausted)
  })

  it("a function is stopped in the middle of a loop, and others run after it", () => {
    assert.throws(() =>
      runWithTimeout(20, () => {
        for (;;);
      })
    )
    let ran = false
    runWithTimeout(1_000, () => {
      ran = true
    })
    assert.isTrue(ran)
  })

  it("a file may add 256 MiB to a small process, and 128 MiB to any, but else no process grows over 320", () => {
    assert.deepStrictEqual(
      [50, 150, 192, 300, 2_000].map((rss) => maxRssWhileParsing(rss * mebibyte) / mebibyte),
      [306, 320, 320, 428, 2_128]
    )
  })

  it("many files that take too long get less time, and time comes back", () => {
    let now = 0
    const lost = new ParseTimeBudget(() => now)
    for (let files = 0; files < 20; files += 1) lost.recordTimeout(lost.nextLimitMillis())
    assert.strictEqual(lost.nextLimitMillis(), 500)
    now += 60_000
    assert.strictEqual(lost.nextLimitMillis(), 2_000)
  })

  it("an outline with an end is forgotten after it", () => {
    const cache = new OutlineCache({ entries: 2, bytes: 1_000 })
    const outline: Outline = { language: Option.some("go"), units: [], partial: true, failure: "time" }
    cache.set("kept", outline)
    cache.set("ended", outline, -1)
    assert.deepStrictEqual([cache.get("kept"), cache.get("ended"), cache.size], [outline, undefined, 1])
  })
})
