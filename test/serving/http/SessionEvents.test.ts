import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SessionEvents } from "../../../src/serving/http/SessionEvents.ts"

const message = (text: string) => ({ jsonrpc: "2.0", method: text }) as const

describe("the messages that a session can send again", () => {
  it.effect("are the last 200, in 256 KiB, and always the last", () =>
    Effect.gen(function* () {
      const events = new SessionEvents()
      const store = (text: string) => Effect.promise(() => events.storeEvent("a", message(text)))
      const isKept = (id: string) =>
        Effect.promise(() => events.getStreamIdForEventId(id).then((found) => found === "a"))
      for (let number = 1; number <= 201; number++) yield* store("small")
      assert.deepStrictEqual([yield* isKept("1"), yield* isKept("2")], [false, true])
      yield* store("x".repeat(200_000))
      assert.isTrue(yield* isKept("201"))
      const last = yield* store("x".repeat(300_000))
      assert.deepStrictEqual([yield* isKept("202"), yield* isKept(last)], [false, true])
    })
  )
})
