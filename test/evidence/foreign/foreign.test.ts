import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readLoreNote } from "../../../src/evidence/foreign/commitLore.ts"
import { readGitAi } from "../../../src/evidence/foreign/gitAi.ts"
import { findForeignRefs, readForeignNotes } from "../../../src/evidence/foreign/readForeignNotes.ts"
import { readAppraise, readGerrit } from "../../../src/evidence/foreign/reviews.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { isolation } from "../../support/runGit.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const lines = (...text: ReadonlyArray<string>): string => text.join("\n")
const token = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`

const gitAiNote = lines(
  "src/pool.ts",
  "  s_c9883b05a2487d::t_9f8e7d6c5b4a32 1-10,15",
  "  h_31dce776f88375 42-50",
  '"src/my file.ts"',
  "  abcd1234abcd1234 3",
  "  ffff1234abcd1234 4",
  "---",
  JSON.stringify({
    schema_version: "authorship/3.0.0",
    prompts: {
      abcd1234abcd1234: {
        agent_id: { tool: "cursor", model: "m1" },
        messages: [
          { type: "user", text: `Keep one connection; the token is ${token}` },
          { type: "tool_use", name: "bash", input: {} },
          { type: "assistant", text: "Done." }
        ]
      }
    },
    sessions: { s_c9883b05a2487d: { agent_id: { tool: "claude" }, messages_url: "https://example.org/1" } },
    humans: { h_31dce776f88375: { author: "N <e>" } }
  })
)

describe("notes of git-ai", () => {
  it("give the sessions of each file with their lines and what was asked for, credentials masked", () => {
    const { quotes, skipped } = readGitAi(gitAiNote)
    assert.strictEqual(skipped, 1)
    assert.deepStrictEqual(
      quotes.map(({ by, lines: ranges, links, path, subject }) => ({ by, ranges, links, path, subject })),
      [
        {
          by: "agent",
          ranges: [
            { start: 1, end: 10 },
            { start: 15, end: 15 }
          ],
          links: ["https://example.org/1"],
          path: "src/pool.ts",
          subject: "claude"
        },
        { by: "person", ranges: [{ start: 3, end: 3 }], links: [], path: "src/my file.ts", subject: "cursor, m1" }
      ]
    )
    assert.include(quotes[1]?.text, "line left out")
    assert.notInclude(JSON.stringify(quotes), token)
  })

  it("that are odd are counted", () => {
    for (const note of ["", "---", "---\n[]", "a\n  b 1\n", "---\n{", "no divider {}"]) {
      assert.deepStrictEqual(readGitAi(note), { quotes: [], skipped: 1 }, note)
    }
    assert.deepStrictEqual(readGitAi('---\n{"prompts":{}}'), { quotes: [], skipped: 0 })
    assert.deepStrictEqual(readGitAi('a\n  k 1\n---\n{"prompts":{"k":7}}'), { quotes: [], skipped: 1 })
  })
})

describe("notes of CommitLore", () => {
  it("give constraints, rejected alternatives and risks", () => {
    const { quotes } = readLoreNote(
      lines(
        "Limit: No introspection",
        "Ruled-out: TTL of 24 h | security policy",
        "Warn: Do not narrow the handler",
        "  without asking",
        "Record-Id: r-4b7e21"
      ),
      "2026-01-01"
    )
    assert.deepStrictEqual(quotes, [
      {
        kind: "trailer",
        by: "person",
        subject: "",
        constraints: [{ text: "No introspection", source: "author" }],
        rejected: [{ text: "TTL of 24 h", reason: "security policy" }],
        risks: ["Do not narrow the handler without asking"],
        links: []
      }
    ])
  })

  it("leave out what is superseded, repeated or expired, and count other text", () => {
    const note = lines(
      "Limit: old",
      "Record-Id: r-aaaaaa",
      "",
      "Limit: new",
      "Record-Id: r-bbbbbb",
      "Supersedes: r-aaaaaa",
      "",
      "Limit: other",
      "Record-Id: r-bbbbbb",
      "",
      "Limit: past",
      "Expires: 2025-12-31",
      "",
      "just text"
    )
    const { quotes, skipped } = readLoreNote(note, "2026-01-01")
    assert.deepStrictEqual(
      quotes.map(({ constraints }) => constraints?.map(({ text }) => text)),
      [["new"]]
    )
    assert.strictEqual(skipped, 1)
  })
})

const request = (timestamp: string, description: string) =>
  JSON.stringify({ timestamp, requester: "a@e.org", description })

describe("notes of reviews", () => {
  it("of Gerrit say where it was", () => {
    const note = lines(
      "Code-Review+2: N <e@e.org>",
      "Submitted-at: now",
      "Reviewed-on: https://gerrit.example.org/12",
      "Project: a"
    )
    assert.deepStrictEqual(readGerrit(note), {
      quotes: [{ kind: "review", by: "tool", subject: "Gerrit", links: ["https://gerrit.example.org/12"] }],
      skipped: 0
    })
    assert.strictEqual(readGerrit("odd").skipped, 1)
  })

  it("of git-appraise give the latest request and the comments of persons", () => {
    const { quotes } = readAppraise(lines(request("20", "New"), request("10", "Old")), "reviews")
    assert.deepStrictEqual(quotes, [
      { kind: "review", by: "person", author: "a@e.org", time: 20, subject: "", text: "New", links: [] }
    ])
    const comment = {
      timestamp: "1",
      author: "b@e.org",
      location: { path: "a.ts", range: { startLine: 4 } },
      description: "Why? See #3"
    }
    const discussed = readAppraise(
      lines(JSON.stringify(comment), JSON.stringify({ ...comment, author: "lint-bot@e.org" }), "{"),
      "discuss"
    )
    assert.strictEqual(discussed.skipped, 1)
    assert.deepStrictEqual(
      discussed.quotes.map(({ lines: ranges, links, path }) => ({ ranges, links, path })),
      [{ ranges: [{ start: 4, end: 4 }], links: ["#3"], path: "a.ts" }]
    )
  })
})

describe("notes of other tools", () => {
  it.effect("are found by one listing and read for the commits asked about; odd and huge ones are counted", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const one = yield* repository.commit("One")
      const two = yield* repository.commit("Two")
      const three = yield* repository.commit("Three")
      yield* repository.importNotes(
        [
          [one, gitAiNote],
          [two, "odd"],
          [three, "x".repeat(5 * 1024 * 1024)]
        ],
        { ref: "refs/notes/ai" }
      )
      yield* repository.note(one, "Limit: A", { ref: "refs/notes/commitlore" })
      yield* repository.note(one, "Limit: B", { ref: "refs/notes/commits" })
      const read = Effect.gen(function* () {
        const refs = yield* findForeignRefs()
        return { refs, ...(yield* readForeignNotes(refs, [one, two, three], "2026-01-01")) }
      })
      const { quotes, refs, skipped } = yield* read.pipe(Effect.provide(gitProcessAt(repository.directory, isolation)))
      assert.deepStrictEqual(
        refs.map(({ name }) => name),
        ["refs/notes/ai", "refs/notes/commitlore"]
      )
      assert.deepStrictEqual(
        quotes.map(({ commit, ref }) => `${commit} ${ref}`),
        [`${one} refs/notes/ai`, `${one} refs/notes/ai`, `${one} refs/notes/commitlore`]
      )
      assert.strictEqual(skipped, 3)
    })
  )
})
