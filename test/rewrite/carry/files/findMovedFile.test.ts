import { assert, describe, it } from "@effect/vitest"
import { findMovedFile } from "../../../../src/rewrite/carry/files/findMovedFile.ts"

describe("a file of a history whose folders were moved", () => {
  it.each([
    ["below another folder", "src/pool.ts", ["lib/src/pool.ts", "lib/README.md"], "lib/src/pool.ts"],
    ["below two folders, which is ambiguous", "src/pool.ts", ["a/src/pool.ts", "b/src/pool.ts"], undefined],
    ["where its folder has become the root", "src/net/pool.ts", ["net/pool.ts", "README.md"], "net/pool.ts"],
    ["not in the root while its folder is there", "src/pool.ts", ["src/other.ts", "pool.ts"], undefined],
    ["nowhere", "src/pool.ts", ["lib/other.ts"], undefined],
    ["not at the end of another name", "pool.ts", ["lib/carpool.ts"], undefined]
  ])("is found %s", (_, file, paths, expected) => {
    assert.strictEqual(findMovedFile(file, paths), expected)
  })
})
