import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { evolution, inRepository } from "../../support/code/codeGraph.ts"
import { withoutWaiting } from "../../support/code/codeIndex.ts"
import type { HistoryCommit } from "../../support/history.ts"
import { slow } from "../../support/scale.ts"
import { firstDate, makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const ada = "Ada <ada@example.org>"
const adaAtHome = "ada l <ada@home.example>"
const bob = "Bob <bob@example.org>"

const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `const n${from + index} = ${from + index}\n`).join("")

const sum = (body: string): string => `export function sum(a: number, b: number) {\n${body}}\n`

/** `sum` moves down, is edited, and its file is renamed; someone else edits what is beside it. */
const history: ReadonlyArray<HistoryCommit> = [
  { message: "Add sum", author: ada, files: { "math.ts": sum("  return a + b\n") + numbers(1, 12) } },
  {
    message: "Put constants above",
    author: bob,
    files: { "math.ts": numbers(21, 32) + sum("  return a + b\n") + numbers(1, 12) }
  },
  {
    message: "Check arguments",
    author: adaAtHome,
    files: { "math.ts": numbers(21, 32) + sum("  check(a, b)\n  return a + b\n") + numbers(1, 12) }
  },
  {
    message: "Rename math",
    author: bob,
    files: { "math.ts": null, "lib/sum.ts": numbers(21, 32) + sum("  check(a, b)\n  return a + b\n") + numbers(1, 12) }
  },
  {
    message: "Change a constant",
    author: bob,
    files: {
      "lib/sum.ts": numbers(21, 31) + "const n32 = 0\n" + sum("  check(a, b)\n  return a + b\n") + numbers(1, 12),
      ".mailmap": "Ada <ada@example.org> <ada@home.example>\n"
    }
  }
]

const twoTotals = (first: number, second: number): string =>
  `def total():\n    return ${first}\n\n\ndef total():\n    return ${second}\n`

const makeHistory = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const [added = "", moved = "", checked = "", renamed = "", changed = ""] = yield* repository.importHistory(history)
  return { repository, ids: { added, moved, checked, renamed, changed } }
})

const path = "lib/sum.ts"

const lines = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line !== "")

/** The lines that each author wrote, as `git blame` says with the mailmap. */
const blameAuthors = (repository: TemporaryRepository, args: ReadonlyArray<string> = []) =>
  Effect.map(repository.git(["blame", "--line-porcelain", ...args, "HEAD", "--", path]), (text) => {
    const counts = new Map<string, number>()
    for (const line of lines(text)) {
      if (line.startsWith("author ")) counts.set(line.slice(7), (counts.get(line.slice(7)) ?? 0) + 1)
    }
    return counts
  })

