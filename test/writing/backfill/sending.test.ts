import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { maskSecrets } from "../../../src/domain/Masking.ts"
import { boundedPatch } from "../../../src/writing/backfill/patchText.ts"
import { sendable } from "../../../src/writing/backfill/sendable.ts"

const token = ["ghp", "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"].join("_")
const base64 = "MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi"

describe("a redacted text", () => {
  it("loses the whole line of a credential, but keeps its diff marker", () => {
    assert.strictEqual(
      maskSecrets(`+a\n+const t = "${token}"\n-b`),
      "+a\n+[line left out: it looks like a GitHub token]\n-b"
    )
  })

  it.each<readonly [title: string, lines: ReadonlyArray<string>]>([
    ["whole", ["+-----BEGIN RSA PRIVATE KEY-----", `+${base64}`, "+-----END RSA PRIVATE KEY-----"]],
    ["without its end", ["+-----BEGIN PRIVATE KEY-----", `+${base64}`]],
    ["without its beginning", [` ${base64}`, `+${base64}`, " -----END PRIVATE KEY-----"]]
  ])("loses every line of a private key shown %s", (_, lines) => {
    const text = maskSecrets(["@@ -1 +1 @@", ...lines, "@@ -9 +9 @@", "+kept"].join("\n"))
    assert.notInclude(text, base64)
    assert.include(text, "@@ -1 +1 @@")
    assert.include(text, "@@ -9 +9 @@\n+kept")
  })

  it("loses a credential on the line after its name", () => {
    const text = maskSecrets('+  password:\n+    "q7Rk2mZx9Wp4Lt8V"\n+kept')
    assert.notInclude(text, "q7Rk2mZx9Wp4Lt8V")
    assert.include(text, "+kept")
  })

  it("keeps text that is not a credential", () => {
    const text = "+const token = readToken()\n password: string\n commit 3f1b2c4d5e6f708192a3b4c5d6e7f8091a2b3c4d\n"
    assert.strictEqual(maskSecrets(text), text)
  })
})

describe("the files that may be sent", () => {
  const may = sendable({ include: [], exclude: ["vendor/"] }, ["src/**", "docs/"])

  it.each<readonly [path: string, sent: boolean]>([
    ["src/a.ts", true],
    ["docs/a.md", true],
    ["test/a.ts", false],
    ["src/vendor/a.ts", false],
    ["src/package-lock.json", false],
    ["src/.env", false],
    ["src/.env.local", false],
    ["src/server.key", false],
    ["src/id_rsa", false],
    ["src/environment.ts", true]
  ])("%s: %s", (path, sent) => {
    assert.strictEqual(may(path), sent)
  })
})

const section = (path: string, lines: ReadonlyArray<string>) =>
  [
    `diff --git a/${path} b/${path}`,
    "index 1..2 100644",
    `--- a/${path}`,
    `+++ b/${path}`,
    "@@ -1 +1 @@",
    ...lines,
    ""
  ].join("\n")

const every = () => true

describe("a bounded patch", () => {
  it("names each file and keeps its hunks", () => {
    const patch = section("a.ts", ["-x", "+y"]) + section("b.ts", ["+z"])
    assert.strictEqual(
      boundedPatch(patch, every, 10_000),
      '--- "a.ts"\n@@ -1 +1 @@\n-x\n+y\n--- "b.ts"\n@@ -1 +1 @@\n+z'
    )
  })

  it("leaves out excluded files, binary files and pure renames", () => {
    const patch =
      section("no.ts", ["+x"]) +
      "diff --git a/i.png b/i.png\nindex 1..2\nBinary files a/i.png and b/i.png differ\n" +
      "diff --git a/o.ts b/n.ts\nsimilarity index 100%\nrename from o.ts\nrename to n.ts\n" +
      section("yes.ts", ["+y"])
    const text = boundedPatch(patch, (path) => path !== "no.ts", 10_000)
    assert.strictEqual(text, '--- "yes.ts"\n@@ -1 +1 @@\n+y')
  })

  it("finds the path of a deleted file, and of a file whose name git quotes", () => {
    const gone = "diff --git a/g.ts b/g.ts\n--- a/g.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
    const quoted = 'diff --git "a/t\\tb.ts" "b/t\\tb.ts"\n--- "a/t\\tb.ts"\n+++ "b/t\\tb.ts"\n@@ -1 +1 @@\n+x\n'
    const seen: Array<string> = []
    boundedPatch(gone + quoted, (path) => seen.push(path) > 0, 10_000)
    assert.deepStrictEqual(seen, ["g.ts", "t\tb.ts"])
  })

  it("cuts the large file and keeps the small one whole", () => {
    const large = Array.from({ length: 5_000 }, (_, index) => `+line ${index}`)
    const text = boundedPatch(section("large.ts", large) + section("small.ts", ["+small"]), every, 3_000)
    assert.match(text, /\[\d+ more lines left out\]/)
    assert.include(text, '--- "small.ts"\n@@ -1 +1 @@\n+small')
  })

  it("does not mistake a line of a file for the start of another", () => {
    const text = boundedPatch(section("a.ts", ["+diff --git a/x b/x", " @@ x"]), every, 10_000)
    assert.include(text, "+diff --git a/x b/x\n @@ x")
  })

  it("never cuts a secret in two: it redacts lines before it truncates", () => {
    const text = boundedPatch(section("a.ts", [`+${"x".repeat(480)} "${token}"`]), every, 10_000)
    assert.notInclude(text, "ghp_")
  })

  it.prop(
    "is never much longer than the limit",
    [Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 400 }))))],
    ([sizes]) => {
      const patch = sizes
        .map((size, index) =>
          section(
            `f${index}.ts`,
            Array.from({ length: size }, () => `+${"y".repeat(size)}`)
          )
        )
        .join("")
      assert.isAtMost(Buffer.byteLength(boundedPatch(patch, every, 5_000)), 5_000 + sizes.length * 80)
    }
  )
})
