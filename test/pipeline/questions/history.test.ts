import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate, makePool, poolSource } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { firstDate, makeRepository } from "../../support/TemporaryRepository.ts"
import { fromTemplate } from "../../support/template.ts"

const intents = (answer: { readonly timeline: ReadonlyArray<{ readonly intent: string }> }) =>
  answer.timeline.map((entry) => entry.intent)

const version = (body: string) => poolSource.replace("return new Pool()", body)
const pointing = (commit: string) => ({ related_annotations: [{ commit, anchor: "a", relationship: "see" }] })

/** Three annotated versions of `connect`, each overwriting the one before, and one without a note. */
const makeStory = fromTemplate(
  Effect.gen(function* () {
    const { first, repository, second } = yield* makePool
    const third = yield* repository.commit("Retry\n\nBecause the broker is slow.", {
      files: { "src/pool.ts": version("return retry(3)") }
    })
    yield* annotate(repository, third, [
      { file: "src/pool.ts", anchor: "connect", lines: [9, 11], intent: "Retry three times." }
    ])
    yield* repository.commit("Tidy", { files: { "src/pool.ts": version("return retry(3) // tidy") } })
    const fifth = yield* repository.commit("Retry less", { files: { "src/pool.ts": version("return retry(2)") } })
    yield* annotate(repository, fifth, [
      { file: "src/pool.ts", anchor: "connect", lines: [9, 11], intent: "Retry twice." }
    ])
    return { repository, first, second, third, fifth }
  })
)

