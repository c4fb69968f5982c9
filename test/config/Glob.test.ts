import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import picomatch from "picomatch"
import { compileGlob, hasGlobCharacters, hasOpenSet } from "../../src/config/Glob.ts"

const matches = (pattern: string, path: string) => compileGlob(pattern)(path.split("/"))

const Pattern = Schema.Array(
  Schema.Literals(["a", "b", "*", "?", "/", "/", "**/", "[ab]", "[!a]", "{a,b}", "{a,b/a}", ".", "ab"])
).pipe(Schema.check(Schema.isMinLength(1), Schema.isMaxLength(7)))
const Name = Schema.Array(Schema.Literals(["a", "b", "c", ".", "ab"])).pipe(
  Schema.check(Schema.isMinLength(1), Schema.isMaxLength(4))
)
const Segments = Schema.Array(Name).pipe(Schema.check(Schema.isMinLength(1), Schema.isMaxLength(4)))

/** Where the oracle has rules of its own: dots as segments, empty segments, more than one globstar in a row. */
const isOrdinary = (pattern: string, path: string) =>
  !/(?:^|\/)\.{1,2}(?:\/|$)|\/\/|^\/|\/$|\*\*\/\*\*|\*\*[^/]|[^/]\*\*|\*\*$/.test(pattern) &&
  !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path)

/** Without the short cuts for common patterns, by which `*.*` does not find `b.`, as it does in bash. */
const options = { dot: true, fastpaths: false, noextglob: true, nonegate: true, posix: true }

describe("a glob", () => {
  it.prop(
    "means what picomatch means by it",
    [Pattern, Segments],
    ([parts, names]) => {
      const pattern = parts.join("")
      const path = names.map((name) => name.join("")).join("/")
      if (!isOrdinary(pattern, path)) return
      const expected = picomatch.isMatch(path, pattern, options)
      assert.strictEqual(matches(pattern, path), expected, `${pattern} on ${path}`)
    },
    { arbitrary: { runs: 5000 } }
  )

  it.each([
    ["*.ts", "pool.ts", true],
    ["*.ts", ".ts", true],
    ["*", "", false],
    ["src/**", "src/a/b.ts", true],
    ["src/**/b.ts", "src/b.ts", true],
    ["src/*", "src/a/b.ts", false],
    ["**/test/**", "a/test/b/c.ts", true],
    ["a?c", "abc", true],
    ["a?c", "a😀c", true],
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[]]x", "]x", true],
    ["[x", "[x", true],
    ["{a,b}.{ts,js}", "b.js", true],
    ["{a,{b,c}}d", "cd", true],
    ["{a}", "{a}", true],
    ["{a}{b,c}", "{a}c", true],
    ["{a,b", "{a,b", true],
    ["\\*", "*", true],
    ["\\*", "a", false],
    ["a\\{b,c\\}", "a{b,c}", true],
    ["!a", "!a", true],
    ["+(a)", "+(a)", true]
  ])("%s on %s: %s", (pattern, path, expected) => {
    assert.strictEqual(matches(pattern, path), expected)
  })

  it("rejects an adversarial name quickly despite many stars", () => {
    const name = "a".repeat(4000)
    assert.isFalse(matches(`${"*a".repeat(400)}*b`, name))
    assert.isFalse(matches(`${"**/a/".repeat(100)}b`, Array.from({ length: 2000 }, () => "a").join("/")))
  })

  it("does not multiply braces without end", () => {
    assert.isFalse(matches("{a,b}".repeat(60), "a"))
    assert.isTrue(matches(`${"{".repeat(500)}a`, `${"{".repeat(500)}a`))
  })

  it.each([
    ["[", true],
    ["src/[a", true],
    ["[]", true],
    ["{a,[b}/c", true],
    ["[a]/[", true],
    ["[a]", false],
    ["[]]", false],
    ["\\[", false],
    ["app/[[]id]/page.tsx", false],
    ["a]", false]
  ])("has a set that is not closed: %s %s", (pattern, expected) => {
    assert.strictEqual(hasOpenSet(pattern), expected)
  })

  it("knows a plain name from a pattern", () => {
    assert.isFalse(hasGlobCharacters("src/+page.ts!"))
    assert.isTrue(hasGlobCharacters("src/*.ts"))
  })
})
