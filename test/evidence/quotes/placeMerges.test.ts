import { assert, describe, it } from "@effect/vitest"
import type { Evidence } from "../../../src/domain/Evidence.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { placeMerges } from "../../../src/evidence/quotes/placeMerges.ts"

const idOf = (letter: string): ObjectId => ObjectId.make(letter.repeat(40))

const quote = (letter: string, fields: Partial<Evidence>): Evidence => ({
  kind: "commit",
  source: "history",
  commit: idOf(letter),
  author: "A",
  timestamp: "2026-01-01T00:00:00Z",
  by: "person",
  subject: "Use uv",
  links: [],
  lines: [],
  share: 0,
  quality: "names_only",
  ...fields
})

const merge = (letter: string, subject: string, fields: Partial<Evidence> = {}): Evidence =>
  quote(letter, { kind: "merge", subject, links: ["#7"], ...fields })

const newer = quote("a", {})
const older = quote("b", { subject: "Retry" })
const bothBy = (letter: string) => new Map([newer, older].map(({ commit }) => [commit, idOf(letter)]))
const withLink = (change: Evidence): Evidence => ({ ...change, links: ["#7"] })

const placeOne = (change: Evidence, by: Evidence, limit = 5) =>
  placeMerges({ changes: [change], merges: [by], broughtBy: new Map([[change.commit, by.commit]]), limit })

describe("merges among the commits that they brought in", () => {
  it("give only their links to a commit that says the same, or more", () => {
    const described = quote("a", { subject: "Use uv", text: "Drop pip, too.", quality: "describes" })
    for (const [change, title] of [
      [newer, "Use uv (#7)"],
      [newer, "use `uv`"],
      [newer, "Merge pull request #7 from owner/topic"],
      [newer, "Merge branch 'topic'"],
      [described, "Drop pip"]
    ] as const) {
      assert.deepStrictEqual(placeOne(change, merge("f", title)), [withLink(change)], title)
    }
    const same = merge("f", "Use uv", { text: "Drop pip, too.", quality: "describes" })
    assert.deepStrictEqual(placeOne(described, same), [withLink(described)])
  })

  it("are quoted where they say more and there is room", () => {
    const titled = merge("f", "Use uv for tests (#7)")
    assert.deepStrictEqual(placeOne(newer, titled), [newer, titled])
    assert.deepStrictEqual(placeOne(newer, titled, 1), [withLink(newer)])
    const reasoned = merge("f", "Use uv", { text: "Because pip is slow.", quality: "states_reason" })
    assert.deepStrictEqual(placeOne(newer, reasoned), [newer, reasoned])
    assert.deepStrictEqual(placeOne(newer, reasoned, 1), [withLink(newer)])
  })

  it("take the place of a commit only with a text, once", () => {
    const both = { changes: [newer, older], broughtBy: bothBy("f") }
    const titled = merge("f", "Faster tests")
    assert.deepStrictEqual(placeMerges({ ...both, merges: [titled], limit: 2 }), [withLink(newer), withLink(older)])
    assert.deepStrictEqual(placeMerges({ ...both, merges: [titled], limit: 3 }), [newer, older, titled])
    const told = merge("f", "Faster tests", { text: "They took minutes.", quality: "describes" })
    assert.deepStrictEqual(placeMerges({ ...both, merges: [told], limit: 2 }), [newer, told])
    assert.deepStrictEqual(placeMerges({ ...both, merges: [told], limit: 3 }), [newer, older, told])
  })

  it("give all their commits the links where they repeat one of them, but not one that names its pull request", () => {
    const squashed = quote("b", { subject: "Retry (#5)", links: ["#5"] })
    const placed = placeMerges({
      changes: [newer, squashed],
      merges: [merge("f", "Use uv (#7)")],
      broughtBy: bothBy("f"),
      limit: 5
    })
    assert.deepStrictEqual(placed, [withLink(newer), squashed])
  })

  it("are left out without a commit of theirs", () => {
    const told = merge("f", "Faster tests", { text: "They took minutes.", quality: "describes" })
    assert.deepStrictEqual(placeMerges({ changes: [newer], merges: [told], broughtBy: new Map(), limit: 5 }), [newer])
  })
})
