import { env } from "node:process"
import { assert } from "@effect/vitest"
import { makeRandom, type Random } from "../../../bench/verify/random.ts"

/** The same in every run; `ULTRAGIT_SEED` chooses another. */
export const seed = Number(env["ULTRAGIT_SEED"] ?? 20_261_121)

/** Runs a check with so many sources of choices, and says how many; what fails names the seed that repeats it. */
export const repeated = (times: number, check: (random: Random) => void): number => {
  for (let run = 0; run < times; run += 1) {
    const own = seed + run
    try {
      check(makeRandom(own))
    } catch (cause) {
      assert.fail(
        `ULTRAGIT_SEED=${own}: ${cause instanceof Error ? `${cause.message}\n${cause.stack}` : String(cause)}`
      )
    }
  }
  return times
}

/** Texts that make trouble wherever a text may stand. */
export const texts: ReadonlyArray<string> = [
  "",
  " ",
  "\0",
  "a\0b",
  "\n",
  "\r\n",
  "\ud800",
  "\udc80",
  "é",
  "é",
  "😀",
  "\u202e",
  "\u001b[2J",
  "../..",
  "--help",
  "-",
  ":(top)",
  "*",
  "%s%n",
  "__proto__",
  "constructor",
  "toString",
  "x".repeat(70_000),
  "1e400",
  "null"
]

/** Values that make trouble wherever a value may stand. */
export const values: ReadonlyArray<unknown> = [
  ...texts,
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  [[]],
  {},
  { a: {} },
  [null, 1, "x"]
]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Keys that objects inherit. */
const keys = ["__proto__", "constructor", "toString", "hasOwnProperty", "", "\0", "length", "then"]

/** The value with something in it, anywhere, taken away, doubled, or another. */
export const mutated = (random: Random, value: unknown): unknown => {
  if (random.below(4) === 0 || (!Array.isArray(value) && !isRecord(value))) return random.pick(values)
  if (Array.isArray(value)) {
    const items: ReadonlyArray<unknown> = value
    const at = random.below(items.length + 1)
    const roll = random.below(4)
    if (roll === 0) return items.toSpliced(at, 1)
    if (roll === 1) return items.toSpliced(at, 0, items[at] ?? random.pick(values))
    return items.toSpliced(at, 1, mutated(random, items[at]))
  }
  const entries = Object.entries(value)
  const at = random.below(entries.length + 1)
  const [key = random.pick(keys) ?? "", item] = entries[at] ?? []
  const roll = random.below(5)
  if (roll === 0) return Object.fromEntries(entries.toSpliced(at, 1))
  // As `JSON.parse` makes them: own keys, under any name.
  if (roll === 1) return Object.fromEntries([...entries, [random.pick(keys) ?? "", random.pick(values)]])
  return Object.fromEntries(entries.toSpliced(at, 1, [key, mutated(random, item)]))
}

/** Bytes with some of them flipped, dropped, doubled, or cut off. */
export const damaged = (random: Random, bytes: Buffer): Buffer => {
  const at = random.below(bytes.length)
  const length = 1 + random.below(12)
  switch (random.below(5)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    case 2:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)])
    case 3:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(texts) ?? ""), bytes.subarray(at)])
    default:
      return Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ (1 << random.below(8)) : byte)))
  }
}

/** Bytes in chunks, cut anywhere. */
export const chunked = (random: Random, bytes: Buffer): ReadonlyArray<Buffer> => {
  const chunks: Array<Buffer> = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + random.below(random.below(3) === 0 ? 3 : 200)
    chunks.push(Buffer.from(bytes.subarray(at, end)))
    at = end
  }
  return chunks
}
