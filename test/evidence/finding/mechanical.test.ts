import { assert, describe, it } from "@effect/vitest"
import { classifyChange, isMostlyLayout, saysFormatting } from "../../../src/evidence/finding/mechanical.ts"
import { processorMillis } from "../../support/processorMillis.ts"

const patch = (...lines: ReadonlyArray<string>): string =>
  ["diff --git a/a.ts b/a.ts", "--- a/a.ts", "+++ b/a.ts", "@@ -1,3 +1,3 @@", ...lines, ""].join("\n")

describe("a change that says nothing about its lines", () => {
  it.each([
    ["indentation", "whitespace", patch("-if (a) b()", "+  if (a)", "+    b()"), 1],
    ["a wrapped list", "formatting", patch("-f(a, b)", "+f(", "+  a,", "+  b,", "+)"), 1],
    ["quotes and semicolons", "formatting", patch("-const a = 'b';", '+const a = "b"'), 1],
    ["parentheses of a parameter", "formatting", patch("-a.map(x => x)", "+a.map((x) => x)"), 1],
    ["a renaming in many files", "renaming", patch("-old(old.a)", "+fresh(fresh.a)"), 10],
    ["a renaming of four names", "renaming", patch("-a(b, c, d)", "+e(f, g, h)"), 10]
  ])("is found: %s", (_, kind, text, files) => {
    assert.strictEqual(classifyChange(text, files), kind)
  })

  it.each([
    ["a renaming in one file", patch("-old(a)", "+fresh(a)"), 1],
    ["a renaming in nine files", patch("-old(a)", "+fresh(a)"), 9],
    ["a renaming of five names", patch("-a(b, c, d, e)", "+f(g, h, i, j)"), 10],
    ["a renaming with another change", patch("-old(1)", "+fresh(2)"), 10],
    ["two names swapped for one", patch("-a(b)", "-b(a)", "+c(c)", "+d(c)"), 10],
    [
      "a name replaced in one place and kept in another",
      patch("-old(1)", "+fresh(1)", " x", "-old(old)", "+old(old )"),
      10
    ],
    ["parentheses that change the meaning", patch("-(a + b) * c", "+a + b * c"), 1],
    ["indentation and one more word", patch("-a()", "+  return a()"), 1],
    ["one line formatted, another added", patch("-a ()", "+a()", " x", "+b()"), 1],
    [
      "an added file",
      "diff --git a/a.ts b/a.ts\nnew file mode 100644\n--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1 @@\n+\n",
      1
    ],
    ["a patch that was cut", patch("-a", "+ a").trimEnd(), 1],
    ["a pure move", "diff --git a/a.ts b/b.ts\nsimilarity index 100%\nrename from a.ts\nrename to b.ts\n", 1]
  ])("is not seen in %s", (_, text, files) => {
    assert.isUndefined(classifyChange(text, files))
  })
})

describe("a change of a long line", () => {
  it.each([";", ",", " ;", ", ", "(", "(a", "a ", "'", "\t"])("of %j is read in little time", (part) => {
    const line = part.repeat(100_000)
    const text = patch(`-${line}x`, `+${line}y`)
    assert.isBelow(
      processorMillis(() => [classifyChange(text, 10), isMostlyLayout(text)]),
      2000
    )
  })

  it("is formatting if only its semicolons differ", () => {
    assert.strictEqual(classifyChange(patch("-a;;", "-b;}", "+a", "+b}"), 1), "formatting")
    assert.isUndefined(classifyChange(patch("-for (;;) a", "+for () a"), 1))
  })
})

describe("a change that is mostly layout", () => {
  const layout = ["-f( a )", "+f(a)", " x", "-g( a )", "+g(a)", " x"]

  it.each([
    ["with one place in three that is not", true, patch(...layout, "-use {b, a}", "+use {a, b}")],
    ["with as much that is not", false, patch(...layout, "-b", "+c", " x", "-d", "+e")],
    ["in one place only", false, patch("-f( a )", "+f(a)")]
  ])("%s: %s", (_, expected, text) => {
    assert.strictEqual(isMostlyLayout(text), expected)
  })

  it.each([
    ["style: rustfmt everything", true],
    ["Reformat with black", true],
    ["whitespace fixes", true],
    ["cargo fmt", true],
    ["[ci] format", true],
    ["Automatically fix CS", true],
    ["Follow the coding standard", true],
    ["Add a CS variant", false],
    ["chore: npm run format", true],
    ["Keep the format", false],
    ["Format dates in answers", false],
    ["Blacklist hosts", false],
    ["Run prettierish checks", false]
  ])("is formatting by its subject: %s: %s", (subject, expected) => {
    assert.strictEqual(saysFormatting(subject), expected)
  })
})
