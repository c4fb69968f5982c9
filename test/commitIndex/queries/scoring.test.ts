import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { openDatabase, type Database } from "../../../src/adapters/sql/Database.ts"
import type { SearchPosition } from "../../../src/commitIndex/queries/search.ts"
import { headSize } from "../../../src/commitIndex/queries/scoring.ts"
import { indexFormat } from "../../../src/commitIndex/store/schema.ts"
import { type Entry, found, indexWith, subjects, writeEntries } from "../../support/commits/smallIndex.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

const filler = (count: number, subject: string): ReadonlyArray<Entry> =>
  Array.from({ length: count }, (_, place) => ({ subject: `${subject} ${place}` }))

/** Makes a commit long, so that BM25 alone ranks it low. */
const longPatch = { "a.txt": Array.from({ length: 600 }, (_, line) => `+padding ${line} of a long file`) }

const patch = (line: string) => ({ "a.c": [line] })

/** Subjects of the results in an index of these commits and many others without the words. */
const rank = (entries: ReadonlyArray<Entry>, query: string) =>
  Effect.map(indexWith([...entries, ...filler(300, "Nothing alike")]), (database) => subjects(found(database, query)))

const rankOf = (database: Database) => found(database, "tokenizer open", { limit: 1 }).next?.rank

describe("the score of a commit", () => {
  it.effect("is higher for all words in a long commit than for one word in a short one", () =>
    Effect.gen(function* () {
      const entries: ReadonlyArray<Entry> = [
        { subject: "Flickers, flickers", body: "Flickers" },
        { subject: "The cursor blinks", body: "It flickers.", changes: longPatch }
      ]
      assert.strictEqual((yield* rank(entries, "flickers cursor blinks"))[0], "The cursor blinks")
    })
  )

  it.effect("counts a rare word more than a frequent one", () =>
    Effect.gen(function* () {
      const entries = [{ subject: "Read the parser" }, ...filler(90, "Read the socket")]
      assert.strictEqual((yield* rank(entries, "socket parser"))[0], "Read the parser")
    })
  )

  it.effect("is highest for a word in the subject, then in the body, in a path, in the patch", () =>
    Effect.gen(function* () {
      const entries: ReadonlyArray<Entry> = [
        { subject: "One", changes: { "a.c": ["+quota"] } },
        { subject: "Two", changes: { "quota/b.c": ["+size"] } },
        { subject: "Three", body: "Limits the quota." },
        { subject: "Limit the quota", changes: { "c.txt": ["+padding of a few more words"] } }
      ]
      assert.deepStrictEqual(yield* rank(entries, "quota"), ["Limit the quota", "Three", "Two", "One"])
    })
  )

  it.effect("is higher for the words as a phrase, also in the patch", () =>
    Effect.gen(function* () {
      const entries: ReadonlyArray<Entry> = [
        { subject: "First", changes: patch("+remote lock is held") },
        { subject: "Second", changes: patch("+held is remote lock") },
        { subject: "Third", changes: patch("+lock held is remote") }
      ]
      assert.strictEqual((yield* rank(entries, "remote lock is held"))[0], "First")
      const messages = [{ subject: "Remote lock" }, { subject: "Lock remote" }]
      assert.strictEqual((yield* rank(messages, "remote lock"))[0], "Remote lock")
    })
  )

  it.effect("is lower for merges, releases and lists of changes", () =>
    Effect.gen(function* () {
      const summaries = [
        "Merge branch throttle",
        "Release throttle",
        "1.2.0 throttle",
        "v1.2 throttle",
        "Bump throttle"
      ]
      for (const subject of [...summaries, "Changelog: throttle"]) {
        const [first] = yield* rank([{ subject: "Add throttle here" }, { subject, time: 1_800_000_000 }], "throttle")
        assert.strictEqual(first, "Add throttle here", subject)
      }
      const [first] = yield* rank(
        [{ subject: "Add throttle" }, { subject: "Add throttle!", time: 1_800_000_000 }],
        "throttle"
      )
      assert.strictEqual(first, "Add throttle!")
    })
  )

  it.effect("counts a word that is too frequent to find commits by, in messages", () =>
    Effect.gen(function* () {
      const entries = [{ subject: "Close the tokenizer" }, { subject: "Open tokenizer" }, { subject: "The tokenizer" }]
      const database = yield* indexWith([...entries, ...filler(1_200, "Open thing")])
      const three = subjects(found(database, "tokenizer open"))
      assert.deepStrictEqual([three[0], three.length], ["Open tokenizer", 3])
    })
  )

  it.effect("ranks by words that are all frequent, unless there is only one", () =>
    Effect.gen(function* () {
      const entries = [{ subject: "Blocking task" }, ...filler(1_100, "Blocking call"), ...filler(1_100, "Task list")]
      const database = yield* indexWith(entries)
      assert.strictEqual(subjects(found(database, "blocking task"))[0], "Blocking task")
      assert.strictEqual(subjects(found(database, "blocking"))[0], "Blocking call 1099")
    })
  )

  it.effect("is higher for related words", () =>
    Effect.gen(function* () {
      const entries = [{ subject: "Prevent a deadlock of workers" }, { subject: "Translate the menu of workers" }]
      assert.strictEqual((yield* rank(entries, "workers hang"))[0], "Prevent a deadlock of workers")
      assert.strictEqual((yield* rank(entries, "workers language"))[0], "Translate the menu of workers")
    })
  )

  it.effect("orders expressions of a user, also of the column of patches", () =>
    Effect.gen(function* () {
      const entries: ReadonlyArray<Entry> = [
        { subject: "Other", body: "widget or gadget", changes: { "a.c": ["+widget"] } },
        { subject: "Widget" }
      ]
      assert.deepStrictEqual(yield* rank(entries, "widget OR gadget"), ["Widget", "Other"])
      assert.deepStrictEqual(yield* rank(entries, "patch: widget"), ["Other"])
    })
  )

  it.effect("orders the best matches, which the others follow on later pages", () =>
    Effect.gen(function* () {
      const count = headSize + 60
      const database = yield* indexWith([...filler(count, "Repaint window"), { subject: "Repaint" }])
      const all = found(database, "repaint window", { limit: count + 10 }).results.map(({ sha }) => sha)
      assert.strictEqual(new Set(all).size, count + 1)
      const paged: Array<string> = []
      let after: SearchPosition | undefined
      do {
        const page = found(database, "repaint window", { limit: 70, after })
        paged.push(...page.results.map(({ sha }) => sha))
        after = page.next
      } while (after !== undefined)
      assert.deepStrictEqual(paged, all)
    })
  )

  it.effect("depends on the commits at the time, whichever connection wrote them", () =>
    Effect.gen(function* () {
      const path = join(yield* makeFolder, "index.sqlite3")
      const writer = yield* openDatabase({ path, format: indexFormat })
      const reader = yield* openDatabase({ path, format: indexFormat, readOnly: true })
      const first = [{ subject: "Close the tokenizer" }, ...filler(9, "Open thing")]
      const added = filler(300, "Nothing alike").map((entry, place) => ({ ...entry, id: 1_000 + place }))
      const write = (entries: ReadonlyArray<Entry>) =>
        Effect.fromResult(writer.transact((connection) => writeEntries(connection, entries)))
      yield* write(first)
      const before = rankOf(reader)
      assert.strictEqual(rankOf(writer), before)
      yield* write(added)
      const after = rankOf(yield* indexWith([...first, ...added]))
      assert.notStrictEqual(after, before)
      assert.deepStrictEqual([rankOf(reader), rankOf(writer)], [after, after])
    })
  )
})
