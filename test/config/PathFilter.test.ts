import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { makePathFilter } from "../../src/config/PathFilter.ts"

const excludes = (pattern: string, path: string) => Option.isSome(makePathFilter([], [pattern])(path))

describe("include and exclude", () => {
  it("accept every path by default", () => {
    assert.deepStrictEqual(makePathFilter([], [])("src/a.ts"), Option.none())
  })

  it("name the pattern that excludes", () => {
    assert.deepStrictEqual(makePathFilter([], ["docs", "*.min.js"])("web/a.min.js"), Option.some("*.min.js"))
  })

  it("name all patterns when none of them includes", () => {
    const filter = makePathFilter(["src/**", "lib"], [])
    assert.deepStrictEqual(filter("docs/a.md"), Option.some("ultragit.include = src/**, lib"))
    assert.deepStrictEqual(filter("lib/a.ts"), Option.none())
  })

  it("let exclude win over include", () => {
    assert.deepStrictEqual(makePathFilter(["src/**"], ["src/gen"])("src/gen/a.ts"), Option.some("src/gen"))
  })

  it.each([
    ["vendor", "vendor/a/b.c", true],
    ["vendor", "lib/vendor/a.c", true],
    ["vendor", "vendored/a.c", false],
    ["vendor", "lib/vendor", true],
    ["vendor/", "lib/vendor/a.c", true],
    ["vendor/", "lib/vendor", false],
    ["/vendor", "lib/vendor/a.c", false],
    ["./vendor", "vendor/a.c", true],
    ["src/gen", "src/gen/a.ts", true],
    ["src/gen", "lib/src/gen/a.ts", false],
    ["src/gen", "src/generated.ts", false],
    ["*.snap", "a/b/c.snap", true],
    ["*.snap", "a/b.snap/c.ts", true],
    ["/*.snap", "a/c.snap", false],
    ["/*.snap", "c.snap", true],
    ["src/*.ts", "src/a/b.ts", false],
    ["src/*/", "src/a/b.ts", true],
    [".*", ".github/workflows/ci.yml", true],
    ["**/*.gen.ts", "a.gen.ts", true],
    ["/", "a.ts", true],
    ["a[", "a[", true]
  ])("%s excludes %s: %s", (pattern, path, expected) => {
    assert.strictEqual(excludes(pattern, path), expected)
  })
})
