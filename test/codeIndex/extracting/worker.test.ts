import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { maxParsingMillis, workerLimits } from "../../../src/adapters/parser/limits.ts"
import { ParseFailed } from "../../../src/adapters/parser/messages.ts"
import { makeThreadClient } from "../../../src/adapters/threads/ThreadClient.ts"
import type { ExtractRequests } from "../../../src/codeIndex/extracting/threadRequests.ts"
import { slow } from "../../support/scale.ts"

const script = new URL("../../../src/codeIndex/extracting/worker.ts", import.meta.url)

/** What a thread extracts from a text of TypeScript. */
const extract = (text: string) =>
  Effect.gen(function* () {
    const thread = yield* makeThreadClient<ExtractRequests, ParseFailed>({
      script,
      resourceLimits: workerLimits,
      error: ParseFailed
    })
    const contents = [{ language: "typescript", bytes: new TextEncoder().encode(text) }]
    const [extracted] = yield* thread.request("extract", { contents, maxMillis: maxParsingMillis })
    return extracted
  })

describe("a thread that extracts", () => {
  it.live("outlives a line of three megabytes that is too large to be parsed", () =>
    Effect.gen(function* () {
      const extracted = yield* extract(`export const bundle = "${"f(a,b);".repeat(430_000)}"\n`)
      assert.deepStrictEqual([extracted?.state, extracted?.detail], ["failed", "takes too much memory"])
    })
  )

  it.live(
    "calls a text too large that can be parsed only in pieces, and finds its words",
    () =>
      Effect.gen(function* () {
        const extracted = yield* extract(`function pooled() {}\n${"function f(){}\n".repeat(70_000)}`)
        assert.deepStrictEqual([extracted?.state, extracted?.detail], ["failed", "too large"])
        assert.match(extracted?.words?.body ?? "", /pooled/)
      }),
    slow
  )
})
