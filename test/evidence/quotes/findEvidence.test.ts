import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { Evidence } from "../../../src/domain/Evidence.ts"
import type { LineRange } from "../../../src/domain/LineRange.ts"
import { findEvidence } from "../../../src/evidence/quotes/findEvidence.ts"
import { findForeignRefs } from "../../../src/evidence/foreign/readForeignNotes.ts"
import { Blame } from "../../../src/lineage/Blame.ts"
import { walksAt } from "../../support/keptWalks.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const lines = (...text: ReadonlyArray<string>): string => text.join("\n")
const token = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`

const explain = (repository: TemporaryRepository, path: string, ranges: ReadonlyArray<LineRange>) =>
  Effect.gen(function* () {
    const place = { commit: yield* repository.id("HEAD"), path, contents: Option.none<Uint8Array>() }
    const hunks = yield* (yield* Blame).hunks(place)
    const found = yield* findEvidence(place, hunks, ranges, yield* findForeignRefs())
    yield* Schema.encodeEffect(Schema.Array(Evidence))(found.entries)
    return found
  }).pipe(Effect.provide(walksAt(repository.directory), { local: true }))

const squash = lines(
  "Keep one connection (#12)",
  "",
  "The server must not lose the last one, because it caches nothing.",
  "",
  `It used the token ${token}.`,
  "",
  "Co-authored-by: Claude <noreply@anthropic.com>"
)

const gitAiNote = (range: string) =>
  lines(
    "a.ts",
    `  abcd1234abcd1234 ${range}`,
    "---",
    JSON.stringify({ prompts: { abcd1234abcd1234: { messages: [{ type: "user", text: "Open three connections." }] } } })
  )

/** Files that a commit changes at once. */
const swept = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`lib/${index}.ts`, `export {} // ${count}\n`]))

const withChangeset = (count: number) => ({
  ...swept(count - 2),
  "a.ts": `${count}\n`,
  [`.changeset/${count}.md`]: '---\n"pool": patch\n---\n\nCalls no longer wait, because connections are kept.\n'
})

/** The body of a squash that lists so many commits. */
const listSteps = (count: number) =>
  Array.from({ length: count }, (_, index) => `* Step ${index}`).join("\n\n") +
  "\n\nRestore the lock file, because its check fails."

const writeChangeset = (name: string, text: string) => ({
  [`.changeset/${name}.md`]: `---\n"@a/${name}": patch\n---\n\n${text}\n`
})

/** The kinds of entries, in order. */
const kindsOf = ({ entries }: { readonly entries: ReadonlyArray<{ readonly kind: string }> }) =>
  entries.map(({ kind }) => kind).toSorted()

