import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { rename, rm } from "node:fs/promises"
import { askIndex, makeIndex } from "../../support/commits/indexing.ts"
import { makeFakeGit } from "../../support/FakeGit.ts"
import { makeRepository, repositoryAt, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const lines = (from: number, to: number, text = "line") =>
  Array.from({ length: to - from }, (_, number) => `${text} ${from + number}\n`).join("")

/** Names that git quotes, or that make a patch's header hard to read. */
const names = [
  "with space.txt",
  'quo"te.txt',
  "tab\there.txt",
  "back\\slash.txt",
  "new\nline.txt",
  "ünï/çødé.txt",
  "a b/a b/a b",
  "b/x a/b",
  " leading",
  "\u{1F642}.txt"
]

/** Files whose names or words are no UTF-8, committed past the work tree. */
const commitBytes = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  message: string,
  content: Uint8Array
) {
  const blob = yield* repository.git(["hash-object", "-w", "--stdin"], { stdin: content })
  const entry = Buffer.concat([
    Buffer.from(`100644 ${blob}\tbytes/`),
    Buffer.from([0xff, 0x20, 0xe2, 0x82, 0x2e]),
    Buffer.from("txt\0")
  ])
  yield* repository.git(["update-index", "-z", "--add", "--index-info"], { stdin: entry })
  yield* repository.git(["commit", "--quiet", "-m", message])
  return yield* repository.id("HEAD")
})

const makePatches = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const commit = (message: string, files?: Readonly<Record<string, string | Uint8Array | null>>) =>
    repository.commit(message, files === undefined ? {} : { files })
  const root = yield* commit("Root", Object.fromEntries(names.map((name) => [name, `${name}\n`])))
  const odd = yield* commit("Odd names", Object.fromEntries(names.map((name) => [name, `${name}\nüber 🙂\nlast`])))
  yield* commit("Pool", { "src/Pool.ts": lines(0, 40), "logo.bin": Buffer.from([0, 1, 2]) })
  yield* repository.git(["mv", "src/Pool.ts", "src/Pond.ts"])
  const moved = yield* commit("Move", { "src/Pond.ts": `${lines(0, 40)}more\n`, "src/Lake.ts": lines(0, 40) })
  yield* repository.git(["update-index", "--chmod=+x", "src/Lake.ts"])
  yield* repository.git(["commit", "--quiet", "-m", "Mode"])
  const mode = yield* repository.id("HEAD")
  yield* repository.git(["reset", "--hard", "--quiet"])
  const mixed = yield* commit("Mixed", { "logo.bin": Buffer.from([0, 9]), "src/Lake.ts": null, "a.txt": "a\r\nb\r\n" })
  const binary = yield* commit("Binary", { "logo.bin": Buffer.from([0, 7]) })
  const nothing = yield* commit("Nothing")
  const excluded = yield* commit("Excluded", { "node_modules/x/y.js": "x\n" })
  const partly = yield* commit("Partly", { "node_modules/x/y.js": "y\n", "b.txt": "diff --git a/x b/x\n" })
  yield* repository.git(["checkout", "--quiet", "-b", "side", "HEAD~1"])
  yield* commit("Side", { "side.txt": lines(0, 5, "süd") })
  yield* repository.git(["checkout", "--quiet", "main"])
  yield* repository.git(["merge", "--quiet", "--no-ff", "-m", "Merge", "side"])
  const merge = yield* repository.id("HEAD")
  const large = yield* commit("Large", { "large.txt": lines(0, 80_000, "größer"), "small.txt": "small\n" })
  const long = yield* commit("Long", { "long.txt": "ä🙂é".repeat(40) })
  const latin = yield* commitBytes(
    repository,
    "Latin",
    Buffer.from([0xe4, 10, 0xff, 0x80, 0x80, 0x80, 0x80, 0x80, 0xc3, 10])
  )
  const index = yield* makeIndex
  index.register("odd", repository.directory)
  yield* index.sync("odd")
  const asked = yield* askIndex(index.path)
  const commits = { root, odd, moved, mode, mixed, nothing, merge, large, long, latin }
  return { asked, index, repository, commits, binary, excluded, partly }
})

const scope = Scope.makeUnsafe()
const { asked, binary, commits, excluded, index, partly, repository } = await Effect.runPromise(
  Scope.provide(makePatches, scope)
)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const gitPatch = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const plain = ["-c", "core.quotePath=false", "diff-tree", "-r", "-p", "-M", "-C", "--root", "--no-commit-id"]
  return (yield* repository.tryGit([...plain, "--diff-merges=first-parent", ...args])).stdout
})

