import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, type Scope } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { UseGit } from "../GitContract.ts"
import { isolation } from "../runGit.ts"
import { slow } from "../scale.ts"
import {
  cloneRepository,
  makeFolder,
  makeRepository,
  repositoryAt,
  type TemporaryRepository
} from "../TemporaryRepository.ts"
import { reasonOf } from "./reasons.ts"
import { blamedLines, referenceBlame } from "./referenceBlame.ts"
import { remembering } from "./remembering.ts"

/** A kind of repository, and the folder from which it is opened. */
interface Kind {
  readonly repository: TemporaryRepository
  readonly start: string
}

const path = "src/new.txt"
const fetchNotes = ["-c", "protocol.file.allow=always", "fetch", "-q", "origin", "+refs/notes/*:refs/notes/*"]

/** Three commits, a rename among them, and a note on the newest. */
const fill = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const ids = yield* repository.importHistory([
    { message: "one", files: { "old.txt": "one\ntwo\nthree\n" } },
    { message: "two", files: { "old.txt": null, [path]: "one\ntwo\nthree\n" } },
    { message: "three", files: { [path]: "one\n2\nthree\nfour\n" } }
  ])
  yield* repository.importNotes(ids.map((id) => [id, { summary: id }] as const))
})

const ordinary = Effect.fnUntraced(function* (options?: Parameters<typeof makeRepository>[0]) {
  const repository = yield* makeRepository(options)
  yield* fill(repository)
  return repository
})

const at = (repository: TemporaryRepository, ...parts: ReadonlyArray<string>): Kind => ({
  repository,
  start: join(repository.directory, ...parts)
})

const cloned = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const source = yield* ordinary()
  const clone = yield* cloneRepository(source, args)
  yield* clone.git(fetchNotes)
  return clone
})

const linked = Effect.gen(function* () {
  const repository = yield* ordinary()
  const directory = join(yield* makeFolder, "linked")
  yield* repository.git(["worktree", "add", "-q", "-b", "side", directory])
  return repositoryAt(directory)
})

/** As `git worktree add --relative-paths` links them. */
const relativelyLinked = Effect.gen(function* () {
  const repository = yield* ordinary()
  yield* repository.git(["worktree", "add", "-q", "-b", "side", "tree"])
  yield* repository.write("tree/.git", "gitdir: ../.git/worktrees/tree\n")
  yield* repository.write(".git/worktrees/tree/gitdir", "../../../tree/.git\n")
  return repositoryAt(join(repository.directory, "tree"))
})

const submodule = Effect.gen(function* () {
  const source = yield* ordinary()
  const repository = yield* makeRepository()
  yield* repository.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", source.directory, "sub"])
  const sub = repositoryAt(join(repository.directory, "sub"))
  yield* sub.git(fetchNotes)
  return sub
})

const separate = Effect.gen(function* () {
  const repository = repositoryAt(yield* makeFolder)
  const gitDirectory = join(yield* makeFolder, "elsewhere")
  yield* repository.git(["init", "-q", "-b", "main", "--template=", `--separate-git-dir=${gitDirectory}`, "."])
  yield* fill(repository)
  return repository
})

const detached = Effect.tap(ordinary(), (repository) => repository.git(["checkout", "-q", "--detach"]))

const packed = Effect.gen(function* () {
  const repository = yield* ordinary()
  yield* repository.git(["pack-refs", "--all", "--prune"])
  yield* repository.git(["gc", "-q", "--prune=now"])
  yield* repository.git(["commit-graph", "write", "--reachable", "--changed-paths"])
  return repository
})

const reftable = Effect.gen(function* () {
  const repository = repositoryAt(yield* makeFolder)
  yield* repository.git(["init", "-q", "-b", "main", "--template=", "--ref-format=reftable", "."])
  yield* fill(repository)
  return repository
})

