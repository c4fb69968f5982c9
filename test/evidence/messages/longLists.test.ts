import { assert, describe, it } from "@effect/vitest"
import { withoutLongList } from "../../../src/evidence/messages/longLists.ts"

const items = (count: number): string =>
  Array.from({ length: count }, (_, index) => `* Change ${index}\n\nIt failed because of ${index}.`).join("\n\n")

describe("a list of changes", () => {
  it("is left out of a message where it is long, with what follows it", () => {
    assert.strictEqual(withoutLongList(items(9)), "")
    assert.strictEqual(withoutLongList(`Calls wait no longer.\n\n${items(9)}\n\nThanks.`), "Calls wait no longer.")
  })

  it("is left out where `git merge --squash` proposed it", () => {
    const commits = Array.from({ length: 9 }, (_, index) => `commit ${index}123456789\n\n    Change ${index}`)
    assert.strictEqual(withoutLongList(`Squashed commit of the following:\n\n${commits.join("\n\n")}`), "")
  })

  it.each([
    ["short", items(8)],
    ["of steps below an item", `* One change\n${Array.from({ length: 9 }, () => "  - a step\n").join("")}`],
    ["of options, which is code", Array.from({ length: 9 }, () => "    - --option").join("\n")],
    ["none", "It failed - because of that.\n\n*Never* close it."]
  ])("stays where it is %s", (_, body) => {
    assert.strictEqual(withoutLongList(body), body)
  })
})
