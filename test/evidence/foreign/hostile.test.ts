import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readLoreNote } from "../../../src/evidence/foreign/commitLore.ts"
import { readEntireSession } from "../../../src/evidence/foreign/entire.ts"
import type { ForeignQuotes } from "../../../src/evidence/foreign/ForeignQuote.ts"
import { readGitAi } from "../../../src/evidence/foreign/gitAi.ts"
import { readPullsNote } from "../../../src/evidence/foreign/pulls.ts"
import { readAppraise, readGerrit } from "../../../src/evidence/foreign/reviews.ts"
import { ask } from "../../support/ask.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const token = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`
/** A credential, an escape sequence, and characters that reverse or hide text. */
const hostile = `because ${token} \u001b[31mred\u001b[0m \u202egnp.exe\u202c \u200b\u2066x\u2069 \u0000`

const path = "a.ts"
const key = "abcd1234abcd1234"
const gitAi = (attested: string, prompts: object) => `${attested}\n---\n${JSON.stringify({ prompts })}`
const message = (text: unknown) => ({ messages: [{ type: "user", text }] })
const count = 50_000

const readers: Readonly<Record<string, (note: string) => ForeignQuotes>> = {
  "git-ai": readGitAi,
  CommitLore: (note) => readLoreNote(note, "2026-01-01"),
  Gerrit: readGerrit,
  "git-appraise requests": (note) => readAppraise(note, "reviews"),
  "git-appraise comments": (note) => readAppraise(note, "discuss"),
  "imported pull requests": readPullsNote,
  Entire: (note) => readEntireSession(note, "")
}

const oddNotes = [
  "\u0000".repeat(1000),
  "{".repeat(count),
  "[".repeat(count),
  `${"[".repeat(count)}${"]".repeat(count)}`,
  "\n---\n".repeat(1000),
  '{"__proto__":{"prompts":1},"constructor":null}',
  `---\n{"prompts":[[]],"sessions":null,"humans":"x"}`,
  "Reviewed-on: javascript:alert(1)",
  `Limit: ${" ".repeat(count)}\n`,
  "\ud800\udfff".repeat(1000)
]

describe("hostile notes", () => {
  for (const [tool, read] of Object.entries(readers)) {
    it(`of ${tool} give nothing`, () => {
      for (const note of oddNotes) {
        const { quotes, skipped } = read(note)
        assert.deepStrictEqual(quotes, [], JSON.stringify(note.slice(0, 40)))
        assert.isAtLeast(skipped, 0)
      }
    })
  }

  it("of git-ai have their wrong lines and cycles left out, and texts that are none", () => {
    const attested = `${path}\n  ${key} 0,99999999999,3-1,-4\n  ${key}::${key} 1\n  h_1::${key} 1`
    const { quotes, skipped } = readGitAi(gitAi(attested, { [key]: message({ text: { text: [] } }) }))
    assert.deepStrictEqual(
      quotes.map(({ text }) => text),
      [undefined]
    )
    assert.strictEqual(skipped, 1)
  })

  it("with many records are read up to a number of them, the rest counted", () => {
    const many = (make: (index: number) => string) => Array.from({ length: count }, (_, index) => make(index))
    const records = many((index) => `Limit: a\nRecord-Id: r-${String(index).padStart(6, "0")}`).join("\n\n")
    const comments = many((index) => JSON.stringify({ timestamp: String(index), author: "a", description: "b" }))
    const sessions = Object.fromEntries(
      many(String)
        .slice(0, 1000)
        .map((name) => [`p${name}`, message("a")])
    )
    const attested = Object.keys(sessions).map((name) => `  ${name} 1`)
    const lines = many((index) => `  ${key} ${index + 1}`).join("\n")
    const answers = [
      readLoreNote(records, "2026-01-01"),
      readAppraise(comments.join("\n"), "discuss"),
      readGitAi(gitAi([path, ...attested].join("\n"), sessions)),
      readGitAi(gitAi(`${path}\n${lines}`, { [key]: message("a ".repeat(count)) }))
    ]
    assert.deepStrictEqual(
      answers.map(({ quotes, skipped }) => [quotes.length, skipped]),
      [
        [200, count - 200],
        [200, count - 200],
        [200, 800],
        [1, 0]
      ]
    )
  })

  it.effect("are counted, give no credential, and change nothing else", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("Add a", { files: { [path]: "one\ntwo\n" } })
      const second = yield* repository.commit("Change a", { files: { [path]: "one\n2\n" } })
      const query = { path, verbose: true }
      const before = yield* ask(repository).read(query)
      const notes = {
        ai: gitAi(`${path}\n  ${key} 1-2`, { [key]: message(hostile) }),
        commitlore: `Limit: ${hostile}\nRuled-out: ${hostile} | ${hostile}\nWarn: ${hostile}`,
        "devtools/reviews": JSON.stringify({ timestamp: "1", requester: `${hostile}@e.org`, description: hostile }),
        "devtools/discuss": JSON.stringify({ timestamp: "1e999", author: "a@e.org", description: hostile, parent: "x" })
      }
      for (const [name, note] of Object.entries(notes)) {
        yield* repository.note(second, note, { ref: `refs/notes/${name}` })
        yield* repository.note(first, oddNotes[1] ?? "", { ref: `refs/notes/${name}` })
      }
      const after = yield* ask(repository).read(query)
      assert.includeMembers(after.evidence?.map(({ kind }) => kind) ?? [], ["session", "trailer", "review"])
      const { evidence = [], warnings = [], ...rest } = after
      const { evidence: only = [], warnings: _, ...plain } = before
      const text = JSON.stringify(after)
      assert.notInclude(text, token)
      assert.include(warnings.join("\n"), "4 parts of other tools' notes skipped")
      const own = evidence.filter(({ source }) => source === "history")
      assert.deepStrictEqual({ ...rest, evidence: own }, { ...plain, evidence: only })
    })
  )
})
