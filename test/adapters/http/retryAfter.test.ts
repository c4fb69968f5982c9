import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { parseRetryAfter } from "../../../src/adapters/http/retryAfter.ts"

describe("the wait that an endpoint asks for", () => {
  it.effect.each<readonly [headers: Readonly<Record<string, string>>, seconds: number | undefined]>([
    [{}, undefined],
    [{ "retry-after": "7" }, 7],
    [{ "retry-after": "0.5" }, 0.5],
    [{ "retry-after-ms": "250", "retry-after": "7" }, 0.25],
    [{ "retry-after": "Thu, 01 Jan 1970 00:01:00 GMT" }, 50],
    [{ "retry-after": "Thu, 01 Jan 1970 00:00:01 GMT" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-5" }, undefined]
  ])("is in %j", ([headers, seconds]) =>
    Effect.gen(function* () {
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(Option.getOrUndefined(yield* parseRetryAfter(headers)), seconds)
    })
  )
})
