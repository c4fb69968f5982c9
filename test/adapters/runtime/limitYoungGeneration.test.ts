import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import { promisify } from "node:util"

const module = new URL("../../../src/adapters/runtime/limitYoungGeneration.ts", import.meta.url)
const megabyte = 1024 * 1024

/** Prints the bytes of a thread's young generation after work whose data becomes garbage immediately. */
const work = `
  const { getHeapSpaceStatistics } = require("node:v8")
  let last = []
  for (let count = 0; count < 1_000_000; count += 1) last = [count, last.length]
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")
  console.log(young.space_size)`

/** Does the work on a thread whose young generation may take 16 MiB, in a process of its own: other tests have other flags. */
const script = `
  Promise.all([import("effect"), import(${JSON.stringify(module.href)})]).then(([{ Effect }, { limitYoungGeneration }]) => {
    Effect.runSync(limitYoungGeneration)
    const { Worker } = require("node:worker_threads")
    new Worker(${JSON.stringify(work)}, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 16 } })
  })`

describe("a limited young generation", () => {
  it.live("is on a thread that starts later as large as the thread's own limit allows", () =>
    Effect.gen(function* () {
      const { stdout } = yield* Effect.promise(() => promisify(execFile)(process.execPath, ["--eval", script]))
      const bytes = yield* Schema.decodeEffect(Schema.FiniteFromString)(stdout.trim())
      assert.isAtLeast(bytes, 8 * megabyte)
    })
  )
})
