import { assert, describe, it } from "@effect/vitest"
import { isSyncRefspec, overwrites, refsOf } from "../../../src/notes/remotes/refs.ts"

const notes = "refs/notes/ultragit"

describe("the refs of a remote", () => {
  it("lie outside refs/notes, one for each notes ref", () => {
    const { incoming, tracking } = refsOf("origin", "refs/notes/team/why")
    assert.deepStrictEqual(
      [tracking, incoming],
      ["refs/ultragit/remotes/origin/notes/team/why", "refs/ultragit/incoming/origin/notes/team/why"]
    )
  })

  it("are fetched by a refspec without force", () => {
    assert.strictEqual(
      refsOf("origin", notes).refspec,
      "refs/note*s/ultragit:refs/ultragit/incoming/origin/note*s/ultragit"
    )
  })

  it("are recognized after the remote is renamed", () => {
    assert.isTrue(isSyncRefspec(refsOf("upstream", "refs/notes/team/why").refspec))
  })

  it.each(["+refs/heads/*:refs/remotes/origin/*", "refs/notes/*:refs/ultragit/incoming/origin/notes/*", ""])(
    "are not meant by %j",
    (refspec) => {
      assert.isFalse(isSyncRefspec(refspec))
    }
  )
})

describe("a refspec that overwrites notes", () => {
  it.each(["+refs/notes/*:refs/notes/*", "+refs/*:refs/*", "+refs/notes/ultragit:refs/notes/ultragit"])(
    "is %s",
    (refspec) => {
      assert.isTrue(overwrites(refspec, notes))
    }
  )

  it.each([
    "refs/notes/*:refs/notes/*",
    "+refs/notes/*:refs/notes/origin/*",
    "+refs/heads/*:refs/remotes/origin/*",
    "+refs/notes/other:refs/notes/other",
    "+refs/notes/*"
  ])("is not %s", (refspec) => {
    assert.isFalse(overwrites(refspec, notes))
  })
})
