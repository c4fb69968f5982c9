import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { UseGit } from "../GitContract.ts"
import { makeRepository } from "../TemporaryRepository.ts"
import { reasonOf } from "./reasons.ts"

const hostileRevisions = [
  "--output=x",
  "-L1",
  "--all",
  "../../etc/passwd",
  "",
  " ",
  "no-such-branch",
  "HEAD:a.txt",
  "HEAD^{tree}",
  "HEAD\nHEAD",
  "HEAD\0",
  "HEAD..HEAD",
  "^HEAD",
  "@{upstream}",
  "\u001b[31mred",
  "\udc80\udcff",
  "x".repeat(200_000)
]

const refNames = [
  "refs/notes/ultragit",
  "refs/heads/ä/ö",
  "refs/heads/a.b",
  "refs/heads/@",
  "refs/notes/x.lock",
  "refs/notes/.x",
  "refs/notes/x.",
  "refs/notes//x",
  "/refs/notes/x",
  "refs/notes/x/",
  "refs/notes/a..b",
  "refs/notes/a b",
  "refs/notes/a~b",
  "refs/notes/a^b",
  "refs/notes/a:b",
  "refs/notes/a?b",
  "refs/notes/a*b",
  "refs/notes/a[b",
  "refs/notes/a\\b",
  "refs/notes/a@{b",
  "refs/notes/a\u007fb",
  "refs/notes/a\nb",
  "refs/notes/a\u001bb",
  "refs",
  "@",
  "HEAD",
  "",
  "-x/y",
  "--branch"
]

const revisions = (use: UseGit) => {
  it.effect("resolves branches, tags, abbreviations and ancestors to commits", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("one")
      yield* repository.git(["tag", "-a", "-m", "first", "v1"])
      const second = yield* repository.commit("two")
      yield* repository.git(["branch", "side", first])
      const resolved = yield* use(repository.directory, (git) =>
        Effect.forEach(
          ["HEAD", "@", "main", "refs/heads/main", "v1", "side", "HEAD~1", "HEAD^", first, second.slice(0, 8), "v1^0"],
          (revision) => git.resolveCommit(revision)
        )
      )
      assert.deepStrictEqual(resolved, [
        second,
        second,
        second,
        second,
        first,
        first,
        first,
        first,
        first,
        second,
        first
      ])
    })
  )

  it.effect("finds nothing for options, ranges, trees, paths and invalid names", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("one", { files: { "a.txt": "a\n" } })
      const reasons = yield* use(repository.directory, (git) =>
        Effect.forEach(hostileRevisions, (revision) => reasonOf(git.resolveCommit(revision)))
      )
      assert.deepStrictEqual(
        reasons,
        hostileRevisions.map(() => "RevisionNotFound")
      )
      assert.isFalse(existsSync(join(repository.directory, "x")))
    })
  )

  it.effect("distinguishes an unborn HEAD from a missing revision", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const reasons = yield* use(repository.directory, (git) =>
        Effect.forEach(["HEAD", "@", "main", "HEAD~1"], (revision) => reasonOf(git.resolveCommit(revision)))
      )
      assert.deepStrictEqual(reasons, ["UnbornHead", "UnbornHead", "RevisionNotFound", "RevisionNotFound"])
    })
  )

  it.effect("reports a HEAD with a damaged branch as unreadable, not unborn", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("one")
      yield* Effect.promise(() => writeFile(join(repository.directory, ".git/refs/heads/main"), "nonsense\n"))
      const error = yield* use(repository.directory, (git) => Effect.flip(git.resolveCommit("HEAD")))
      assert.include(["RefUnreadable", "RepositoryUnreadable"], error.reason._tag)
    })
  )
}

const refs = (use: UseGit) => {
  it.effect("resolves a ref by its exact name, and none if it does not exist", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one")
      const tip = yield* repository.note(commit, "note")
      yield* repository.git(["tag", "-a", "-m", "tag", "v1"])
      const tag = yield* repository.id("refs/tags/v1")
      const found = yield* use(repository.directory, (git) =>
        Effect.forEach(
          ["refs/notes/ultragit", "refs/heads/main", "refs/tags/v1", "refs/notes/other", "notes/ultragit", "main"],
          (ref) => git.resolveRef(ref)
        )
      )
      assert.deepStrictEqual(found, [
        Option.some(tip),
        Option.some(commit),
        Option.some(tag),
        Option.none(),
        Option.none(),
        Option.none()
      ])
    })
  )

  it.effect("names the ref that a symbolic ref stands for, and none for others", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("one")
      yield* repository.git(["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk"])
      const found = yield* use(repository.directory, (git) =>
        Effect.forEach(["refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/other", "--delete"], git.symbolicRef)
      )
      assert.deepStrictEqual(found, [
        Option.some("refs/remotes/origin/trunk"),
        Option.none(),
        Option.none(),
        Option.none()
      ])
    })
  )

  it.effect("never confuses a branch named like a ref with the ref", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const commit = yield* repository.commit("one")
      yield* repository.git(["update-ref", "refs/heads/refs/notes/ultragit", commit])
      assert.deepStrictEqual(
        yield* use(repository.directory, (git) => git.resolveRef("refs/notes/ultragit")),
        Option.none()
      )
      const other = yield* repository.commit("two")
      yield* repository.git(["update-ref", "refs/notes/ultragit", other])
      assert.deepStrictEqual(
        yield* use(repository.directory, (git) => git.resolveRef("refs/notes/ultragit")),
        Option.some(other)
      )
    })
  )

  it.effect.each([
    ["holds nonsense", "nonsense\n"],
    ["names an object that is missing", `${"1".repeat(40)}\n`]
  ])("fails typed for a ref that %s", ([, content = ""]) =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("one")
      yield* repository.note("HEAD", "note")
      yield* Effect.promise(() => writeFile(join(repository.directory, ".git/refs/notes/ultragit"), content))
      const reason = yield* use(repository.directory, (git) => reasonOf(git.resolveRef("refs/notes/ultragit")))
      assert.strictEqual(reason, "RefUnreadable")
    })
  )

  it.effect("resolves a dangling symbolic ref to none", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("one")
      yield* repository.git(["symbolic-ref", "refs/notes/ultragit", "refs/notes/nowhere"])
      const found = yield* use(repository.directory, (git) => git.resolveRef("refs/notes/ultragit"))
      assert.deepStrictEqual(found, Option.none())
    })
  )

  it.effect("finds no ref for a name that git rejects", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("one")
      const found = yield* use(repository.directory, (git) =>
        Effect.forEach(["refs/notes/*", "refs/notes/a\nrefs/heads/main", "--all", "refs/heads/m[a]in"], git.resolveRef)
      )
      assert.isTrue(found.every(Option.isNone))
    })
  )

  it.effect("accepts the ref names that git accepts, and no others", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const accepted = yield* use(repository.directory, (git) => Effect.forEach(refNames, git.isRefName))
      const byGit = yield* Effect.forEach(refNames, (ref) =>
        Effect.map(repository.tryGit(["check-ref-format", ref]), (result) => result.exitCode === 0)
      )
      assert.deepStrictEqual(accepted, byGit)
    })
  )
}

/** Revisions and refs. */
export const nameContract = (use: UseGit) =>
  describe("names", () => {
    revisions(use)
    refs(use)
  })