describe("the history of a function", () => {
  it.live("is that of git log -L: past edits above it and renames, with the mailmap's authors", () =>
    Effect.gen(function* () {
      const { ids, repository } = yield* makeHistory
      const found = yield* evolution({ query_type: "function_history", file: path, name: "sum" }).pipe(
        inRepository(repository.directory)
      )
      assert.deepStrictEqual(lines(yield* repository.git(["log", "-L13,16:lib/sum.ts", "--format=%H", "-s"])), [
        ids.checked,
        ids.added
      ])
      assert.deepStrictEqual(
        found.commits?.map(({ author, hash, lines_added, lines_deleted, path: then }) => [
          hash,
          author,
          lines_added,
          lines_deleted,
          then
        ]),
        [
          [ids.checked, "Ada", 1, 0, "math.ts"],
          [ids.added, "Ada", 3, 0, "math.ts"]
        ]
      )
      assert.deepInclude(found, { total_commits: 2, unique_authors: 1, function: "sum" })
    })
  )

  it.live(
    "has the changes of several functions of a name, newest first, those of one second by ancestry",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const ids = yield* repository.importHistory(
          Array.from({ length: 6 }, (_, at) => ({
            message: `Change ${at}`,
            date: firstDate,
            files: { "total.py": twoTotals(Math.floor(at / 2), Math.ceil(at / 2)) }
          }))
        )
        const found = yield* evolution({ query_type: "function_history", file: "total.py", name: "total" }).pipe(
          inRepository(repository.directory)
        )
        assert.deepStrictEqual(
          found.commits?.map(({ hash }) => hash),
          ids.toReversed()
        )
        assert.deepStrictEqual(
          found.commits?.map(({ lines_added }) => lines_added),
          [1, 1, 1, 1, 1, 4]
        )
        const blamed = yield* evolution({
          query_type: "entity_blame",
          file: "total.py",
          line_start: 1,
          line_end: 6
        }).pipe(inRepository(repository.directory))
        assert.strictEqual(blamed.most_recent_commit, ids[5])
      }),
    slow
  )

  it.live("counts the lines that were deleted between its lines, and leaves out what was deleted beside them", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const texts = [
        numbers(1, 9),
        numbers(1, 4) + numbers(7, 9),
        numbers(1, 2) + numbers(4, 4) + numbers(7, 9),
        numbers(1, 2) + numbers(4, 4) + numbers(7, 7) + numbers(9, 9)
      ]
      const [added = "", deleted = ""] = yield* repository.importHistory(
        texts.map((text, at) => ({ message: `Change ${at}`, files: { "n.ts": text } }))
      )
      const found = yield* evolution({
        query_type: "function_history",
        file: "n.ts",
        line_start: 3,
        line_end: 4
      }).pipe(inRepository(repository.directory))
      const byGit = yield* repository.git(["log", "-L3,4:n.ts", "--format=%H", "-s"])
      assert.deepStrictEqual(lines(byGit), [deleted, added])
      assert.deepStrictEqual(
        found.commits?.map(({ hash, lines_added, lines_deleted }) => [hash, lines_added, lines_deleted]),
        [
          [deleted, 0, 2],
          [added, 4, 0]
        ]
      )
    })
  )

  it.live("can be asked for by lines, and refuses a name that the file does not define", () =>
    Effect.gen(function* () {
      const { ids, repository } = yield* makeHistory
      yield* Effect.gen(function* () {
        const found = yield* evolution({ query_type: "function_history", file: path, line_start: 12, line_end: 12 })
        assert.deepStrictEqual(
          found.commits?.map(({ hash }) => hash),
          [ids.changed, ids.moved]
        )
        const together = yield* evolution({ query_type: "function_history", file: path, line_start: 11, line_end: 14 })
        assert.deepStrictEqual(
          together.commits?.map(({ hash, lines_added, lines_deleted }) => [hash, lines_added, lines_deleted]),
          [
            [ids.changed, 1, 1],
            [ids.checked, 1, 0],
            [ids.moved, 2, 0],
            [ids.added, 1, 0]
          ]
        )
        const unknown = yield* Effect.flip(evolution({ query_type: "function_history", file: path, name: "product" }))
        assert.include(unknown.message, "Function 'product' not found in file 'lib/sum.ts'")
        const unnamed = yield* Effect.flip(evolution({ query_type: "function_history", file: path }))
        assert.include(unnamed.message, "`name`")
      }).pipe(inRepository(repository.directory))
    })
  )
})

const askForLines = (line_start: number, line_end: number) =>
  Effect.map(evolution({ query_type: "function_history", file: path, line_start, line_end }), ({ commits }) =>
    commits?.map(({ hash }) => hash)
  )

describe("the history of lines of a work tree that differs", () => {
  it.live("is that of the lines that they are in HEAD, or replace there", () =>
    Effect.gen(function* () {
      const { ids, repository } = yield* makeHistory
      const committed = yield* repository.git(["show", `HEAD:${path}`])
      const edited = committed.replace("const n32 = 0", "const n32 = 32").replace("const n12 =", "const last =")
      yield* repository.write(path, `// First\n// Second\n${edited}\n// Last\n`)
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* askForLines(16, 16), [ids.checked])
        assert.deepStrictEqual(yield* askForLines(14, 14), [ids.changed, ids.moved])
        assert.deepStrictEqual(yield* askForLines(30, 31), [ids.added])
        assert.deepStrictEqual(yield* askForLines(1, 3), [ids.moved])
        assert.deepStrictEqual(yield* askForLines(1, 2), [])
      }).pipe(inRepository(repository.directory))
    })
  )

  it.live("is empty where the file is not committed", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeHistory
      yield* repository.write("new.ts", "export const a = 1\n")
      const found = yield* evolution({
        query_type: "function_history",
        file: "new.ts",
        line_start: 1,
        line_end: 1
      }).pipe(inRepository(repository.directory))
      assert.deepStrictEqual(found.commits, [])
    })
  )
})

