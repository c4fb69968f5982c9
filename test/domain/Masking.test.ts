import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { commitText } from "../../src/commitIndex/model/commitText.ts"
import { maskSecrets, maskStart } from "../../src/domain/Masking.ts"
import { toBoundedQuote } from "../../src/evidence/foreign/ForeignQuote.ts"
import { readPullsNote } from "../../src/evidence/foreign/pulls.ts"
import { parseMessage } from "../../src/evidence/messages/parseMessage.ts"
import { toPull } from "../../src/sharing/imports/toPull.ts"

const token = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`
const masked = "[line left out: it looks like a GitHub token]"

describe("the start of a text", () => {
  it("is that of the text where it has no credential", () => {
    assert.strictEqual(maskStart("one\ntwo", 5), "one\nt")
    assert.strictEqual(maskStart("one\ntwo", 100), "one\ntwo")
    assert.strictEqual(maskStart("", 5), "")
    assert.strictEqual(maskStart("a🍎", 2), "a")
  })

  it("masks a credential that the cut divides, wherever it does", () => {
    const text = `first\nuse ${token} here\nlast`
    for (let chars = "first\nu".length; chars <= "first\nuse ".length + token.length; chars += 1) {
      assert.strictEqual(maskStart(text, chars), `first\n${masked}`, String(chars))
    }
    assert.strictEqual(maskStart(text, text.length), maskSecrets(text))
  })

  it("masks a private key whose end is behind the cut", () => {
    const key = ["-----BEGIN PRIVATE KEY-----", "MIIEvQIBADANBgkq", "-----END PRIVATE KEY-----"]
    assert.notInclude(maskStart(["a", ...key].join("\n"), 40), "MIIE")
  })
})

/** A text whose first characters, so many, end within a credential. */
const divided = (limit: number) => `${"word ".repeat(limit).slice(0, limit - 31)} ${token} and more`

const ada = { login: "ada", isBot: false, association: Option.none() }

/** A pull request as a host has it, and as an import keeps it. */
const importPull = (texts: { readonly title?: string; readonly body?: string; readonly comment?: string }) => {
  const { body = "", comment = "", title = "" } = texts
  const at = "2026-01-01T00:00:00Z"
  const about = { number: 1, url: "", author: ada, mergedAt: at, updatedAt: at, mergeCommit: Option.none() }
  const comments = [{ author: ada, body: comment, path: Option.none() }]
  const request = { ...about, title, body, commits: [], commitCount: 1, issues: [], comments }
  const endpoint = new URL("https://api.github.com/graphql")
  const site = { host: "github.com", kind: "github", project: "octo/demo", endpoint } as const
  return Option.getOrThrow(toPull(site, request, new Set()))
}

it("no text that is quoted, kept or sent has a part of a credential that its limit divides", () => {
  const reason = "We wait, because the proxy needs eight seconds to open a connection.\n\n"
  const { comments: [kept] = [] } = importPull({ comment: `${reason}${divided(2_000 - reason.length)}` })
  const long = { ...importPull({}), body: divided(12_000) }
  const described = { subject: "", body: "", why: "", paths: [], lines: [] }
  const texts = [
    toBoundedQuote(divided(2000)),
    parseMessage(`Subject\n\n${divided(65_527)}`).body,
    importPull({ title: divided(300) }).title,
    importPull({ body: divided(8_000) }).body,
    kept?.text,
    readPullsNote(JSON.stringify({ $schema: "ultragit-pulls/v1", pulls: [long] })).quotes[0]?.text,
    commitText({ ...described, subject: divided(300) }),
    commitText({ ...described, body: divided(1_000) }),
    commitText({ ...described, why: divided(1_000) }),
    commitText({ ...described, lines: [divided(3_000)] })
  ]
  for (const text of texts) assert.isNotEmpty(text)
  assert.deepStrictEqual(
    texts.map((text) => text?.includes(token.slice(0, 8))),
    texts.map(() => false)
  )
})
