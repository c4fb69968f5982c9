import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { maxParsingMillis, workerLimits } from "../../../src/adapters/parser/limits.ts"
import { ParseFailed } from "../../../src/adapters/parser/messages.ts"
import { makeThreadClient } from "../../../src/adapters/threads/ThreadClient.ts"
import type { ExtractRequests } from "../../../src/codeIndex/extracting/threadRequests.ts"

const script = new URL("../../../src/codeIndex/extracting/worker.ts", import.meta.url)

describe("a thread that extracts", () => {
  it.live("outlives a line of three megabytes that is too large to be parsed", () =>
    Effect.gen(function* () {
      const thread = yield* makeThreadClient<ExtractRequests, ParseFailed>({
        script,
        resourceLimits: workerLimits,
        error: ParseFailed
      })
      const bytes = new TextEncoder().encode(`export const bundle = "${"f(a,b);".repeat(430_000)}"\n`)
      const [extracted] = yield* thread.request("extract", {
        contents: [{ language: "typescript", bytes }],
        maxMillis: maxParsingMillis
      })
      assert.deepStrictEqual([extracted?.state, extracted?.detail], ["failed", "memory"])
    })
  )
})
