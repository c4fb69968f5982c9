import { readdirSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isObject } from "../../src/domain/Json.ts"
import { processorMillis } from "../support/processorMillis.ts"
import { isLong, slow } from "../support/scale.ts"

const source = join(import.meta.dirname, "..", "..", "src")

/** The folders whose functions read texts that anybody may have written, on the thread that answers. */
const folders = [
  "domain",
  "config",
  "evidence/documents",
  "evidence/finding",
  "evidence/foreign",
  "evidence/messages",
  "evidence/reasons",
  "agents/events",
  "agents/plans",
  "sessions/quoting",
  "notes/format",
  "pipeline/subject",
  "codeIndex/asking",
  "commitIndex/queries",
  "repositoryHost/query",
  "adapters/git/parse",
  "cli/render"
]

/** What texts are made of by repetition. The first ones are tried in a short run. */
const units = [
  " ",
  "(",
  "**/",
  "- a\n",
  'a "(*@[`\n',
  '"',
  "\n",
  "[a](",
  "{",
  "a@",
  "a.",
  "e\u0301\u0302",
  "`",
  "_a",
  "a: b\n",
  "$(",
  "a&&",
  "because a ",
  "https://a",
  "```\n",
  "Fixes #1 ",
  "\\",
  "<!--",
  "1",
  "Aa",
  "-"
].slice(0, isLong ? undefined : 5)

const length = 256 * 1024
/** In a long run also between letters: what cuts off an end tries each place of a row that ends in something else. */
const texts = units
  .map((unit) => unit.repeat(Math.ceil(length / unit.length)))
  .flatMap((text) => (isLong ? [text, `a${text}a`] : [text]))
/** What is quadratic takes several times as long. */
const maxMillis = 1_000

const isFunction = (value: unknown): value is (...given: ReadonlyArray<string>) => unknown =>
  typeof value === "function" && !Function.prototype.toString.call(value).startsWith("class")

/**
 * Gives a text for each parameter, also of the function that is returned, as of a pattern. Most functions that want something
 * else fail at once.
 */
const callWith = (called: (...given: ReadonlyArray<string>) => unknown, text: string): void => {
  try {
    const found = called(...Array.from({ length: Math.max(1, called.length) }, () => text))
    if (isFunction(found)) found(text)
  } catch {
    // It does not take texts.
  }
}

const findSlow = Effect.fnUntraced(function* (folder: string) {
  const slowOnes: Array<string> = []
  let called = 0
  for (const file of readdirSync(join(source, folder)).filter((name) => name.endsWith(".ts"))) {
    const found: unknown = yield* Effect.promise(() => import(join(source, folder, file)))
    const functions = isObject(found) ? Object.entries(found).filter(([, value]) => isFunction(value)) : []
    for (const [name, value] of functions) {
      called += 1
      for (const text of texts) {
        const millis = processorMillis(() => isFunction(value) && callWith(value, text))
        const begin = JSON.stringify(text.slice(0, 20))
        if (millis > maxMillis) slowOnes.push(`${folder}/${file}: ${name} of ${begin}: ${millis} ms`)
      }
    }
  }
  return { called, slowOnes }
})

describe("functions of texts", () => {
  it.live.each(folders)(
    "take no more than linear time for hostile ones in %s",
    (folder) =>
      Effect.gen(function* () {
        const { called, slowOnes } = yield* findSlow(folder)
        assert.deepStrictEqual(slowOnes, [])
        assert.isAbove(called, 0)
      }),
    slow
  )
})