describe("history", () => {
  it.effect("returns every annotated step, overwritten ones included, oldest first", () =>
    Effect.gen(function* () {
      const { fifth, first, repository, third } = yield* makeStory
      const answer = yield* ask(repository).history({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual(intents(answer), ["Make a pool for one broker.", "Retry three times.", "Retry twice."])
      assert.deepStrictEqual(
        answer.timeline.map((entry) => entry.commit),
        [first, third, fifth]
      )
      assert.deepStrictEqual(
        answer.timeline.map((entry) => entry.commit_message),
        ["Add the pool", "Retry", "Retry less"]
      )
      assert.deepStrictEqual([...new Set(answer.timeline.map((entry) => entry.author))], ["Ada Author"])
      assert.deepStrictEqual(answer.stats, { commits_examined: 4, commits_unannotated: 1, entries_returned: 3 })
    })
  )

  it.effect("lists names that only notes have among those similar to an unknown anchor", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeStory
      yield* repository.commit("Empty the pool", { files: { "src/pool.ts": "export {}\n" } })
      const unknown = yield* ask(repository).history({ path: "src/pool.ts", anchor: "connectWithRetries" })
      assert.match(unknown.warnings?.[0] ?? "", / Similar names: connect\.$/)
      const known = yield* ask(repository).history({ path: "src/pool.ts", anchor: "connect" })
      assert.strictEqual(known.timeline.length, 3)
    })
  )

  it.effect("keeps the newest when limited", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeStory
      const answer = yield* ask(repository).history({ path: "src/pool.ts", anchor: "connect", limit: 2 })
      assert.deepStrictEqual(intents(answer), ["Retry three times.", "Retry twice."])
    })
  )

  it.effect("finds a step under the file's former path and the unit's former name", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeStory
      yield* repository.git(["mv", "src/pool.ts", "src/connections.ts"])
      yield* repository.commit("Rename the file")
      const renamed = poolSource
        .replace("return new Pool()", "return retry(2)")
        .replace("function connect", "function open")
      yield* repository.commit("Rename the function", { files: { "src/connections.ts": renamed } })
      const answer = yield* ask(repository).history({ path: "src/connections.ts", anchor: "open" })
      assert.deepStrictEqual(intents(answer), ["Make a pool for one broker.", "Retry three times.", "Retry twice."])
      assert.deepStrictEqual([...new Set(answer.timeline.map((entry) => entry.anchor))], ["connect"])
    })
  )

  it.effect(
    "leaves out what notes say of another file that has a former path of this one, or the original of a copy",
    () =>
      Effect.gen(function* () {
        const { first, repository } = yield* makePool
        yield* repository.commit("Copy", { files: { "src/copy.ts": poolSource } })
        const fourth = yield* repository.commit("Change the original", {
          files: { "src/pool.ts": poolSource.replace("return new Pool()", "return retry(3)") }
        })
        yield* annotate(repository, fourth, [{ file: "src/pool.ts", anchor: "connect", lines: [9, 11] }])
        yield* repository.git(["mv", "src/pool.ts", "src/moved.ts"])
        yield* repository.commit("Move the original")
        const other = yield* repository.commit("Use the name again", {
          files: { "src/pool.ts": "export const connect = 1\n" }
        })
        yield* annotate(repository, other, [{ file: "src/pool.ts", anchor: "connect", lines: [1, 1] }])
        const commits = (path: string) =>
          Effect.map(ask(repository).history({ path, anchor: "connect" }), ({ timeline }) =>
            timeline.map((entry) => entry.commit)
          )
        assert.deepStrictEqual(yield* commits("src/copy.ts"), [first])
        assert.deepStrictEqual(yield* commits("src/moved.ts"), [first, fourth])
      })
  )

  it.effect("follows the lines to the path they were at where the file's own history follows a copy", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      yield* repository.commit("Begin another", { files: { "lib/moved.ts": "export const other = 1\n" } })
      const third = yield* repository.commit("Make both alike", {
        files: {
          "src/pool.ts": poolSource.replace("return new Pool()", "return retry(3)"),
          "lib/moved.ts": poolSource.replace("return new Pool()", "return retry(3)")
        }
      })
      yield* annotate(repository, third, [{ file: "src/pool.ts", anchor: "retry", lines: [10, 10], intent: "Retry." }])
      yield* annotate(repository, first, [
        { file: "lib/moved.ts", anchor: "other", lines: [1, 1] },
        { file: "src/pool.ts", anchor: "connect", lines: [9, 11], intent: "Begin." }
      ])
      yield* repository.write("other/keep", "")
      yield* repository.git(["mv", "src/pool.ts", "other/moved.ts"])
      yield* repository.commit("Move")
      const answer = yield* ask(repository).history({ path: "other/moved.ts", anchor: "connect" })
      assert.include(intents(answer), "Retry.")
    })
  )

  it.effect("omits steps of other units", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeStory
      const answer = yield* ask(repository).history({ path: "src/pool.ts", anchor: "Pool.acquire" })
      assert.deepStrictEqual(intents(answer), ["Hand out one connection at a time."])
    })
  )

  it.effect("answers for deleted code that only notes mention", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeStory
      yield* repository.commit("Drop the pool", { files: { "src/pool.ts": null } })
      const answer = yield* ask(repository).history({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual(intents(answer), ["Make a pool for one broker.", "Retry three times.", "Retry twice."])
      assert.match(answer.warnings?.join() ?? "", /no longer in the repository; answering from notes\./)
    })
  )

  it.effect("says that it answers from history for a deleted file without notes", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.commit("Add a file", { files: { "plain.ts": "export const plain = 1\n" } })
      yield* repository.commit("Drop it", { files: { "plain.ts": null } })
      const { warnings } = yield* ask(repository).history({ path: "plain.ts" })
      assert.include(warnings ?? [], "plain.ts is no longer in the repository; answering from history.")
      const named = yield* ask(repository).history({ path: "plain.ts", anchor: "plain" })
      assert.deepStrictEqual(named.warnings?.slice(-1), [
        "Anchor 'plain' not found in plain.ts. Returning file-level annotations."
      ])
      assert.notInclude(named.warnings?.join() ?? "", "grammar")
    })
  )

  it.effect("says that an untracked file is not committed yet", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.write("fresh.ts", "export const fresh = 1\n")
      const { warnings } = yield* ask(repository).history({ path: "fresh.ts" })
      assert.include(warnings ?? [], "fresh.ts is not committed yet and has no history.")
      const committed = yield* ask(repository).history({ path: "src/pool.ts" })
      assert.notInclude(committed.warnings?.join() ?? "", "not committed yet")
    })
  )

  it.effect("names the file that has the history of a rename that is not committed", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["mv", "src/pool.ts", "src/connections.ts"])
      const { warnings } = yield* ask(repository).history({ path: "src/connections.ts" })
      const renamed = "src/connections.ts is a rename that is not committed yet; src/pool.ts has its history."
      assert.include(warnings ?? [], renamed)
    })
  )

  it.effect("adds the annotations a step refers to, marked as related", () =>
    Effect.gen(function* () {
      const { first, repository, second } = yield* makePool
      const answer = yield* ask(repository).history({ path: "src/app.ts", anchor: "start" })
      assert.deepStrictEqual(
        answer.timeline.map(({ anchor, commit, relation }) => ({ anchor, commit, relation })),
        [
          { anchor: "connect", commit: first, relation: "related" },
          { anchor: undefined, commit: second, relation: "direct" }
        ]
      )
      assert.deepStrictEqual(
        answer.timeline[1]?.related_context?.map((related) => related.commit),
        [first]
      )
    })
  )

  it.effect("never returns more entries than the limit, related ones included", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makePool
      const answer = yield* ask(repository).history({ path: "src/app.ts", anchor: "start", limit: 1 })
      assert.deepStrictEqual(
        answer.timeline.map((entry) => entry.commit),
        [second]
      )
      assert.strictEqual(answer.timeline[0]?.related_context?.length, 1)
      assert.strictEqual(answer.stats.entries_returned, 1)
    })
  )

  it.effect("orders the steps of one second by ancestry", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const ids = yield* repository.importHistory(
        Array.from({ length: 6 }, (_, at) => ({
          message: `Return ${at}`,
          date: firstDate,
          files: { "a.ts": `export const a = ${at}\n` }
        }))
      )
      for (const [at, commit] of ids.entries()) {
        yield* annotate(repository, commit, [{ file: "a.ts", anchor: "a", lines: [1, 1], intent: `Intent ${at}.` }])
      }
      const answer = yield* ask(repository).history({ path: "a.ts", anchor: "a" })
      assert.deepStrictEqual(
        answer.timeline.map((entry) => entry.commit),
        ids.map(String)
      )
    })
  )

  it.effect("returns the regions of one commit in the order of its note", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const names = Array.from({ length: 12 }, (_, index) => `value${index}`)
      const files = { "a.ts": names.map((name) => `export const ${name} = 1\n`).join("") }
      const commit = yield* repository.commit("Add", { files })
      const regions = names.map((anchor, index) => ({ file: "a.ts", anchor, lines: [index + 1, index + 1] as const }))
      yield* annotate(repository, commit, regions)
      const answer = yield* ask(repository).history({ path: "a.ts", limit: 20 })
      assert.deepStrictEqual(
        answer.timeline.map((entry) => entry.anchor),
        names
      )
    })
  )

  it.effect("follows circular related annotations only once", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const one = yield* repository.commit("One", { files: { "a.ts": "export const a = 1\n" } })
      const two = yield* repository.commit("Two", { files: { "a.ts": "export const a = 2\n" } })
      yield* annotate(repository, one, [{ file: "a.ts", anchor: "a", lines: [1, 1], intent: "one", ...pointing(two) }])
      yield* annotate(repository, two, [{ file: "a.ts", anchor: "a", lines: [1, 1], intent: "two", ...pointing(one) }])
      yield* repository.git(["config", "ultragit.depth", "10"])
      const answer = yield* ask(repository).history({ path: "a.ts", anchor: "a" })
      assert.deepStrictEqual(intents(answer), ["one", "two"])
      assert.deepStrictEqual(
        answer.timeline.map((entry) => entry.related_context?.map((related) => related.intent)),
        [["two"], ["one"]]
      )
    })
  )

  it.effect("maps authors through .mailmap", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.commit("Map", { files: { ".mailmap": "Ada Lovelace <ada@example.org>\n" } })
      const answer = yield* ask(repository).history({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual(
        answer.timeline.map((entry) => entry.author),
        ["Ada Lovelace"]
      )
    })
  )
})