const kinds: ReadonlyArray<readonly [string, Effect.Effect<Kind, never, Scope.Scope>]> = [
  ["an ordinary repository", Effect.map(ordinary(), (made) => at(made))],
  ["a sub-directory", Effect.map(ordinary(), (made) => at(made, "src"))],
  ["the git directory itself", Effect.map(ordinary(), (made) => at(made, ".git"))],
  ["a folder in the git directory", Effect.map(ordinary(), (made) => at(made, ".git", "refs"))],
  ["a bare repository", Effect.map(cloned("--bare"), (made) => at(made))],
  ["a folder in a bare repository", Effect.map(cloned("--bare"), (made) => at(made, "refs"))],
  ["a linked work tree", Effect.map(linked, (made) => at(made))],
  ["a linked work tree with relative paths", Effect.map(relativelyLinked, (made) => at(made))],
  ["a submodule", Effect.map(submodule, (made) => at(made))],
  ["a git directory elsewhere", Effect.map(separate, (made) => at(made))],
  ["a clone that shares its objects", Effect.map(cloned("--shared"), (made) => at(made))],
  ["a SHA-256 repository", Effect.map(ordinary({ objectFormat: "sha256" }), (made) => at(made))],
  ["a bare SHA-256 repository", Effect.map(ordinary({ objectFormat: "sha256", bare: true }), (made) => at(made))],
  ["a detached HEAD", Effect.map(detached, (made) => at(made))],
  ["packed refs and objects with a commit graph", Effect.map(packed, (made) => at(made))],
  ["a shallow clone", Effect.map(cloned("--depth=2"), (made) => at(made))]
]

/** Kinds that differ from another one only in where git is started or what ids look like. */
const alike = new Set([
  "a folder in the git directory",
  "a folder in a bare repository",
  "a linked work tree with relative paths",
  "a bare SHA-256 repository",
  "a detached HEAD"
])

const lines = (text: string) => text.split("\n")

/** Makes every call once and compares it with git in the repository's own folder. */
const answersAsGit = Effect.fnUntraced(function* (use: UseGit, { repository: made, start }: Kind) {
  const repository = remembering(made)
  const head = yield* repository.id("HEAD")
  yield* use(start, (git) =>
    Effect.gen(function* () {
      const found = yield* git.repository
      assert.strictEqual(found.gitDirectory, yield* repository.git(["rev-parse", "--absolute-git-dir"]))
      const bare = (yield* repository.git(["rev-parse", "--is-bare-repository"])) === "true"
      assert.deepStrictEqual(found.workTree, bare ? Option.none() : Option.some(repository.directory))
      assert.strictEqual(found.objectFormat, yield* repository.git(["rev-parse", "--show-object-format"]))
      assert.strictEqual(yield* git.resolveCommit("HEAD"), head)
      const [facts] = yield* git.commits([head])
      assert.strictEqual(Option.getOrThrow(facts ?? Option.none()).message, "three")
      assert.isTrue(Option.isSome(yield* git.entry(head, path)))
      assert.deepStrictEqual(
        (yield* git.files(head, "src")).map((entry) => entry.path),
        [path]
      )
      const hunks = yield* git.blame({ commit: head, path, contents: Option.none() })
      assert.deepStrictEqual(blamedLines(hunks), yield* referenceBlame(repository, [head, "--", path]))
      const history = yield* git.lineHistory({ commit: head, path, lines: { start: 1, end: 2 } })
      const byGit = yield* repository.git(["log", "-s", "--format=%H", `-L1,2:${path}`, head])
      assert.deepStrictEqual(
        history.map((change) => change.commit),
        lines(byGit)
      )
      const changes = yield* git.fileHistory(head, path)
      const followed = yield* repository.git(["log", "--follow", "--format=%H", head, "--", path])
      assert.deepStrictEqual(
        changes.map((change) => change.commit),
        lines(followed)
      )
      const tip = Option.getOrThrow(yield* git.resolveRef("refs/notes/ultragit"))
      const notes = yield* git.notes(tip)
      assert.isTrue(notes.some((note) => note.commit === head))
      const [content] = yield* git.objects(
        notes.filter((note) => note.commit === head).map((note) => note.blob),
        { maxBytes: 1000 }
      )
      const text = content?._tag === "Found" ? Buffer.from(content.bytes).toString() : ""
      assert.strictEqual(text, JSON.stringify({ summary: head }))
      const asked: ReadonlyArray<ObjectId> = notes.map((note) => note.commit)
      const ancestors = lines(yield* repository.git(["rev-list", "HEAD"]))
      const reachable = yield* git.reachable(asked, head)
      assert.deepStrictEqual([...reachable].toSorted(), asked.filter((id) => ancestors.includes(id)).toSorted())
      assert.match(yield* git.blameContext, /^[0-9a-f]{64}$/)
    })
  )
})

const partial = Effect.gen(function* () {
  const source = yield* ordinary()
  yield* source.git(["config", "uploadpack.allowFilter", "true"])
  const clone = yield* cloneRepository(source, ["--filter=blob:none", "--no-checkout"])
  yield* clone.git(fetchNotes)
  return clone
})

const missing = (clone: TemporaryRepository) => clone.git(["rev-list", "--objects", "--all", "--missing=print"])