/** All parts of a patch, each at most so long. */
const splitIdentifier = Effect.fnUntraced(function* (sha: string, size: number, path?: string) {
  const parts: Array<string> = []
  let offset: number | undefined = 0
  while (offset !== undefined) {
    const input: Parameters<typeof asked.patch>[0] = {
      repo: "odd",
      sha,
      max_bytes: size,
      offset,
      ...(path === undefined ? {} : { path })
    }
    const part = yield* asked.patch(input)
    assert.strictEqual(part.truncated, part.next_offset !== undefined)
    parts.push(part.patch_text)
    offset = part.next_offset
  }
  return parts
})

const readFailure = (sha: string, path?: string) =>
  Effect.map(
    Effect.flip(asked.patch({ repo: "odd", sha, ...(path === undefined ? {} : { path }) })),
    ({ message }) => message
  )

describe("a patch", () => {
  it.live.each(Object.entries(commits))("of %s matches git, whole and in parts", ([name, sha]) =>
    Effect.gen(function* () {
      const expected = yield* gitPatch(sha)
      if (name !== "large") {
        const whole = yield* asked.patch({ repo: "odd", sha })
        assert.deepStrictEqual(whole, {
          repo: "odd",
          sha,
          patch_text: expected.toString(),
          truncated: false,
          total_bytes: expected.length
        })
      }
      const sizes = { large: [600_000], odd: [64, 17], merge: [4_096, 300] }[name] ?? [4_096, 90, 11]
      for (const size of sizes) {
        const parts = yield* splitIdentifier(sha, size)
        assert.strictEqual(parts.join(""), expected.toString())
        // U+FFFD takes three bytes for each invalid byte.
        if (size >= 64 && name !== "latin") for (const part of parts) assert.isAtMost(Buffer.byteLength(part), size)
      }
    })
  )

  it.live("is cut at line ends if possible, else between characters, and always advances", () =>
    Effect.gen(function* () {
      const parts = yield* splitIdentifier(commits.moved, 60)
      for (const part of parts) assert.isTrue(part.endsWith("\n"), part)
      for (const part of yield* splitIdentifier(commits.long, 1)) assert.notInclude(part, "\ufffd")
    })
  )

  it.live("returns at most a megabyte at once, with a notice", () =>
    Effect.gen(function* () {
      const { length } = yield* gitPatch(commits.large)
      assert.strictEqual((yield* asked.commit({ repo: "odd", sha: commits.large })).patch, "oversize")
      const first = yield* asked.patch({ repo: "odd", sha: commits.large, max_bytes: 50_000_000 })
      assert.isTrue(first.truncated)
      assert.strictEqual(first.total_bytes, length)
      assert.isAtMost(Buffer.byteLength(first.patch_text), 1024 * 1024)
    })
  )

  it.live("of one file is its section, for any file name", () =>
    Effect.gen(function* () {
      for (const name of names) {
        const { patch_text: text } = yield* asked.patch({ repo: "odd", sha: commits.odd, path: name })
        assert.strictEqual(text, (yield* gitPatch(commits.odd, "--", `:(literal)${name}`)).toString(), name)
      }
      const { changed_files: files } = yield* asked.commit({ repo: "odd", sha: commits.latin })
      assert.deepStrictEqual(
        files.map(({ path }) => path),
        ["bytes/\ufffd \ufffd\ufffd.txt"]
      )
      const latin = yield* asked.patch({ repo: "odd", sha: commits.latin, path: files[0]?.path ?? "" })
      assert.strictEqual(latin.patch_text, (yield* gitPatch(commits.latin)).toString())
      const moved = yield* asked.patch({ repo: "odd", sha: commits.moved, path: "src/Pond.ts" })
      assert.include(moved.patch_text, "rename from src/Pool.ts")
      assert.notInclude(moved.patch_text, "Lake")
      const small = yield* asked.patch({ repo: "odd", sha: commits.large, path: "small.txt" })
      assert.strictEqual(small.patch_text, (yield* gitPatch(commits.large, "--", "small.txt")).toString())
      assert.strictEqual(
        yield* readFailure(commits.odd, "nowhere"),
        `Patch odd:${commits.odd} not found: it does not change nowhere`
      )
    })
  )

  it.live("omits excluded files", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* asked.commit({ repo: "odd", sha: excluded })).patch, "empty")
      assert.strictEqual((yield* asked.patch({ repo: "odd", sha: excluded })).patch_text, "")
      const { patch_text: text } = yield* asked.patch({ repo: "odd", sha: partly })
      assert.strictEqual(text, (yield* gitPatch(partly, "--", "b.txt")).toString())
    })
  )

  it.live("reports that a commit changes binary files only", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* asked.commit({ repo: "odd", sha: binary })).patch, "binary")
      assert.strictEqual(yield* readFailure(binary), `Patch odd:${binary} not found: it changes binary files only`)
    })
  )

  it.live("rejects invalid bounds", () =>
    Effect.gen(function* () {
      const refused = (part: { readonly max_bytes?: number; readonly offset?: number }) =>
        Effect.map(Effect.flip(asked.patch({ repo: "odd", sha: commits.mode, ...part })), ({ message }) => message)
      const { total_bytes: total } = yield* asked.patch({ repo: "odd", sha: commits.mode })
      assert.match(yield* refused({ max_bytes: 0 }), /^max_bytes must be a number from 1 /)
      assert.match(yield* refused({ offset: -1 }), /^offset must be a number from 0 /)
      assert.strictEqual(
        yield* refused({ offset: total + 1 }),
        `offset must be a number from 0 to ${total}, got ${total + 1}.`
      )
      const end = yield* asked.patch({ repo: "odd", sha: commits.mode, offset: total })
      assert.deepStrictEqual([end.patch_text, end.truncated], ["", false])
    })
  )

  it.live(
    "is there where the repository is gone, but for those too large to keep or of merges, of which the last is",
    () =>
      Effect.gen(function* () {
        const expected = yield* gitPatch(commits.odd)
        const large = yield* gitPatch(commits.large)
        const part = yield* asked.patch({ repo: "odd", sha: commits.large })
        yield* asked.patch({ repo: "odd", sha: commits.odd })
        const away = `${repository.directory}-away`
        yield* Effect.acquireUseRelease(
          Effect.promise(() => rename(repository.directory, away)),
          () =>
            Effect.gen(function* () {
              assert.strictEqual(
                (yield* asked.patch({ repo: "odd", sha: commits.odd })).patch_text,
                expected.toString()
              )
              const rest = yield* asked.patch({ repo: "odd", sha: commits.large, offset: part.next_offset ?? 0 })
              assert.isFalse(rest.truncated)
              assert.strictEqual(part.patch_text + rest.patch_text, large.toString())
              assert.match(
                yield* readFailure(commits.merge),
                new RegExp(`^Patch odd:${commits.merge} not found: its repository cannot be read: .+`)
              )
            }),
          () => Effect.promise(() => rename(away, repository.directory))
        )
      })
  )

  it.live("reads a repository again without opening it again", () =>
    Effect.gen(function* () {
      const fake = yield* makeFakeGit({})
      const again = yield* askIndex(index.path, fake.environment)
      const read = () =>
        Effect.forEach([commits.merge, commits.large], (sha) => again.patch({ repo: "odd", sha, max_bytes: 100 }))
      assert.deepStrictEqual(yield* read(), yield* read())
      const starts = (yield* fake.starts).map(({ command }) => command)
      assert.lengthOf(
        starts.filter((command) => command === "rev-parse"),
        1,
        starts.join(" ")
      )
    })
  )

  it.live("is read from the repository that takes the place of another", () =>
    Effect.gen(function* () {
      const expected = yield* gitPatch(commits.merge)
      const read = Effect.map(asked.patch({ repo: "odd", sha: commits.merge }), ({ patch_text: text }) => text)
      const forget = asked.patch({ repo: "odd", sha: commits.large, max_bytes: 100 })
      assert.strictEqual(yield* read, expected.toString())
      yield* forget
      const away = `${repository.directory}-away`
      const replace = Effect.gen(function* () {
        yield* Effect.promise(() => rename(repository.directory, away))
        yield* repositoryAt(away).git(["clone", "--quiet", "--bare", away, repository.directory])
      })
      const restore = Effect.promise(() =>
        rm(repository.directory, { recursive: true }).then(() => rename(away, repository.directory))
      )
      yield* Effect.acquireUseRelease(
        replace,
        () => Effect.map(read, (text) => assert.strictEqual(text, expected.toString())),
        () => restore
      )
      yield* forget
      assert.strictEqual(yield* read, expected.toString())
    })
  )
})
