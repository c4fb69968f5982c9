import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { CommitSize, PathChange } from "../../../src/adapters/git/CommitChange.ts"
import type { UseGit } from "../GitContract.ts"
import { makeRepository } from "../TemporaryRepository.ts"
import { reasonOf } from "./reasons.ts"

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}`)
const text = (lines: ReadonlyArray<string>) => `${lines.join("\n")}\n`

const lineHistories = (use: UseGit) => {
  it.effect("follows lines through edits above them, overwriting and renames, newest first", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const one = numbered(20)
      const two = one.with(9, "second 10")
      const three = ["above", "above", ...two]
      const five = three.with(11, "fifth 10").with(12, "fifth 11")
      const ids = yield* repository.importHistory([
        { message: "one", files: { "a.txt": text(one) } },
        { message: "two", files: { "a.txt": text(two) } },
        { message: "three, above", files: { "a.txt": text(three) } },
        { message: "four, renamed", files: { "a.txt": null, "b c.txt": text(three) } },
        { message: "five", files: { "b c.txt": text(five) } }
      ])
      const commit = yield* repository.id("HEAD")
      const changes = yield* use(repository.directory, (git) =>
        git.lineHistory({ commit, path: "b c.txt", lines: { start: 12, end: 13 } })
      )
      assert.deepStrictEqual<unknown>(changes, [
        { commit: ids[4], path: "b c.txt", ranges: [{ start: 12, end: 13 }] },
        { commit: ids[1], path: "a.txt", ranges: [{ start: 10, end: 11 }] },
        { commit: ids[0], path: "a.txt", ranges: [{ start: 10, end: 11 }] }
      ])
    })
  )

  it.effect("is not misled by content that looks like a patch", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const id = "a".repeat(40)
      const hostile = [
        "-- a/x",
        "++ b/evil",
        "@@ -1,1 +77,7 @@",
        "diff --git a/x b/evil",
        `\0${id}`,
        "",
        "- a",
        "+ b",
        "\\ x"
      ]
      const first = yield* repository.commit("one", { files: { "a.txt": text([...numbered(5), ...hostile, "end"]) } })
      const second = yield* repository.commit("two", {
        files: { "a.txt": text([...hostile, ...hostile, ...hostile, "end"]) }
      })
      const third = yield* repository.commit("three\n\ndiff --git a/x b/evil\n+++ b/evil\n@@ -1 +1 @@", {
        files: { "a.txt": text(["++ b/evil", "@@ -9 +9 @@", "end"]) }
      })
      const changes = yield* use(repository.directory, (git) =>
        git.lineHistory({ commit: third, path: "a.txt", lines: { start: 1, end: 3 } })
      )
      assert.deepStrictEqual(
        changes.map((change) => change.commit),
        [third, second, first]
      )
      assert.deepStrictEqual(new Set(changes.map((change) => change.path)), new Set(["a.txt"]))
      assert.deepStrictEqual(changes[0]?.ranges, [{ start: 1, end: 3 }])
    })
  )

  it.effect("follows lines of files with any characters in their names", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const odd = [
        "--output=x",
        "-L1",
        ":x",
        ":(glob)y",
        "a\nb",
        "*.txt",
        'q"uote',
        "back\\slash",
        "t\tab",
        "ä ö",
        "1,2:x"
      ]
      const first = yield* repository.commit("one", { files: Object.fromEntries(odd.map((path) => [path, "x\n"])) })
      const second = yield* repository.commit("two", { files: Object.fromEntries(odd.map((path) => [path, "y\n"])) })
      const found = yield* use(repository.directory, (git) =>
        Effect.forEach(odd, (path) => git.lineHistory({ commit: second, path, lines: { start: 1, end: 1 } }))
      )
      const ranges = [{ start: 1, end: 1 }]
      assert.deepStrictEqual(
        found,
        odd.map((path) => [
          { commit: second, path, ranges },
          { commit: first, path, ranges }
        ])
      )
    })
  )

  it.effect("names the commits that git log -L names, in histories with merges", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const base = numbered(40)
      const left = base.with(9, "left")
      const right = base.with(29, "right")
      yield* repository.importHistory([
        { message: "base", files: { "a.txt": text(base) } },
        { message: "left", files: { "a.txt": text(left) } },
        { message: "right", files: { "a.txt": text(right) }, parents: [0] },
        { message: "evil", files: { "a.txt": text(left.with(29, "both").with(9, "both")) }, parents: [1, 2] },
        { message: "after", files: { "a.txt": text(left.with(29, "both").with(9, "after")) } }
      ])
      const commit = yield* repository.id("HEAD")
      for (const lines of [
        { start: 5, end: 15 },
        { start: 1, end: 40 },
        { start: 30, end: 30 }
      ]) {
        const changes = yield* use(repository.directory, (git) => git.lineHistory({ commit, path: "a.txt", lines }))
        const byGit = yield* repository.git(["log", "-s", "--format=%H", `-L${lines.start},${lines.end}:a.txt`])
        assert.deepStrictEqual(
          changes.map((change) => change.commit),
          byGit.split("\n")
        )
        assert.isTrue(changes.every((change) => change.path === "a.txt"))
      }
    })
  )

  it.effect("fails with a typed error for lines past the end and paths outside the tree", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one", { files: { "a.txt": "a\n" } })
      const ask = (path: string, start: number) =>
        use(repository.directory, (git) => reasonOf(git.lineHistory({ commit, path, lines: { start, end: start } })))
      assert.strictEqual(yield* ask("a.txt", 9), "CommandFailed")
      assert.strictEqual(yield* ask("none.txt", 1), "CommandFailed")
      assert.strictEqual(yield* ask("../../etc/passwd", 1), "PathUnsupported")
      assert.strictEqual(yield* ask("\udcff", 1), "CommandFailed")
      assert.strictEqual(yield* ask("\ud83d", 1), "PathUnsupported")
    })
  )
}

const fileHistories = (use: UseGit) => {
  it.effect("follows a file through renames, even a deleted one", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const body = text(numbered(20))
      const ids = yield* repository.importHistory([
        { message: "one", files: { "a.txt": body, "other.txt": "o\n" } },
        { message: "renamed", files: { "a.txt": null, "b\nb.txt": body } },
        { message: "elsewhere", files: { "other.txt": "p\n" } },
        { message: "renamed again", files: { "b\nb.txt": null, R100: body } },
        { message: "edited", files: { R100: `${body}more\n` } },
        { message: "deleted", files: { R100: null } }
      ])
      const [before, head] = [ids[4] ?? ObjectId.make("1".repeat(40)), yield* repository.id("HEAD")]
      const none = Option.none<string>()
      const [living, deleted, absent] = yield* use(repository.directory, (git) =>
        Effect.all([git.fileHistory(before, "R100"), git.fileHistory(head, "R100"), git.fileHistory(head, "never.txt")])
      )
      const history = [
        { commit: ids[4], path: "R100", previousPath: none },
        { commit: ids[3], path: "R100", previousPath: Option.some("b\nb.txt") },
        { commit: ids[1], path: "b\nb.txt", previousPath: Option.some("a.txt") },
        { commit: ids[0], path: "a.txt", previousPath: none }
      ]
      assert.deepStrictEqual<unknown>(living, history)
      assert.deepStrictEqual<unknown>(deleted, [{ commit: ids[5], path: "R100", previousPath: none }, ...history])
      assert.deepStrictEqual(absent, [])
    })
  )

  it.effect("lists every rename of a history, newest first, and nothing else", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const [x, y] = [text(numbered(20)), text(numbered(30).map((line) => `y ${line}`))]
      const ids = yield* repository.importHistory([
        { message: "one", files: { "a.txt": x, "b.txt": y } },
        { message: "two", files: { "a.txt": null, "c\tc.txt": x, "b.txt": null, "d.txt": y } },
        { message: "three", files: { "d.txt": `${y}more\n` } },
        { message: "four", files: { "d.txt": null, "src/d.txt": `${y}more\n` } }
      ])
      const head = yield* repository.id("HEAD")
      const renames = yield* use(repository.directory, (git) => git.renames(head))
      assert.deepStrictEqual<unknown>(renames, [
        { commit: ids[3], from: ["d.txt"], to: ["src/d.txt"] },
        { commit: ids[1], from: ["a.txt"], to: ["c\tc.txt"] },
        { commit: ids[1], from: ["b.txt"], to: ["d.txt"] }
      ])
    })
  )

  it.effect("lists renames made by a merge, as when a project is merged into a subfolder", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const [x, y] = [text(numbered(20)), text(numbered(30).map((line) => `y ${line}`))]
      yield* repository.importHistory([
        { message: "ours", files: { "a.txt": x } },
        { message: "theirs", files: { "b.txt": y }, parents: [] },
        { message: "join", files: { "joined/b.txt": y }, parents: [0, 1] }
      ])
      const head = yield* repository.id("HEAD")
      const renames = yield* use(repository.directory, (git) => git.renames(head))
      assert.deepStrictEqual<unknown>(renames, [{ commit: head, from: ["b.txt"], to: ["joined/b.txt"] }])
    })
  )

  it.effect("lists the paths that non-merge commits added, with and without an excluded commit", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const ids = yield* repository.importHistory([
        { message: "one", files: { "a.txt": "a\n", "b.txt": "b\n" } },
        { message: "two", files: { "a.txt": null, "c\tc.txt": "a\n", "b.txt": "B\n" } },
        { message: "side", files: { "a.txt": "again\n", "d.txt": "d\n" }, parents: [0] },
        { message: "merge", files: { "d.txt": "d\n", "merged.txt": "m\n" }, parents: [1, 2] }
      ])
      const [one, two, side, merge] = ids
      if (one === undefined || two === undefined || side === undefined || merge === undefined) return
      const added = (commit: ObjectId, without?: ObjectId) =>
        Effect.map(
          use(repository.directory, (git) => git.additions(commit, without)),
          (found) => new Map(Array.from(found, ([id, paths]) => [id, [...paths]]))
        )
      const since = new Map([[side, ["d.txt"]]])
      assert.deepStrictEqual(yield* added(merge, two), since)
      const all = new Map([...since, [two, ["c\tc.txt"]], [one, ["a.txt", "b.txt"]]])
      assert.deepStrictEqual(yield* added(merge), all)
    })
  )

  it.effect("reads the paths that non-merge commits changed, newest first", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const content = text(numbered(20))
      const ids = yield* repository.importHistory([
        { message: "one", files: { "a\ta.txt": content, "b.txt": "b\n" }, date: 100 },
        { message: "two", files: { "a\ta.txt": null, "c.txt": content, "b.txt": "B\n" }, date: 200 },
        { message: "side", files: { "b.txt": null, "a\ta.txt": `${content}more\n` }, parents: [0], date: 300 },
        { message: "merge", files: { "d.txt": "d\n" }, parents: [1, 2], date: 400 },
        { message: "edited move", files: { "c.txt": null, "e.txt": `${content}end\n` }, date: 500 }
      ])
      const [one, two, side, merge, last] = ids
      if (one === undefined || two === undefined || side === undefined || merge === undefined || last === undefined)
        return
      const read = (without: ObjectId | undefined, maxCount = 9) =>
        use(repository.directory, (git) =>
          Effect.suspend(() => {
            const found: Array<PathChange> = []
            return Effect.as(
              git.pathChanges({ commit: last, without, maxCount }, (each) => found.push(each)),
              found
            )
          })
        )
      const moved = { path: "e.txt", renamedFrom: "c.txt", isEdited: true }
      const since = [
        { commit: last, committerTime: 500, files: [moved] },
        {
          commit: side,
          committerTime: 300,
          files: [
            { path: "a\ta.txt", isEdited: true },
            { path: "b.txt", isEdited: false }
          ]
        }
      ]
      assert.deepStrictEqual(yield* read(two), since)
      const b = { path: "b.txt", isEdited: true }
      const before = [
        { commit: two, committerTime: 200, files: [b, { path: "c.txt", renamedFrom: "a\ta.txt", isEdited: false }] },
        { commit: one, committerTime: 100, files: [{ path: "a\ta.txt", isEdited: true }, b] }
      ]
      assert.deepStrictEqual(yield* read(undefined), [...since, ...before])
      assert.deepStrictEqual(yield* read(undefined, 1), since.slice(0, 1))
      assert.deepStrictEqual(yield* read(last), [])
    })
  )

  it.effect("reads the beginnings of titles with the paths where they are asked for", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const ids = yield* repository.importHistory([
        { message: `M ${"long ".repeat(1000)}`, files: { "a.txt": "a\n" }, date: 100 },
        { message: "", files: { "a.txt": "b\n" }, date: 200 },
        { message: `${"0".repeat(40)} 1 \u200B\u0007ä\nsecond line\n\nbody`, files: { "a.txt": "c\n" }, date: 300 }
      ])
      const last = ids.at(-1)
      if (last === undefined) return
      const titles = yield* use(repository.directory, (git) =>
        Effect.suspend(() => {
          const found: Array<string | undefined> = []
          const take = ({ title }: PathChange) => void found.push(title)
          return Effect.as(git.pathChanges({ commit: last, maxCount: 9, titles: true }, take), found)
        })
      )
      const [newest, empty, long = ""] = titles
      assert.strictEqual(newest, `${"0".repeat(40)} 1 \u200B\u0007ä second line`)
      assert.strictEqual(empty, "")
      assert.match(long, /^M (?:long )+lo?n?g?$/)
      assert.isBelow(long.length, 400)
    })
  )

  it.effect("reads how many lines non-merge commits changed, by the authors of the mailmap", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const content = text(numbered(20))
      const ids = yield* repository.importHistory([
        { message: "one\n\nbody", files: { "a\ta.txt": content, "b.txt": "b\n" }, date: 100 },
        { message: "moved", files: { "a\ta.txt": null, "c.txt": `${content}more\n`, "b.txt": "B\n" }, date: 200 },
        { message: "side", files: { bin: "\0\n" }, parents: [0], date: 300, author: "Old <old@example.org>" },
        { message: "merge", files: { bin: "\0\n" }, parents: [1, 2], date: 400 },
        { message: "", files: { "c.txt": content }, date: 500 }
      ])
      const [one, moved, side, merge, last] = ids
      if (one === undefined || moved === undefined || side === undefined || merge === undefined || last === undefined)
        return
      yield* repository.write(".mailmap", "Ada Author <ada@example.org> <old@example.org>\n")
      const read = (walk: { readonly path?: string; readonly maxCount: number }) =>
        use(repository.directory, (git) =>
          Effect.suspend(() => {
            const found: Array<CommitSize> = []
            return Effect.as(
              git.commitSizes({ commit: last, ...walk }, (each) => found.push(each)),
              found
            )
          })
        )
      const all = yield* read({ maxCount: 9 })
      assert.deepStrictEqual(
        all.map(({ authorTime, commit, files, subject }) => ({ authorTime, commit, files, subject })),
        [
          { commit: last, authorTime: 500, subject: "", files: [{ path: "c.txt", added: 0, deleted: 1 }] },
          { commit: side, authorTime: 300, subject: "side", files: [{ path: "bin", added: 0, deleted: 0 }] },
          {
            commit: moved,
            authorTime: 200,
            subject: "moved",
            files: [
              { path: "b.txt", added: 1, deleted: 1 },
              { path: "c.txt", renamedFrom: "a\ta.txt", added: 1, deleted: 0 }
            ]
          },
          {
            commit: one,
            authorTime: 100,
            subject: "one",
            files: [
              { path: "a\ta.txt", added: 20, deleted: 0 },
              { path: "b.txt", added: 1, deleted: 0 }
            ]
          }
        ]
      )
      for (const { author } of all) assert.deepStrictEqual(author, { name: "Ada Author", email: "ada@example.org" })
      const followed = yield* read({ path: "c.txt", maxCount: 9 })
      assert.deepStrictEqual(
        followed.map(({ commit, files }) => [commit, files.map(({ added, deleted }) => added - deleted)]),
        [
          [last, [-1]],
          [moved, [1]],
          [one, [20]]
        ]
      )
      assert.deepStrictEqual((yield* read({ maxCount: 1 })).length, 1)
    })
  )

  it.effect("lists renames without those of an excluded commit's history", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const [x, y] = [text(numbered(20)), text(numbered(30).map((line) => `y ${line}`))]
      const ids = yield* repository.importHistory([
        { message: "one", files: { "a.txt": x, "b.txt": y } },
        { message: "two", files: { "a.txt": null, "c.txt": x } },
        { message: "side", files: { "b.txt": null, "d.txt": y }, parents: [0] },
        { message: "merge", files: { "b.txt": null, "d.txt": y }, parents: [1, 2] }
      ])
      const [one, two, side, merge] = ids
      if (one === undefined || two === undefined || side === undefined || merge === undefined) return
      const since = (commit: ObjectId, without: ObjectId) =>
        use(repository.directory, (git) => git.renames(commit, without))
      assert.deepStrictEqual(yield* since(two, two), [])
      assert.deepStrictEqual(yield* since(side, two), [{ commit: side, from: ["b.txt"], to: ["d.txt"] }])
      const all = yield* use(repository.directory, (git) => git.renames(merge))
      const before = yield* use(repository.directory, (git) => git.renames(two))
      const later = yield* since(merge, two)
      assert.isAbove(later.length, 0)
      assert.sameDeepMembers([...later, ...before], [...all])
    })
  )

  it.effect("lists every file that took over the content of a removed one, as blame does", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const content = text(numbered(20))
      yield* repository.importHistory([
        { message: "one", files: { "a.txt": content } },
        { message: "split", files: { "a.txt": null, "b.txt": content, "c.txt": `${content}more\n` } }
      ])
      const head = yield* repository.id("HEAD")
      const renames = yield* use(repository.directory, (git) => git.renames(head))
      assert.sameDeepMembers<unknown>(
        [...renames],
        [
          { commit: head, from: ["a.txt"], to: ["b.txt"] },
          { commit: head, from: ["a.txt"], to: ["c.txt"] }
        ]
      )
    })
  )

  it.effect("names the newest commit that changed a path", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("one", { files: { "a.txt": "a\n", "*.txt": "star\n", "-1": "option\n" } })
      const second = yield* repository.commit("two", { files: { "a.txt": "b\n" } })
      yield* use(repository.directory, (git) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* git.lastChange(second, "a.txt"), Option.some(second))
          assert.deepStrictEqual(yield* git.lastChange(second, "*.txt"), Option.some(first))
          assert.deepStrictEqual(yield* git.lastChange(second, "-1"), Option.some(first))
          assert.deepStrictEqual(yield* git.lastChange(first, "a.txt"), Option.some(first))
          assert.deepStrictEqual(yield* git.lastChange(second, "none"), Option.none())
          assert.strictEqual(yield* reasonOf(git.lastChange(second, "../x")), "PathUnsupported")
        })
      )
    })
  )
}

const ancestry = (use: UseGit) => {
  it.effect("finds the commits that a history contains; missing objects and non-commits are not included", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const ids = yield* repository.importHistory([
        { message: "root", files: { "a.txt": "a\n" } },
        { message: "left" },
        { message: "right", parents: [0] },
        { message: "merge", parents: [1, 2] },
        { message: "after" }
      ])
      const stray = yield* repository.importHistory([{ message: "stray", parents: [] }], { branch: "stray" })
      const blob = yield* repository.id("main:a.txt")
      const merge = ids[3] ?? blob
      const asked = [...ids, ...stray, blob, ObjectId.make("1".repeat(40))]
      const found = yield* use(repository.directory, (git) => git.reachable(asked, merge))
      assert.deepStrictEqual(found, new Set(ids.slice(0, 4)))
      assert.deepStrictEqual(yield* use(repository.directory, (git) => git.reachable([], merge)), new Set())
    })
  )
}

/** Histories of lines, files and commits. */
export const historyContract = (use: UseGit) =>
  describe("history", () => {
    lineHistories(use)
    fileHistories(use)
    ancestry(use)
  })
