import { assert, describe, it } from "@effect/vitest"
import { determineSpeaker } from "../../../src/evidence/messages/speakers.ts"
import { processorMillis } from "../../support/processorMillis.ts"

const person = { name: "Ada Author", email: "ada@example.org" }

describe("whose words a message is", () => {
  it.each([
    ["person", person, []],
    ["person", { name: "Claude Martin", email: "cm@example.org" }, []],
    ["person", { name: "Abbott", email: "abbott@example.org" }, []],
    ["agent", { name: "Claude", email: "noreply@anthropic.com" }, []],
    ["agent", { name: "copilot-swe-agent[bot]", email: "198982749+Copilot@users.noreply.github.com" }, []],
    ["agent", person, [{ key: "Co-Authored-By", value: "Claude Opus 4.5 <noreply@anthropic.com>" }]],
    ["person", person, [{ key: "Co-authored-by", value: "Tim <tim@example.org>" }]],
    ["tool", { name: "dependabot[bot]", email: "49699333+dependabot[bot]@users.noreply.github.com" }, []],
    ["tool", { name: "release-bot", email: "ci@example.org" }, []],
    ["tool", { name: "Releases", email: "release-bot@example.org" }, []]
  ] as const)("is a %s's: %o", (speaker, author, trailers) => {
    assert.strictEqual(determineSpeaker(author, trailers), speaker)
  })

  it("is found in little time for names of 100,000 characters", () => {
    const name = `Ada${" ".repeat(100_000)}L.`
    const trailers = [name, `${name} <a@b>`].map((value) => ({ key: "Co-authored-by", value }))
    assert.isBelow(
      processorMillis(() => determineSpeaker({ name, email: "@".repeat(100_000) }, trailers)),
      1000
    )
  })
})