describe("what history says of lines", () => {
  it.effect("are the messages of the commits behind them, the best first, with links and reasons", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("Add pool", { files: { "a.ts": "one\ntwo\nthree\n" } })
      const second = yield* repository.commit(squash, { files: { "a.ts": "one\nkeep\nthree\n" } })
      const { entries } = yield* explain(repository, "a.ts", [{ start: 1, end: 3 }])
      assert.deepStrictEqual(
        entries.map(({ author, by, commit, kind, lines: ranges, links, quality, reason }) => {
          return { author, by, commit, kind, ranges, links, quality, reason }
        }),
        [
          {
            author: "Ada Author",
            by: "agent",
            commit: second,
            kind: "commit",
            ranges: [{ start: 2, end: 2 }],
            links: ["#12"],
            quality: "states_reason",
            reason: "The server must not lose the last one, because it caches nothing."
          },
          {
            author: "Ada Author",
            by: "person",
            commit: first,
            kind: "commit",
            ranges: [
              { start: 1, end: 1 },
              { start: 3, end: 3 }
            ],
            links: [],
            quality: "names_only",
            reason: undefined
          }
        ]
      )
      assert.notInclude(JSON.stringify(entries), token.slice(0, 12))
      assert.deepStrictEqual(
        yield* explain(repository, "a.ts", [{ start: 1, end: 3 }]),
        yield* explain(repository, "a.ts", [{ start: 1, end: 3 }])
      )
    })
  )

  it.effect("are reverts with what was tried, changesets, decision records and trailers", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("One", { files: { "a.ts": "one\n" } })
      yield* repository.commit(
        lines(
          'Revert "Close idle connections"',
          "",
          "This reverts commit 0123456789.",
          "",
          "It broke callers that wait."
        ),
        { files: { "a.ts": "one\ntwo\n" } }
      )
      yield* repository.commit(lines("Cache", "", "Limit: One cache a process", "Ruled-out: Redis | one more server"), {
        files: {
          "a.ts": "one\ntwo\nthree\n",
          ".changeset/red-cats.md": '---\n"pool": patch\n---\n\nCalls no longer wait, because connections are kept.\n',
          "docs/adr/0001-cache.md": "# Cache\n\n## Status\n\nAccepted\n\n## Decision\n\nWe cache because it is slow.\n"
        }
      })
      yield* repository.commit("Release", { files: { ".changeset/red-cats.md": null } })
      const { entries } = yield* explain(repository, "a.ts", [{ start: 2, end: 3 }])
      const of = (kind: string) => entries.find((entry) => entry.kind === kind)
      assert.deepStrictEqual(of("revert")?.rejected, [
        { text: "Close idle connections", reason: "It broke callers that wait." }
      ])
      assert.strictEqual(of("changeset")?.source, ".changeset/red-cats.md")
      assert.strictEqual(of("changeset")?.reason, "Calls no longer wait, because connections are kept.")
      assert.strictEqual(of("decision")?.reason, "We cache because it is slow.")
      assert.deepStrictEqual(of("trailer")?.rejected, [{ text: "Redis", reason: "one more server" }])
      assert.strictEqual(of("changeset")?.subject, "Cache")
      assert.isUndefined(of("commit"))
    })
  )

  it.effect("are no reason of one of many changes that a squash lists", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit(`Keep connections (#7)\n\n${listSteps(9)}`, { files: { "a.ts": "one\n" } })
      yield* repository.commit(`Close connections (#8)\n\n${listSteps(3)}`, { files: { "a.ts": "one\ntwo\n" } })
      const { entries } = yield* explain(repository, "a.ts", [{ start: 1, end: 2 }])
      assert.deepStrictEqual(
        entries.map(({ quality, reason, subject, text }) => [subject, quality, reason, text === undefined]),
        [
          ["Close connections (#8)", "states_reason", "Restore the lock file, because its check fails.", false],
          ["Keep connections (#7)", "names_only", undefined, true]
        ]
      )
    })
  )

  it.effect("are no revert that was reverted", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("Close idle connections", { files: { "a.ts": "one\n" } })
      const message = lines(
        'Revert "Close idle connections"',
        "",
        `This reverts commit ${first}.`,
        "",
        "It broke callers."
      )
      const revert = yield* repository.commit(message, { files: { "a.ts": "one\ntwo\n" } })
      const ranges = [{ start: 1, end: 3 }]
      assert.deepStrictEqual(kindsOf(yield* explain(repository, "a.ts", [{ start: 1, end: 2 }])), ["commit", "revert"])
      yield* repository.commit(lines("Close them again", "", `This reverts commit ${revert}, because callers wait.`), {
        files: { "a.ts": "one\ntwo\nthree\n" }
      })
      assert.deepStrictEqual(kindsOf(yield* explain(repository, "a.ts", ranges)), ["commit", "commit"])
    })
  )

  it.effect("are no changeset of another package", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Keep connections", {
        files: {
          "packages/pool/index.ts": "one\n",
          "packages/broker/index.ts": "one\n",
          ...writeChangeset("pool", "Calls wait less, because connections are kept."),
          ...writeChangeset("broker", "The broker closes nothing, because clients do.")
        }
      })
      const quoted = Effect.fnUntraced(function* (path: string) {
        const { entries } = yield* explain(repository, path, [{ start: 1, end: 1 }])
        return entries.map(({ source }) => source)
      })
      assert.deepStrictEqual(yield* quoted("packages/pool/index.ts"), [".changeset/pool.md"])
      assert.deepStrictEqual(yield* quoted("packages/broker/index.ts"), [".changeset/broker.md"])
    })
  )

  it.effect("are no changeset of a commit that sweeps through the project", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Sweep", { files: withChangeset(101) })
      const swept101 = yield* explain(repository, "a.ts", [{ start: 1, end: 1 }])
      assert.deepStrictEqual(
        swept101.entries.map(({ kind }) => kind),
        ["commit"]
      )
      yield* repository.commit("Change", { files: withChangeset(100) })
      const changed100 = yield* explain(repository, "a.ts", [{ start: 1, end: 1 }])
      assert.deepStrictEqual(
        changed100.entries.map(({ kind }) => kind),
        ["changeset"]
      )
    })
  )

  it.effect("are merges for the commits that they brought in, and notes of other tools about these lines", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.importHistory([
        { message: "one", files: { "a.ts": "one\n" } },
        { message: "wip", files: { "a.ts": "one\ntwo\n" }, parents: [0] },
        { message: "more", files: { "a.ts": "one\ntwo\nthree\n" }, parents: [1] },
        {
          message: "Merge pull request #7 from a/b\n\nKeep a pool so that calls do not wait",
          files: { "a.ts": "one\ntwo\nthree\n" },
          parents: [0, 2]
        }
      ])
      yield* repository.note("HEAD^2", gitAiNote("3"), { ref: "refs/notes/ai" })
      yield* repository.note("HEAD^2~1", gitAiNote("1"), { ref: "refs/notes/ai" })
      const { entries, skippedNotes } = yield* explain(repository, "a.ts", [{ start: 2, end: 3 }])
      const [best] = entries
      assert.deepStrictEqual(
        [best?.kind, best?.subject, best?.reason, best?.links, best?.lines, best?.share],
        [
          "merge",
          "Keep a pool so that calls do not wait",
          "Keep a pool so that calls do not wait",
          ["#7"],
          [{ start: 2, end: 3 }],
          1
        ]
      )
      const sessions = entries.filter(({ kind }) => kind === "session")
      assert.deepStrictEqual(
        sessions.map(({ by, lines: ranges, source, text }) => ({ by, ranges, source, text })),
        [{ by: "person", ranges: [{ start: 3, end: 3 }], source: "refs/notes/ai", text: "Open three connections." }]
      )
      assert.strictEqual(skippedNotes, 0)
    })
  )

  it.effect("are one entry for a merge and its only commit that say the same", () =>
    Effect.gen(function* () {
      const body = "Calls wait for a free one."
      for (const [own, merged, quality] of [
        ["", "", "names_only"],
        [`\n\n${body}`, "", "describes"],
        [`\n\n${body}`, `\n\n${body}`, "describes"],
        ["", `\n\n${body}`, "describes"]
      ] as const) {
        const repository = yield* makeRepository()
        yield* repository.importHistory([
          { message: "one", files: { "a.ts": "one\n" } },
          { message: `Keep connections${own}`, files: { "a.ts": "one\ntwo\n" }, parents: [0] },
          {
            message: `Merge pull request #7 from a/b\n\nKeep connections${merged}`,
            files: { "a.ts": "one\ntwo\n" },
            parents: [0, 1]
          }
        ])
        const { entries } = yield* explain(repository, "a.ts", [{ start: 2, end: 2 }])
        assert.deepStrictEqual(
          entries.map((entry) => [entry.quality, entry.links]),
          [[quality, ["#7"]]],
          `${own} / ${merged}`
        )
      }
    })
  )

  it.effect("are no merge for a commit that names its own pull request", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.importHistory([
        { message: "one", files: { "a.ts": "one\n" } },
        { message: "Add two (#3)", files: { "a.ts": "one\ntwo\n" }, parents: [0] },
        { message: "Add three", files: { "a.ts": "one\ntwo\nthree\n" }, parents: [1] },
        { message: "Move to version 4 (#7)", files: { "a.ts": "one\ntwo\nthree\n" }, parents: [0, 2] }
      ])
      const { entries } = yield* explain(repository, "a.ts", [{ start: 2, end: 3 }])
      assert.deepStrictEqual(
        entries.map((entry) => [entry.subject, entry.lines]),
        [
          ["Move to version 4 (#7)", [{ start: 3, end: 3 }]],
          ["Add three", [{ start: 3, end: 3 }]],
          ["Add two (#3)", [{ start: 2, end: 2 }]]
        ]
      )
    })
  )

  it.effect("are named by the mailmap that is made after the first question", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.importHistory([
        { message: "one", files: { "a.ts": "one\n" }, author: "Old Name <old@example.org>" }
      ])
      const ask = Effect.map(explain(repository, "a.ts", [{ start: 1, end: 1 }]), ({ entries }) => entries[0]?.author)
      assert.strictEqual(yield* ask, "Old Name")
      yield* repository.write(".mailmap", "New Name <old@example.org>\n")
      assert.strictEqual(yield* ask, "New Name")
    })
  )
})
