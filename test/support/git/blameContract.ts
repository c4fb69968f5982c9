import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { UseGit } from "../GitContract.ts"
import { makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"
import { reasonOf } from "./reasons.ts"
import { blamedLines, referenceBlame } from "./referenceBlame.ts"
import { slow } from "../scale.ts"

const committed = Option.none<Uint8Array>()
const given = (text: string | Uint8Array) => Option.some<Uint8Array>(Buffer.from(text))

const sixtyLines = (change: (n: number) => string | undefined) =>
  `${Array.from({ length: 60 }, (_, n) => change(n) ?? `line ${n}`).join("\n")}\n`

const longText = (change: number) => {
  const text = Array.from({ length: 100_000 }, (_, n) => (n % 10 === change ? `changed ${change} ${n}` : `line ${n}`))
  return `${text.join("\n")}\n`
}

/** A history of one file with a rename, overwritten and moved lines, a merge and an octopus merge. */
const makeHistory = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const a = sixtyLines(() => undefined)
  const b = sixtyLines((n) => (n % 7 === 0 ? `second ${n}` : undefined))
  const left = b.replace("line 10\n", "left\nline 10\n")
  const right = b.replace("line 50\n", "right\nright again\nline 50\n")
  const third = b.replace("line 30\n", "third\n")
  const merged = left.replace("line 50\n", "right\nright again\nline 50\n").replace("line 30\n", "third\n")
  yield* repository.importHistory([
    { message: "one", files: { "old.txt": a } },
    { message: "two", files: { "old.txt": b } },
    { message: "left", files: { "old.txt": left } },
    { message: "right", files: { "old.txt": right }, parents: [1] },
    { message: "third", files: { "old.txt": third }, parents: [1] },
    { message: "octopus", files: { "old.txt": merged }, parents: [2, 3, 4] },
    { message: "rename", files: { "old.txt": null, "src/new.txt": merged } },
    { message: "move", files: { "src/new.txt": `top\n${merged}`, "other.txt": a } }
  ])
  return repository
})

const sameAsGit = Effect.fnUntraced(function* (
  use: UseGit,
  repository: TemporaryRepository,
  path: string,
  contents: Option.Option<Uint8Array>
) {
  const commit = yield* repository.id("HEAD")
  const hunks = yield* use(repository.directory, (git) => git.blame({ commit, path, contents }))
  const reference = Option.isSome(contents)
    ? yield* referenceBlame(repository, ["--contents", "-", "--", path], contents.value)
    : yield* referenceBlame(repository, [commit, "--", path])
  assert.deepStrictEqual(blamedLines(hunks), reference)
  assert.isAbove(reference.length, 0)
  return hunks
})

const committedFiles = (use: UseGit) => {
  it.effect("attributes every line like git: renames, merges, octopus merges", () =>
    Effect.gen(function* () {
      const repository = yield* makeHistory
      const hunks = yield* sameAsGit(use, repository, "src/new.txt", committed)
      assert.deepStrictEqual(new Set(hunks.map((hunk) => hunk.path)), new Set(["old.txt", "src/new.txt"]))
    })
  )

  it.effect("is not misled by content that looks like blame", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const id = "a".repeat(40)
      yield* repository.commit("one", { files: { "a.txt": `${id} 1 1 1\nfilename b.txt\n\t${id} 2 2\n` } })
      yield* repository.commit(`${id} 1 1 1\nfilename c.txt`, {
        files: { "a.txt": `${id} 1 1 1\nfilename b.txt\nnew\n` }
      })
      yield* sameAsGit(use, repository, "a.txt", committed)
    })
  )

  it.effect("handles any characters in names", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const odd = ["--output=x", "-L1", ":x", "a\nb", "*.txt", 'q"uote', "back\\slash", "tab\t", "ä ö", "\u001b[31m"]
      const commit = yield* repository.commit("one", { files: Object.fromEntries(odd.map((path) => [path, "x\n"])) })
      const blamed = yield* use(repository.directory, (git) =>
        Effect.forEach(odd, (path) => git.blame({ commit, path, contents: committed }))
      )
      assert.deepStrictEqual(
        blamed.map((hunks) => hunks.map((hunk) => hunk.path)),
        odd.map((path) => [path])
      )
    })
  )

  it.effect("blames an empty file, a last line without an end, bytes of no encoding, carriage returns, a link", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.link("link", "a.txt")
      const binary = Uint8Array.of(0xff, 0xfe, 10, 0xc3, 10, 0)
      const commit = yield* repository.commit("one", {
        files: {
          "empty.txt": "",
          "a.txt": "one\ntwo",
          "bytes.txt": binary,
          "crlf.txt": "one\r\ntwo\r\n",
          "cr.txt": "a\rb\r"
        }
      })
      const counted = yield* use(repository.directory, (git) =>
        Effect.forEach(["empty.txt", "a.txt", "bytes.txt", "crlf.txt", "cr.txt", "link"], (path) =>
          Effect.map(git.blame({ commit, path, contents: committed }), (hunks) => hunks.map((hunk) => hunk.lines.end))
        )
      )
      assert.deepStrictEqual(counted, [[], [2], [3], [2], [1], [1]])
    })
  )

  it.effect(
    "blames a file of a hundred thousand lines",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("one", { files: { "big.txt": longText(-1) } })
        const second = yield* repository.commit("two", { files: { "big.txt": longText(3) } })
        const hunks = yield* use(repository.directory, (git) =>
          git.blame({ commit: second, path: "big.txt", contents: committed })
        )
        assert.lengthOf(hunks, 20_001)
        assert.strictEqual(hunks.at(-1)?.lines.end, 100_000)
        const ofSecond = hunks.filter((hunk) => Option.getOrUndefined(hunk.commit) === second)
        assert.isTrue(ofSecond.every((hunk) => hunk.lines.start % 10 === 4 && hunk.lines.end === hunk.lines.start))
        assert.lengthOf(ofSecond, 10_000)
      }),
    slow
  )

  it.effect("respects blame.ignoreRevsFile", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "blame.ignoreRevsFile": "ignored" } })
      const first = yield* repository.commit("one", { files: { "a.txt": "one\ntwo\n", ignored: "" } })
      const second = yield* repository.commit("format", { files: { "a.txt": "  one\n  two\n" } })
      yield* repository.write("ignored", `${second}\n`)
      const hunks = yield* sameAsGit(use, repository, "a.txt", committed)
      assert.deepStrictEqual(
        hunks.map((hunk) => Option.getOrUndefined(hunk.commit)),
        [first]
      )
    })
  )

  it.effect("looks past commits to ignore, and leaves the lines with them that only they have", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("one", { files: { "a.txt": "one\ntwo\n" } })
      const second = yield* repository.commit("format", { files: { "a.txt": "  one\n  two\nadded by format\n" } })
      const blamed = (contents: Option.Option<Uint8Array>) =>
        use(repository.directory, (git) => git.blame({ commit: second, path: "a.txt", contents, ignore: [second] }))
      const origins = Effect.fnUntraced(function* (contents: Option.Option<Uint8Array>) {
        return (yield* blamed(contents)).map((hunk) => Option.getOrUndefined(hunk.commit))
      })
      assert.deepStrictEqual(yield* origins(committed), [first, second])
      assert.deepStrictEqual(yield* origins(given("  one\nnew\n")), [first, undefined])
      const lines = [{ start: 2, end: 3 }]
      const target = { commit: second, path: "a.txt", contents: committed, ignore: [second], lines }
      const some = yield* use(repository.directory, (git) => git.blame(target))
      assert.deepStrictEqual(
        some.map((hunk) => [hunk.lines.start, Option.getOrUndefined(hunk.commit)]),
        [
          [2, first],
          [3, second]
        ]
      )
    })
  )

  it.effect("fails with a typed error for a missing path and for one outside the tree", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one", { files: { "a.txt": "a\n" } })
      const paths = ["none.txt", "../../etc/passwd", "/etc/passwd", "a\0b", "\ud83d.txt", "./a.txt", "", "."]
      const reasons = yield* use(repository.directory, (git) =>
        Effect.forEach(paths, (path) => reasonOf(git.blame({ commit, path, contents: committed })))
      )
      assert.deepStrictEqual(reasons, ["CommandFailed", ...paths.slice(1).map(() => "PathUnsupported")])
    })
  )
}