describe("ownership", () => {
  it.live(
    "lists as many authors as asked for, and says how many there are",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeHistory
        const ask = (query_type: "file_ownership" | "file_churn", limit: number) =>
          evolution({ query_type, file: path, limit }).pipe(inRepository(repository.directory))
        const owned = yield* ask("file_ownership", 1)
        assert.lengthOf(owned.ownership ?? [], 1)
        assert.deepInclude(owned, { num_authors: 2, has_more: true, bus_factor: 1 })
        const changed = yield* ask("file_churn", 1)
        assert.lengthOf(changed.authors ?? [], 1)
        assert.deepInclude(changed, { num_authors: 2, has_more: true, commit_count: 5 })
        assert.notProperty(yield* ask("file_ownership", 2), "has_more")
      }),
    slow
  )

  it.live("is that of git blame with the mailmap, with the bus factor", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeHistory
      const found = yield* evolution({ query_type: "file_ownership", file: path }).pipe(
        inRepository(repository.directory)
      )
      const expected = yield* blameAuthors(repository)
      assert.deepStrictEqual(new Map(found.ownership?.map(({ author, lines: count }) => [author, count])), expected)
      assert.strictEqual(found.bus_factor, 1)
    })
  )

  it.live("has a bus factor of those who wrote more than half, and names authors without a name by their address", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.importHistory([
        { message: "First", author: ada, files: { "a.ts": numbers(1, 4) } },
        { message: "Second", author: " <eve@example.org>", files: { "a.ts": numbers(1, 8) } }
      ])
      const ask = evolution({ query_type: "file_ownership", file: "a.ts" }).pipe(inRepository(repository.directory))
      const even = yield* ask
      assert.deepStrictEqual(
        even.ownership?.map(({ author, lines: count }) => [author, count]),
        [
          ["Ada", 4],
          ["eve@example.org", 4]
        ]
      )
      assert.strictEqual(even.bus_factor, 2)
      yield* repository.importHistory([{ message: "Third", author: ada, files: { "a.ts": numbers(0, 8) } }])
      assert.strictEqual((yield* ask).bus_factor, 1)
    })
  )

  it.live("does not count lines that are not committed, and says how many there are", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeHistory
      yield* repository.write(path, `const first = 1\n${yield* repository.git(["show", `HEAD:${path}`])}\n`)
      const found = yield* evolution({ query_type: "entity_blame", file: path, line_start: 1, line_end: 2 }).pipe(
        inRepository(repository.directory)
      )
      assert.deepInclude(found, { commit_count: 1, num_authors: 1, last_author: "Bob" })
      assert.deepStrictEqual(found.warnings, ["Lines not committed yet, which have no author: 1."])
    })
  )
})