const partialClone = (use: UseGit) =>
  it.effect("fetches nothing in a partial clone: missing objects are none or a typed error", () =>
    Effect.gen(function* () {
      const clone = yield* partial
      const marker = join(clone.directory, "fetched")
      yield* clone.git(["config", "remote.origin.url", `ext::touch ${marker}`])
      yield* clone.git(["config", "protocol.ext.allow", "always"])
      const before = yield* missing(clone)
      const head = yield* clone.id("HEAD")
      const own = yield* clone.git(["hash-object", "-w", "--stdin"], { stdin: "own\n" })
      yield* use(clone.directory, (git) =>
        Effect.gen(function* () {
          const tip = Option.getOrThrow(yield* git.resolveRef("refs/notes/ultragit"))
          const blobs = (yield* git.notes(tip)).map((note) => note.blob)
          assert.lengthOf(blobs, 3)
          const here = yield* clone.id(own)
          const found = yield* git.objects([...blobs, here, ...blobs], { maxBytes: 1000 })
          assert.deepStrictEqual(
            found.map((object) => object._tag),
            ["Missing", "Missing", "Missing", "Found", "Missing", "Missing", "Missing"]
          )
          assert.lengthOf(yield* git.commits([head]), 1)
          assert.isTrue(Option.isSome(yield* git.entry(head, path)))
          assert.match(yield* git.blameContext, /^[0-9a-f]{64}$/)
          assert.strictEqual(
            yield* reasonOf(git.blame({ commit: head, path, contents: Option.none() })),
            "ObjectMissing"
          )
          assert.strictEqual(
            yield* reasonOf(git.lineHistory({ commit: head, path, lines: { start: 1, end: 1 } })),
            "ObjectMissing"
          )
          assert.strictEqual(yield* git.resolveCommit("HEAD"), head)
        })
      )
      assert.strictEqual(yield* missing(clone), before)
      assert.isFalse(existsSync(marker))
      yield* clone.tryGit(["cat-file", "-p", `HEAD:${path}`])
      assert.isTrue(existsSync(marker), "git itself would have fetched")
    })
  )

const partialMailmap = (use: UseGit) =>
  it.effect("reads the blame context of a bare partial clone without its mailmap", () =>
    Effect.gen(function* () {
      const source = yield* makeRepository({ config: { "uploadpack.allowFilter": "true" } })
      const commit = yield* source.commit("one", { files: { ".mailmap": "A <a@x> <b@x>\n" } })
      const clone = yield* cloneRepository(source, ["--filter=blob:none", "--bare"])
      yield* use(clone.directory, (git) =>
        Effect.gen(function* () {
          assert.match(yield* git.blameContext, /^[0-9a-f]{64}$/)
          assert.strictEqual(yield* git.resolveCommit("HEAD"), commit)
          assert.strictEqual(yield* reasonOf(git.mailmap(["B <b@x>"])), "ObjectMissing")
        })
      )
    })
  )

/** Returns whether the installed git can create this kind. */
const hasReftable = ((): boolean => {
  const made = spawnSync("git", ["init", "--ref-format=reftable", "--bare", "-q", "--help"], { env: { ...isolation } })
  return made.stdout?.toString().includes("--ref-format") ?? false
})()

/** Every kind of repository. */
export const kindContract = (use: UseGit) =>
  describe("kinds of repositories", () => {
    for (const [name, make] of kinds) {
      it.effect(
        `answers in ${name} as git does`,
        () => Effect.flatMap(make, (kind) => answersAsGit(use, kind)),
        alike.has(name) ? slow : {}
      )
    }
    it.effect.skipIf(!hasReftable)(
      `answers in a repository with reftable as git does${hasReftable ? "" : " (skipped: this git cannot make one)"}`,
      () => Effect.flatMap(reftable, (repository) => answersAsGit(use, at(repository)))
    )
    partialClone(use)
    partialMailmap(use)
    it.effect("answers in a repository without commits", () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* use(repository.directory, (git) =>
          Effect.gen(function* () {
            assert.deepStrictEqual((yield* git.repository).workTree, Option.some(repository.directory))
            assert.deepStrictEqual(yield* git.resolveRef("refs/notes/ultragit"), Option.none())
            assert.deepStrictEqual(yield* git.indexPaths, [])
            assert.match(yield* git.blameContext, /^[0-9a-f]{64}$/)
            assert.deepStrictEqual(yield* git.mailmap(["A <a@x>"]), ["A <a@x>"])
          })
        )
      })
    )
  })