const workTree = (use: UseGit) => {
  it.effect("blames given contents on top of HEAD; new lines have no commit", () =>
    Effect.gen(function* () {
      const repository = yield* makeHistory
      const text = yield* repository.git(["show", "HEAD:src/new.txt"])
      const edited = `new\n${text.replace("line 20\n", "edited\n").replace("line 21\n", "")}\nlast`
      const hunks = yield* sameAsGit(use, repository, "src/new.txt", given(edited))
      assert.strictEqual(hunks.filter((hunk) => Option.isNone(hunk.commit)).length, 3)
    })
  )

  it.effect("follows a rename that is staged and not committed", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one", { files: { "a.txt": "one\ntwo\nthree\n" } })
      yield* repository.git(["mv", "a.txt", "b.txt"])
      const hunks = yield* use(repository.directory, (git) =>
        git.blame({ commit, path: "b.txt", contents: given("one\ntwo\nthree\nfour\n") })
      )
      assert.deepStrictEqual(
        hunks.map((hunk) => [Option.getOrUndefined(hunk.commit), hunk.path, hunk.lines.end]),
        [
          [commit, "a.txt", 3],
          [undefined, "b.txt", 4]
        ]
      )
    })
  )

  it.effect("attributes no line of an untracked file to a commit", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one", { files: { "a.txt": "a\n" } })
      const blame = (path: string, text: string) =>
        use(repository.directory, (git) => git.blame({ commit, path, contents: given(text) }))
      assert.deepStrictEqual(yield* blame("new.txt", "one\ntwo\nthree"), [
        { commit: Option.none(), path: "new.txt", lines: { start: 1, end: 3 }, originStart: 1 }
      ])
      assert.deepStrictEqual(yield* blame("new.txt", ""), [])
      assert.deepStrictEqual(yield* blame("a.txt", ""), [])
    })
  )

  it.effect("converts line ends of the work tree as git does", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one", {
        files: { ".gitattributes": "*.txt text\n", "a.txt": "one\ntwo\n" }
      })
      const hunks = yield* use(repository.directory, (git) =>
        git.blame({ commit, path: "a.txt", contents: given("one\r\ntwo\r\nthree\r\n") })
      )
      assert.deepStrictEqual(
        hunks.map((hunk) => [Option.getOrUndefined(hunk.commit), hunk.lines.end]),
        [
          [commit, 2],
          [undefined, 3]
        ]
      )
    })
  )

  it.effect("fails if HEAD is no longer the given commit", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one", { files: { "a.txt": "a\n" } })
      yield* repository.commit("two", { files: { "a.txt": "b\n" } })
      const reason = yield* use(repository.directory, (git) =>
        reasonOf(git.blame({ commit, path: "a.txt", contents: given("a\n") }))
      )
      assert.strictEqual(reason, "HeadMoved")
    })
  )
}

/** Blame of commits and of the work tree. */
export const blameContract = (use: UseGit) =>
  describe("blame", () => {
    committedFiles(use)
    workTree(use)
  })