describe("churn", () => {
  it.live("of a file is that of git log --follow --numstat, renames followed", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeHistory
      const found = yield* evolution({ query_type: "file_churn", file: path }).pipe(inRepository(repository.directory))
      const stat = lines(yield* repository.git(["log", "--follow", "--numstat", "--format=", "--", path])).map((line) =>
        line.split("\t")
      )
      assert.deepInclude(found, {
        commit_count: history.length,
        insertions: stat.reduce((total, [added]) => total + Number(added), 0),
        deletions: stat.reduce((total, [, deleted]) => total + Number(deleted), 0),
        authors: ["Bob", "Ada"]
      })
    })
  )

  it.live("of the hottest files is counted by the path that each has now", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeHistory
      const { files } = yield* evolution({ query_type: "hottest_files" }).pipe(inRepository(repository.directory))
      assert.deepStrictEqual(
        files?.map((file) => [file.path, file.commits]),
        [
          [path, 5],
          [".mailmap", 1]
        ]
      )
    })
  )

  it.live("of the hottest files is that of the file itself, not of another that had its path before", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.importHistory([
        { message: "Add old", files: { "now.ts": numbers(1, 12) } },
        { message: "Change old", files: { "now.ts": numbers(2, 12) } },
        { message: "Remove old", files: { "now.ts": null, "draft.ts": numbers(40, 52) } },
        { message: "Rename", files: { "now.ts": numbers(40, 52), "draft.ts": null } }
      ])
      const { files } = yield* evolution({ query_type: "hottest_files" }).pipe(inRepository(repository.directory))
      assert.deepStrictEqual(
        files?.map((file) => [file.path, file.commits]),
        [["now.ts", 2]]
      )
    })
  )

  it.live("of a file with as many commits as are counted is complete, and with one more is not", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const edit = (_: unknown, index: number) => ({
        message: `Edit ${index}`,
        files: { "a.ts": numbers(index, index) }
      })
      yield* repository.importHistory(Array.from({ length: 500 }, edit))
      const churn = evolution({ query_type: "file_churn", file: "a.ts" }).pipe(inRepository(repository.directory))
      assert.deepInclude(yield* churn, { commit_count: 500 })
      assert.isUndefined((yield* churn).warnings)
      yield* repository.commit("One more", { files: { "a.ts": numbers(1000, 1000) } })
      const more = yield* churn
      assert.strictEqual(more.commit_count, 500)
      assert.deepStrictEqual(more.warnings, ["Only the newest 500 commits of the file are counted."])
    })
  )

  it.live("can be listed commit by commit", () =>
    Effect.gen(function* () {
      const { ids, repository } = yield* makeHistory
      yield* Effect.gen(function* () {
        const found = yield* evolution({ query_type: "file_commits", file: path, limit: 2 })
        assert.deepStrictEqual(
          found.commits?.map(({ hash, message }) => [hash, message]),
          [
            [ids.changed, "Change a constant"],
            [ids.renamed, "Rename math"]
          ]
        )
        const recent = yield* evolution({ query_type: "recent_commits", limit: 3 })
        assert.deepStrictEqual(
          recent.commits?.map(({ author, hash }) => [hash, author]),
          [
            [ids.changed, "Bob"],
            [ids.renamed, "Bob"],
            [ids.checked, "Ada"]
          ]
        )
        assert.isUndefined(recent.warnings)
        const unused = yield* evolution({ query_type: "recent_commits", file: "src/math.ts", limit: 1 })
        assert.deepStrictEqual(unused.warnings, [
          "recent_commits is about the whole repository and ignores file. Of one file: file_commits."
        ])
      }).pipe(inRepository(repository.directory))
    })
  )
})

describe("files that change together", () => {
  it.live("are hidden couplings where neither refers to the other", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.importHistory(
        Array.from({ length: 5 }, (_, index) => ({
          message: `Change ${index}`,
          files: {
            "src/a.ts": `import { b } from "./b.ts"\nexport const a = b + ${index}\n`,
            "src/b.ts": `export const b = ${index}\n`,
            "doc/format.ts": `export const format = ${index}\n`
          }
        }))
      )
      const ask = evolution({ query_type: "coupled_files", file: "src/a.ts" })
      const [early, { coupled }] = yield* Effect.all([withoutWaiting(ask), ask]).pipe(
        inRepository(repository.directory)
      )
      assert.deepStrictEqual(
        early.coupled?.map(({ hidden }) => hidden),
        [false, false]
      )
      assert.match(early.warnings?.[0] ?? "", /^Which of them are hidden is not known: Indexing goes on/)
      assert.deepStrictEqual(coupled?.map(({ hidden, path: other }) => [other, hidden]).toSorted(), [
        ["doc/format.ts", true],
        ["src/b.ts", false]
      ])
    })
  )
})

