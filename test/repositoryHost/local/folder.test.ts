import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { CurrentPrincipal } from "../../../src/domain/Principal.ts"
import { LocalHost, RepositoryRoot } from "../../../src/repositoryHost/local/LocalHost.ts"
import {
  askCommitSearch,
  askFile,
  askFiles,
  askFileSearch,
  askFind,
  askList
} from "../../../src/repositoryHost/service/askHost.ts"
import { makeTemporaryFolder } from "../../support/gitblitFolder.ts"
import { whenSettled } from "../../support/settledClock.ts"
import { makeRepository, repositoryAt } from "../../support/TemporaryRepository.ts"

const inRoot =
  (root: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.provide(work, LocalHost.layer.pipe(Layer.provide(Layer.succeed(RepositoryRoot)(root))))

/** A root with two repositories whose files say `needle`. */
const makeRoot = Effect.gen(function* () {
  const root = yield* makeTemporaryFolder
  for (const name of ["one", "two"]) {
    const repository = yield* makeRepository()
    yield* repository.commit("First needle", { files: { "a.txt": `needle in ${name}\n` } })
    yield* Effect.promise(() => rename(repository.directory, join(root, name)))
  }
  return root
})

const namesOf = Effect.map(askList({}), ({ repositories }) => repositories.map(({ name }) => name))
const needle = askFileSearch({ query: "needle" })

const haystacks = (filters: { readonly branch?: string }) =>
  Effect.map(askFileSearch({ query: "haystack", ...filters }), ({ results }) => results.map(({ path }) => path))

const reasonOf = ({ skipped = [] }: { readonly skipped?: ReadonlyArray<{ readonly reason: string }> }) =>
  skipped.map(({ reason }) => reason).join("\n")

describe("a folder of repositories", () => {
  it.live("names what is broken, and answers for the rest", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      yield* Effect.promise(() => mkdir(join(root, "broken.git")))
      yield* Effect.promise(() => rm(join(root, "one", ".git", "objects"), { recursive: true }))
      yield* Effect.promise(() => mkdir(join(root, "one", ".git", "objects")))
      yield* Effect.gen(function* () {
        const found = yield* needle
        assert.deepStrictEqual(
          found.results.map(({ repository }) => repository),
          ["two"]
        )
        assert.deepStrictEqual(found.skipped?.map(({ repository }) => repository).toSorted(), ["broken.git", "one"])
        const listed = yield* askFind({ pathPattern: "*" })
        assert.deepStrictEqual(listed.skipped?.map(({ repository }) => repository).toSorted(), ["broken.git", "one"])
      }).pipe(inRoot(root))
    })
  )

  it.live("names a repository whose HEAD is malformed", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      yield* Effect.promise(() => writeFile(join(root, "one", ".git", "HEAD"), "garbage\n"))
      yield* Effect.gen(function* () {
        const skipped = [{ repository: "one", reason: "Cannot read HEAD: it names no branch and no commit" }]
        for (const asked of [needle, askList({}), askFind({ pathPattern: "*" })]) {
          assert.deepStrictEqual((yield* asked).skipped, skipped)
        }
        assert.strictEqual((yield* needle).totalCount, 1)
      }).pipe(inRoot(root))
    })
  )

  it.live("lists a file whose content is damaged, and does not say that it is missing", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const { git } = repositoryAt(join(root, "one"))
      const id = yield* git(["rev-parse", "HEAD:a.txt"])
      const object = join(root, "one", ".git", "objects", id.slice(0, 2), id.slice(2))
      yield* Effect.promise(() => rm(object).then(() => writeFile(object, "garbage")))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual((yield* askFiles({ repo: "one" })).files, [{ path: "a.txt", isDirectory: false }])
        const damaged = yield* Effect.flip(askFile({ repo: "one", path: "a.txt" }))
        assert.strictEqual(damaged.code, "INTERNAL_ERROR")
        assert.strictEqual((yield* Effect.flip(askFile({ repo: "one", path: "b.txt" }))).code, "NOT_FOUND")
      }).pipe(inRoot(root))
    })
  )

  it.live("names folders that cannot be opened because their names are not UTF-8", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const name = Buffer.from("caf\xe9.git", "latin1")
      const made = yield* Effect.option(
        Effect.tryPromise(() => mkdir(Buffer.concat([Buffer.from(root), Buffer.from("/"), name])))
      )
      // Some file systems refuse such names.
      if (Option.isNone(made)) return
      const { skipped } = yield* inRoot(root)(needle)
      assert.deepStrictEqual(skipped, [{ repository: "caf\ufffd.git", reason: "the folder's name is not UTF-8" }])
    })
  )

  it.live("is listed by cursor past what is broken", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      yield* Effect.promise(() => rm(join(root, "one", ".git", "objects"), { recursive: true }))
      yield* Effect.promise(() => mkdir(join(root, "one", ".git", "objects")))
      yield* Effect.gen(function* () {
        const first = yield* askList({ limit: 1 })
        assert.deepStrictEqual([first.repositories, first.pagination?.endCursor], [[], "one"])
        const second = yield* askList({ limit: 1, after: "one" })
        assert.strictEqual(second.repositories[0]?.name, "two")
        assert.deepStrictEqual(second.pagination, { totalCount: 2, hasNextPage: false })
      }).pipe(inRoot(root))
    })
  )

  it.live("answers for the rest of those that are named, too", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      yield* Effect.promise(() => rm(join(root, "one", ".git", "objects"), { recursive: true }))
      yield* Effect.promise(() => mkdir(join(root, "one", ".git", "objects")))
      yield* Effect.gen(function* () {
        const repos = ["one", "two"]
        const files = yield* askFileSearch({ query: "needle", repos })
        const commits = yield* askCommitSearch({ query: "needle", repos })
        for (const { skipped, totalCount } of [files, commits]) {
          assert.strictEqual(totalCount, 1)
          assert.deepStrictEqual(
            skipped?.map(({ repository }) => repository),
            ["one"]
          )
        }
        const alone = yield* askCommitSearch({ query: "needle", repos: ["one"] })
        assert.deepStrictEqual([alone.totalCount, alone.skipped?.length], [0, 1])
      }).pipe(inRoot(root))
    })
  )

  it.live("tells a principal what is broken without saying where it is", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const config = join("one", ".git", "config")
      yield* Effect.promise(() => writeFile(join(root, config), "[gitblit"))
      const ann = { name: "ann", repositories: ["*"], scopes: ["read"] } as const
      yield* Effect.gen(function* () {
        const asked = [
          Effect.map(needle, reasonOf),
          Effect.map(askList({}), reasonOf),
          Effect.map(askFind({ pathPattern: "*" }), reasonOf),
          Effect.orDie(Effect.map(Effect.flip(askFile({ repo: "one", path: "a.txt" })), ({ message }) => message))
        ]
        for (const each of asked) {
          assert.include(yield* each, root)
          const shown = yield* Effect.provideService(each, CurrentPrincipal, ann)
          assert.notInclude(shown, root)
          assert.include(shown, config)
        }
      }).pipe(inRoot(root))
    })
  )

  it.live("sees repositories that come, change and go", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* namesOf, ["one", "two"])
        yield* askFile({ repo: "one", path: "a.txt" })
        yield* Effect.promise(() => rename(join(root, "one"), join(root, "three")))
        assert.deepStrictEqual(yield* namesOf, ["three", "two"])
        const gone = yield* Effect.flip(askFile({ repo: "one", path: "a.txt" }))
        assert.strictEqual(gone.code, "NOT_FOUND")
        yield* Effect.promise(() => rm(join(root, "two"), { recursive: true }))
        assert.strictEqual((yield* needle).totalCount, 1)
      }).pipe(inRoot(root))
    })
  )

  it.live("sees commits and branches of repositories that had long not changed", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const one = repositoryAt(join(root, "one"))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* haystacks({}), [])
        yield* one.commit("Second", { files: { "b.txt": "haystack\n" } })
        assert.deepStrictEqual(yield* haystacks({}), ["b.txt"])
        yield* one.git(["branch", "topic/deep"])
        assert.deepStrictEqual(yield* haystacks({ branch: "topic/deep" }), ["b.txt"])
      }).pipe(inRoot(root), whenSettled)
    })
  )

  it.live("shows the lines of files that came, and were packed, after the first search", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const shown = Effect.map(needle, ({ results }) =>
        results.map(({ chunks, path, repository }) =>
          [repository, path, chunks[0]?.content.split("\n")[0] ?? ""].join(" ")
        )
      )
      yield* Effect.gen(function* () {
        const before = yield* shown
        assert.deepStrictEqual(before.toSorted(), ["one a.txt 1: needle in one", "two a.txt 1: needle in two"])
        const two = repositoryAt(join(root, "two"))
        yield* two.commit("Second", { files: { "b.txt": "another needle\n" } })
        yield* two.git(["gc", "--quiet", "--prune=now"])
        const after = yield* shown
        assert.deepStrictEqual(after.toSorted(), [...before, "two b.txt 1: another needle"].toSorted())
      }).pipe(inRoot(root))
    })
  )

  it.live("is not left through links", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const outside = yield* makeRepository()
      yield* outside.commit("Outside", { files: { "a.txt": "needle outside\n" } })
      yield* Effect.promise(() => symlink(outside.directory, join(root, "link")))
      yield* Effect.promise(() => mkdir(join(root, "tree")))
      yield* Effect.promise(() => symlink(join(outside.directory, ".git"), join(root, "tree", ".git")))
      yield* Effect.promise(() => writeFile(join(root, "two", "link"), "untracked needle"))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* namesOf, ["one", "two"])
        assert.strictEqual((yield* needle).totalCount, 2)
      }).pipe(inRoot(root))
    })
  )

  it.live("answers for SHA-256 repositories", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const repository = yield* makeRepository({ objectFormat: "sha256" })
      yield* repository.commit("Wide ids", { files: { "a.txt": "needle\n" } })
      yield* Effect.promise(() => rename(repository.directory, join(root, "wide")))
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* needle).totalCount, 3)
        const { commits } = yield* askCommitSearch({ query: "ids", repos: ["wide"] })
        assert.strictEqual(commits[0]?.commit.length, 64)
        const revision = commits[0]?.commit.slice(0, 3) ?? ""
        assert.strictEqual((yield* askFile({ repo: "wide", path: "a.txt", revision })).content, "1: needle\n2: \n")
      }).pipe(inRoot(root))
    })
  )
})
