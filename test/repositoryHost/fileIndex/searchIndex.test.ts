import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Result, Schema } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { cp, mkdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { CurrentPrincipal } from "../../../src/domain/Principal.ts"
import { LocalHost } from "../../../src/repositoryHost/local/LocalHost.ts"
import { RepositoryHost } from "../../../src/repositoryHost/model/RepositoryHost.ts"
import { parseQuery } from "../../../src/repositoryHost/query/parseQuery.ts"
import { askFileSearch } from "../../../src/repositoryHost/service/askHost.ts"
import { buildHostWithFileIndex, hostWithFileIndex } from "../../support/fileIndexHost.ts"
import { makeGitblitFolder, makeTemporaryFolder } from "../../support/gitblitFolder.ts"
import { hostContractSuite } from "../../support/hostContract.ts"
import { scaled, slow } from "../../support/scale.ts"
import { makeRepository, repositoryAt } from "../../support/TemporaryRepository.ts"

const one: Readonly<Record<string, string>> = {
  "a.txt": "alpha beta\ngamma the delta\n",
  "b.txt": "alpha_beta alpha.beta ALPHA\nalpha alpha\n",
  "c/d.txt": "beta\nalpha\n\n\ngamma",
  "c/e.txt": "naïve 日本語 delta's x1.5 1.5x\r\nÉté été\nalpha 🎉\n",
  "c/f.txt": "",
  "binary.bin": "alpha\0beta\n",
  "c/late.bin": `${"beta\n".repeat(2000)}alpha\0gamma\n`
}
const two: Readonly<Record<string, string>> = {
  "a.txt": "alpha beta\ngamma the delta\n",
  "g.txt": "gamma delta gamma beta alphabet alpah\n",
  "h.TXT": "betagamma\n_alpha_\nal-pha pha al\n",
  "long.txt": `${"x".repeat(400)} alpha beta\nbeta alpha\n`
}

const addRepository = Effect.fnUntraced(function* (
  root: string,
  name: string,
  files: Readonly<Record<string, string>>
) {
  const repository = yield* makeRepository()
  yield* repository.commit("Older", { files: { "older.txt": "alpha older\n" } })
  yield* repository.git(["branch", "older"])
  yield* repository.commit("All", { files })
  yield* Effect.promise(() => rename(repository.directory, join(root, name)))
})

/** A folder with repositories that share a content. */
const makeRoot = Effect.gen(function* () {
  const root = yield* makeTemporaryFolder
  yield* addRepository(root, "one", one)
  yield* addRepository(root, "two", two)
  return root
})

const Word = Schema.Literals([
  "alpha",
  "beta",
  "gamma",
  "delta",
  "the",
  "al*",
  "*ta",
  "b?ta",
  "alpah~",
  "/al.*a/",
  '"alpha beta"',
  '"beta alpha"',
  '"gamma the delta"',
  '"alpha gamma"~3',
  "naïve",
  "日本語",
  "été",
  "🎉",
  "1.5",
  "path:c",
  "path:txt",
  "[alpha TO beta]",
  "alpha_beta",
  "alpha.beta",
  "branch:main",
  "type:commit",
  "*",
  "delta's",
  "x*",
  "older",
  "alpha^3",
  "zzz"
])
const Link = Schema.Literals([" ", " ", " AND ", " OR ", " NOT ", " -", " +"])
const Question = Schema.Struct({
  parts: Schema.Array(Schema.Tuple([Link, Word])).pipe(Schema.check(Schema.isMinLength(1), Schema.isMaxLength(4))),
  repos: Schema.Literals(["", "", "one", "two"]),
  pathPattern: Schema.Literals(["", "", "*.txt", "c*", "?.TXT"]),
  branch: Schema.Literals(["", "", "", "main", "refs/heads/older", "none"]),
  contextLines: Schema.Literals([1, 4, 10]),
  limit: Schema.Literals([1, 3, 100]),
  offset: Schema.Literals([0, 0, 2])
})

const toInput = ({ branch, parts, pathPattern, repos, ...page }: typeof Question.Type) => ({
  query: parts
    .map((part) => part.join(""))
    .join("")
    .replace(/^ (?:AND|OR)? ?/, ""),
  ...page,
  ...(repos === "" ? {} : { repos: [repos] }),
  ...(pathPattern === "" ? {} : { pathPattern }),
  ...(branch === "" ? {} : { branch })
})

const searchBy = (host: RepositoryHost["Service"], input: Parameters<typeof askFileSearch>[0]) =>
  Effect.provideService(askFileSearch(input), RepositoryHost, host)

/** An answer, or the message of a refusal. */
const outcomeBy = (host: RepositoryHost["Service"], input: Parameters<typeof askFileSearch>[0]) =>
  searchBy(host, input).pipe(
    Effect.map(({ unindexed, ...answer }) => ({ answer, unindexed })),
    Effect.catch(({ message }) => Effect.succeed({ answer: message, unindexed: undefined }))
  )

/** The same folder with an index of files and without. */
class Hosts extends Context.Service<
  Hosts,
  { readonly indexed: RepositoryHost["Service"]; readonly plain: RepositoryHost["Service"] }
>()("ultragit/test/repositoryHost/fileIndex/searchIndex.test/Hosts") {
  static readonly layer = Layer.effect(
    Hosts,
    Effect.gen(function* () {
      const root = yield* makeRoot
      const folder = yield* makeTemporaryFolder
      const indexed = yield* buildHostWithFileIndex(root, join(folder, "files.db"))
      yield* indexed.updateIndex
      return Hosts.of({ indexed, plain: yield* buildHostWithFileIndex(root, join(folder, "none.db")) })
    })
  )
}

const ann = { name: "ann", repositories: ["*"], scopes: ["read"] } as const

const reasonsOf = Effect.fnUntraced(function* (host: RepositoryHost["Service"]) {
  const { totalCount, unindexed } = yield* searchBy(host, { query: "alpha" })
  return { totalCount, unindexed }
})

describe("a search of files with an index of files", () => {
  layer(Hosts.layer)((hosted) => {
    hosted.effect.prop(
      "answers the same as without",
      [Question],
      ([question]) =>
        Effect.gen(function* () {
          const input = toInput(question)
          if (Result.isFailure(parseQuery(input.query, "content"))) return
          const { indexed, plain } = yield* Hosts
          const [ours, expected] = [yield* outcomeBy(indexed, input), yield* outcomeBy(plain, input)]
          assert.deepStrictEqual(ours.answer, expected.answer, JSON.stringify(input))
          if (input.branch === undefined) assert.isUndefined(ours.unindexed)
        }),
      { arbitrary: { runs: scaled(60, 4000) }, ...slow }
    )
  })

  it.effect("reads by git what the index lacks, and says so", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const path = join(yield* makeTemporaryFolder, "files.db")
      const host = yield* buildHostWithFileIndex(root, path)
      const none = [{ reason: "there is no index of files", repositories: 2 }]
      assert.deepStrictEqual(yield* reasonsOf(host), { totalCount: 9, unindexed: none })
      assert.deepStrictEqual(yield* host.updateIndex, { commits: 2, addedCommits: 2, addedFiles: 11, skipped: [] })
      assert.deepStrictEqual(yield* reasonsOf(host), { totalCount: 9, unindexed: undefined })
      const { commit } = repositoryAt(join(root, "one"))
      yield* commit("More", { files: { "more.txt": "alpha\n", "a.txt": "nothing\n" } })
      const behind = [{ reason: "not in the index of files", repositories: 1 }]
      assert.deepStrictEqual(yield* reasonsOf(host), { totalCount: 9, unindexed: behind })
      assert.deepStrictEqual(yield* host.updateIndex, { commits: 2, addedCommits: 1, addedFiles: 2, skipped: [] })
      assert.deepStrictEqual(yield* reasonsOf(host), { totalCount: 9, unindexed: undefined })
    })
  )

  it.effect("finds executable files", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const { git } = repositoryAt(join(root, "one"))
      yield* git(["update-index", "--chmod=+x", "a.txt", "b.txt"])
      yield* git(["commit", "--quiet", "--message=Run"])
      const host = yield* buildHostWithFileIndex(root, join(yield* makeTemporaryFolder, "files.db"))
      yield* host.updateIndex
      assert.deepStrictEqual(yield* reasonsOf(host), { totalCount: 9, unindexed: undefined })
    })
  )

  it.live(
    "is not asked while it is of an older version, and brought up to date in the background of a server",
    () =>
      Effect.gen(function* () {
        const root = yield* makeRoot
        const path = join(yield* makeTemporaryFolder, "files.db")
        const { updateIndex } = yield* buildHostWithFileIndex(root, path)
        const makeOlder = Effect.andThen(
          updateIndex,
          Effect.sync(() => {
            const database = new DatabaseSync(path)
            database.exec("PRAGMA user_version = 1")
            database.close()
          })
        )
        yield* makeOlder
        const older = yield* reasonsOf(yield* buildHostWithFileIndex(root, path))
        assert.strictEqual(older.totalCount, 9)
        assert.include(older.unindexed?.[0]?.reason, "older version")
        assert.deepStrictEqual(yield* updateIndex, { commits: 2, addedCommits: 2, addedFiles: 0, skipped: [] })
        yield* makeOlder
        const server = yield* buildHostWithFileIndex(root, path, LocalHost.layerApart)
        while ((yield* reasonsOf(server)).unindexed !== undefined) yield* Effect.sleep("20 millis")
      }),
    slow
  )

  it.effect("counts a commit of several repositories once", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      yield* Effect.promise(() => cp(join(root, "one"), join(root, "copy"), { recursive: true }))
      const host = yield* buildHostWithFileIndex(root, join(yield* makeTemporaryFolder, "files.db"))
      assert.deepStrictEqual(yield* host.updateIndex, { commits: 2, addedCommits: 2, addedFiles: 11, skipped: [] })
      assert.deepStrictEqual(yield* reasonsOf(host), { totalCount: 15, unindexed: undefined })
    })
  )

  it.effect("counts the repositories of which it cannot tell, and not those with nothing to search", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const empty = yield* makeRepository()
      yield* Effect.promise(() => rename(empty.directory, join(root, "empty")))
      yield* addRepository(root, "alias", one)
      const { git } = repositoryAt(join(root, "alias"))
      yield* git(["symbolic-ref", "refs/heads/alias", "refs/heads/main"])
      yield* git(["symbolic-ref", "HEAD", "refs/heads/alias"])
      const path = join(yield* makeTemporaryFolder, "files.db")
      const host = yield* buildHostWithFileIndex(root, path)
      assert.deepStrictEqual((yield* reasonsOf(host)).unindexed, [
        { reason: "there is no index of files", repositories: 3 }
      ])
      yield* host.updateIndex
      const unnamed = { reason: "HEAD or the branch does not simply name a commit", repositories: 1 }
      assert.deepStrictEqual(yield* reasonsOf(host), { totalCount: 15, unindexed: [unnamed] })
      const none = yield* searchBy(host, { query: "alpha", branch: "none" })
      assert.deepStrictEqual([none.totalCount, none.unindexed], [0, undefined])
      const older = yield* searchBy(host, { query: "alpha", branch: "older" })
      assert.deepStrictEqual(older.unindexed, [{ reason: "not in the index of files", repositories: 3 }])
    })
  )

  it.effect("counts the repositories whose contents cannot be read", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const host = yield* buildHostWithFileIndex(root, join(yield* makeTemporaryFolder, "files.db"))
      yield* host.updateIndex
      const objects = join(root, "two", ".git", "objects")
      yield* Effect.promise(() => rm(objects, { recursive: true }).then(() => mkdir(objects)))
      const { skipped, unindexed } = yield* searchBy(host, { query: '"alpha beta"' })
      assert.strictEqual(skipped?.[0]?.repository, "two")
      assert.deepStrictEqual(unindexed, [{ reason: "contents of it cannot be read", repositories: 1 }])
    })
  )

  it.effect("does without an index that is damaged or deleted, and makes it again", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const path = join(yield* makeTemporaryFolder, "files.db")
      const make = buildHostWithFileIndex(root, path)
      yield* (yield* make).updateIndex
      writeFileSync(path, "not a database ".repeat(1000))
      const host = yield* make
      const damaged = yield* reasonsOf(host)
      assert.strictEqual(damaged.totalCount, 9)
      assert.strictEqual(damaged.unindexed?.[0]?.repositories, 2)
      assert.include(damaged.unindexed?.[0]?.reason, path)
      const toPrincipal = yield* Effect.provideService(reasonsOf(host), CurrentPrincipal, ann)
      const reason = "the index of files cannot be used (database_foreign)"
      assert.deepStrictEqual(toPrincipal.unindexed, [{ reason, repositories: 2 }])
      yield* host.updateIndex
      assert.deepStrictEqual(yield* reasonsOf(host), { totalCount: 9, unindexed: undefined })
      yield* Effect.promise(() => rm(path))
      assert.strictEqual((yield* reasonsOf(host)).totalCount, 9)
      yield* host.updateIndex
      assert.isTrue(existsSync(path))
    })
  )

  it.effect("forgets what no repository has any more", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const host = yield* buildHostWithFileIndex(root, join(yield* makeTemporaryFolder, "files.db"))
      yield* host.updateIndex
      yield* Effect.promise(() => rm(join(root, "one"), { recursive: true }))
      yield* addRepository(root, "four", { "x.txt": "alpha alphabet\n" })
      assert.deepStrictEqual(yield* host.updateIndex, { commits: 2, addedCommits: 1, addedFiles: 1, skipped: [] })
      assert.deepStrictEqual(yield* reasonsOf(host), { totalCount: 5, unindexed: undefined })
      yield* addRepository(root, "one", one)
      const { addedFiles } = yield* host.updateIndex
      assert.strictEqual(addedFiles, 6)
      assert.deepStrictEqual(yield* reasonsOf(host), { totalCount: 11, unindexed: undefined })
    })
  )

  it.effect("has the other repositories when one cannot be read", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const objects = join(root, "one", ".git", "objects")
      yield* Effect.promise(() => rm(objects, { recursive: true }).then(() => mkdir(objects)))
      const host = yield* buildHostWithFileIndex(root, join(yield* makeTemporaryFolder, "files.db"))
      const { commits, skipped } = yield* host.updateIndex
      assert.strictEqual(commits, 1)
      assert.deepStrictEqual(
        skipped.map(({ repository }) => repository),
        ["one"]
      )
      const found = yield* searchBy(host, { query: "alpha" })
      assert.deepStrictEqual([found.totalCount, found.skipped?.[0]?.repository], [3, "one"])
    })
  )

  it.live(
    "is brought up to date in the background of a server",
    () =>
      Effect.gen(function* () {
        const root = yield* makeRoot
        const path = join(yield* makeTemporaryFolder, "files.db")
        const host = yield* buildHostWithFileIndex(root, path, LocalHost.layerApart)
        yield* host.updateIndex
        yield* repositoryAt(join(root, "one")).commit("More", { files: { "more.txt": "alpha\n" } })
        const isCurrent = Effect.map(reasonsOf(host), ({ totalCount, unindexed }) => {
          assert.strictEqual(totalCount, 10)
          return unindexed === undefined
        })
        while (!(yield* isCurrent)) yield* Effect.sleep("20 millis")
      }),
    slow
  )
})

hostContractSuite(
  "LocalHost with an index of files",
  Layer.unwrap(
    Effect.gen(function* () {
      const root = yield* makeGitblitFolder
      const path = join(yield* makeTemporaryFolder, "files.db")
      yield* Effect.flatMap(buildHostWithFileIndex(root, path), ({ updateIndex }) => updateIndex)
      return hostWithFileIndex(root, path)
    })
  ),
  slow
)