describe("files that change together, where an object is missing as in a partial clone", () => {
  it.live("are left out with a warning", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("First", {
        files: { "src/a.ts": "a\n", "old.ts": "export const old = 1\n".repeat(9) }
      })
      yield* repository.git(["mv", "old.ts", "new.ts"])
      yield* repository.write("new.ts", `${"export const old = 1\n".repeat(9)}// More\n`)
      yield* repository.git(["commit", "--quiet", "--all", "--message", "Second"])
      const blob = yield* repository.git(["rev-parse", "HEAD~1:old.ts"])
      yield* repository.remove(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`)
      const found = yield* evolution({ query_type: "coupled_files", file: "src/a.ts" }).pipe(
        inRepository(repository.directory)
      )
      assert.deepStrictEqual(found.coupled, [])
      assert.match(found.warnings?.join() ?? "", /^Files that change together are left out: /)
    })
  )
})

describe("a question about history", () => {
  it.live("says that a shallow clone's history ends early", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeHistory
      const shallow = yield* makeRepository()
      yield* shallow.git(["fetch", "--quiet", "--depth=2", `file://${repository.directory}`, "HEAD"])
      yield* shallow.git(["reset", "--quiet", "--hard", "FETCH_HEAD"])
      const found = yield* evolution({ query_type: "file_churn", file: path }).pipe(inRepository(shallow.directory))
      assert.match(found.warnings?.join() ?? "", /shallow/)
    })
  )

  it.live("does not count the boundary of a shallow clone as a change, nor its author for what is older", () =>
    Effect.gen(function* () {
      const { ids, repository } = yield* makeHistory
      yield* repository.git(["branch", "side", ids.renamed])
      yield* repository.git(["checkout", "--quiet", "side"])
      yield* repository.commit("Add a side", { files: { "side.ts": "export const side = 1\n" } })
      yield* repository.git(["checkout", "--quiet", "-"])
      yield* repository.git(["merge", "--quiet", "--no-ff", "-m", "Merge side", "side"])
      const shallow = yield* makeRepository()
      yield* shallow.git(["fetch", "--quiet", "--depth=2", `file://${repository.directory}`, "HEAD"])
      yield* shallow.git(["reset", "--quiet", "--hard", "FETCH_HEAD"])
      const changed = numbers(21, 32) + sum("  check(a, b)\n  return a + b\n") + numbers(1, 11) + "const n12 = 0\n"
      yield* shallow.commit("Change the last constant", { files: { [path]: changed } })
      yield* Effect.gen(function* () {
        const churn = yield* evolution({ query_type: "file_churn", file: path })
        assert.strictEqual(churn.commit_count, 1)
        const commits = yield* evolution({ query_type: "file_commits", file: path })
        assert.deepStrictEqual(
          commits.commits?.map(({ message }) => message),
          ["Change the last constant"]
        )
        const hottest = yield* evolution({ query_type: "hottest_files" })
        assert.deepStrictEqual(
          hottest.files?.map((file) => [file.path, file.commits]),
          [[path, 1]]
        )
        const owners = yield* evolution({ query_type: "file_ownership", file: path })
        assert.deepStrictEqual(
          owners.ownership?.map(({ author, lines: count }) => [author, count]),
          [["Ada Author", 2]]
        )
        const total = changed.split("\n").length - 1
        assert.match(owners.warnings?.join() ?? "", new RegExp(`authors are unknown: ${total - 2}\\.`))
        assert.strictEqual(owners.ownership?.[0]?.percentage, Math.round(2000 / total) / 10)
        assert.isUndefined(owners.bus_factor)
        const blamed = yield* evolution({ query_type: "entity_blame", file: path, name: "sum" })
        assert.isUndefined(blamed.commit_count)
        assert.isUndefined(blamed.num_authors)
        const traced = yield* evolution({ query_type: "function_history", file: path, name: "sum" })
        assert.deepStrictEqual(traced.commits, [])
      }).pipe(inRepository(shallow.directory))
    })
  )

  it.live("is refused without the file that it is about, and for one that is not there", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeHistory
      yield* Effect.gen(function* () {
        const missing = yield* Effect.flip(evolution({ query_type: "file_churn" }))
        assert.strictEqual(missing.message.split(". ")[0], "file_churn requires the `file` parameter.")
        const unknown = yield* Effect.flip(evolution({ query_type: "file_churn", file: "lib" }))
        assert.include(unknown.message, "lib")
        const limit = yield* Effect.flip(evolution({ query_type: "recent_commits", limit: 501 }))
        assert.include(limit.message, "Expected 1 to 500")
      }).pipe(inRepository(repository.directory))
    })
  )
})
