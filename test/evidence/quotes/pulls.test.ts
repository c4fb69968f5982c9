import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { findForeignRefs } from "../../../src/evidence/foreign/readForeignNotes.ts"
import { findEvidence } from "../../../src/evidence/quotes/findEvidence.ts"
import { encodePulls, type ImportedPull } from "../../../src/notes/pulls/PullsNote.ts"
import { mergePulls } from "../../../src/notes/pulls/mergePulls.ts"
import { Blame } from "../../../src/lineage/Blame.ts"
import { walksAt } from "../../support/keptWalks.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const pullsRef = "refs/notes/ultragit-pulls"
const token = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`
const because = (what: string) => `${what}, because the server closes idle connections.`

const pull = (more: Partial<ImportedPull> = {}): ImportedPull => ({
  host: "github.com",
  project: "octo/demo",
  id: "#12",
  title: "Retry once",
  author: "ada",
  association: "MEMBER",
  by: "person",
  merged_at: "2024-05-01T00:00:00Z",
  updated_at: "2024-05-01T00:00:00Z",
  ...more
})

const explain = (repository: TemporaryRepository) =>
  Effect.gen(function* () {
    const place = { commit: yield* repository.id("HEAD"), path: "a.ts", contents: Option.none<Uint8Array>() }
    const hunks = yield* (yield* Blame).hunks(place)
    return yield* findEvidence(place, hunks, [{ start: 1, end: 1 }], yield* findForeignRefs())
  }).pipe(Effect.provide(walksAt(repository.directory), { local: true }))

const pullsOf = (repository: TemporaryRepository) =>
  Effect.map(explain(repository), ({ entries }) => entries.filter(({ kind }) => kind === "pull_request"))

const add = (repository: TemporaryRepository, commit: string, ...pulls: ReadonlyArray<ImportedPull>) =>
  repository.note(commit, encodePulls(pulls), { ref: pullsRef })

describe("an imported pull request", () => {
  it.live("explains the lines of the commit that it became, in its author's words", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("Retry once (#12)", { files: { "a.ts": "1\n" } })
      const issues = [{ id: "#7", title: "Pool hangs" }]
      yield* add(repository, commit, pull({ body: `${because("Retry")}\nSee #3.\ntoken = ${token}`, issues }))
      assert.deepStrictEqual(yield* pullsOf(repository), [
        {
          kind: "pull_request",
          source: pullsRef,
          commit,
          author: "ada (MEMBER)",
          timestamp: "2024-05-01T00:00:00Z",
          by: "person",
          subject: "Retry once",
          reason: because("Retry"),
          text: `${because("Retry")}\nSee #3.\n[line left out: it looks like a GitHub token]\n\n#7: Pool hangs`,
          links: ["#12", "#7", "#3"],
          lines: [{ start: 1, end: 1 }],
          share: 1,
          quality: "states_reason"
        }
      ])
    })
  )

  it.live("explains the lines of the commits that its merge brought in", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("First", { files: { "b.ts": "1\n" } })
      yield* repository.git(["switch", "-q", "-c", "topic"])
      yield* repository.commit(`Say why\n\n${because("Wait")}`, { files: { "a.ts": "1\n" } })
      yield* repository.git(["switch", "-q", "main"])
      yield* repository.git(["merge", "-q", "--no-ff", "-m", "Merge pull request #12 from o/topic", "topic"])
      const merge = yield* repository.id("HEAD")
      yield* add(repository, merge, pull({ body: because("Retry") }))
      const [found] = yield* pullsOf(repository)
      assert.deepInclude(found, { commit: merge, reason: because("Retry"), share: 1 })
    })
  )

  it.live("gives the comments about the file, and leaves out those about others", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("Retry once (#12)", { files: { "a.ts": "1\n" } })
      const comments = [
        { author: "bob", association: "OWNER", path: "a.ts", text: because("Keep the lock") },
        { author: "bob", path: "b.ts", text: because("Drop the lock") }
      ]
      yield* add(repository, commit, pull({ comments }))
      const found = yield* pullsOf(repository)
      assert.deepStrictEqual(
        found.map(({ author, links, reason }) => ({ author, links, reason })),
        [{ author: "bob (OWNER)", links: ["#12"], reason: because("Keep the lock") }]
      )
    })
  )

  it.live("that the commit's message repeats is left out", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const message = `Retry once (#12)\n\nRetry, because the server\ncloses idle connections.`
      const commit = yield* repository.commit(message, { files: { "a.ts": "1\n" } })
      yield* add(repository, commit, pull({ body: because("Retry") }))
      assert.deepStrictEqual(yield* pullsOf(repository), [])
    })
  )

  it.live("that is odd is counted, and fails nothing", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("Retry once (#12)", { files: { "a.ts": "1\n" } })
      for (const note of ["", "{}", '{"$schema":"ultragit-pulls/v1","pulls":[{}]}', "\u0000"]) {
        yield* repository.note(commit, note, { ref: pullsRef })
        const { entries, skippedNotes } = yield* explain(repository)
        assert.deepStrictEqual([entries.length, skippedNotes], [1, 1], note)
      }
    })
  )
})

describe("two notes of imported pull requests", () => {
  const older = pull({ body: "Old" })
  const newer = pull({ body: "New", updated_at: "2024-06-01T00:00:00Z" })
  const other = pull({ id: "#3" })

  it("unite: each request once, as it was changed last, in whatever order", () => {
    assert.deepStrictEqual(mergePulls([older], [other, newer]), [newer, other])
    assert.deepStrictEqual(mergePulls([newer, other], [older]), [newer, other])
    const same = pull({ body: "Else" })
    assert.deepStrictEqual(mergePulls([older], [same]), mergePulls([same], [older]))
  })

  it("stay within the limits of a note", () => {
    const many = Array.from({ length: 200 }, (_, index) => pull({ id: `#${index}`, body: "x".repeat(8000) }))
    const merged = mergePulls(many.slice(0, 100), many.slice(100))
    assert.isBelow(encodePulls(merged).length, 256 * 1024)
    assert.deepStrictEqual(merged, mergePulls(many.slice(100), many.slice(0, 100)))
  })
})
