import { assert, describe, it } from "@effect/vitest"
import { cleanText } from "../../../src/sharing/imports/cleanText.ts"
import { processorMillis } from "../../support/processorMillis.ts"

const none: ReadonlySet<string> = new Set()

describe("the text of a request", () => {
  it("is kept without the code that a reviewer proposes", () => {
    const text = "Because of this:\n\n  ```suggestion\nconst a = 1\n\n  ```  \n\nit is so."
    assert.strictEqual(cleanText(text, none), "Because of this:\n\nit is so.")
  })

  it.each(["", "```suggestion"])("is read in time linear in its size, with empty lines after '%s'", (start) => {
    const clean = () => assert.strictEqual(cleanText(`${start}${"\n".repeat(100_000)}`, none), start)
    assert.isBelow(processorMillis(clean), 1_000)
  })
})
