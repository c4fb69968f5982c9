import { assert, describe, it } from "@effect/vitest"
import { parseMessage } from "../../../src/evidence/messages/parseMessage.ts"
import { readMessage } from "../../../src/evidence/messages/readMessage.ts"
import { slow } from "../../support/scale.ts"

const text = "Release an id once (#12)\n\nIds are released twice when a request is cancelled.\n\nCloses: #11\n"

describe("readMessage", () => {
  it("gives what parsing gives", () => {
    assert.deepStrictEqual(readMessage(text), parseMessage(text))
  })

  it("parses a message once", () => {
    assert.strictEqual(readMessage(text), readMessage(text))
  })

  it("keeps messages apart, the empty one too", () => {
    assert.strictEqual(readMessage("").subject, "")
    assert.strictEqual(readMessage("Add the pool").subject, "Add the pool")
  })

  it("forgets old messages when there are many", slow, () => {
    const first = readMessage(text)
    for (let number = 0; number < 40; number += 1) readMessage(`Message ${number}\n\n${"x".repeat(64 * 1024)}`)
    assert.notStrictEqual(readMessage(text), first)
  })
})
