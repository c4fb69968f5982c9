import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Result, Schema } from "effect"
import { writeFileSync } from "node:fs"
import { rename } from "node:fs/promises"
import { join } from "node:path"
import type { Selection } from "../../../src/commitIndex/model/Registration.ts"
import { CurrentPrincipal } from "../../../src/domain/Principal.ts"
import { RepositoryHost } from "../../../src/repositoryHost/model/RepositoryHost.ts"
import { parseQuery } from "../../../src/repositoryHost/query/parseQuery.ts"
import { askCommitSearch } from "../../../src/repositoryHost/service/askHost.ts"
import { hostWithIndex, indexRepositories } from "../../support/commitIndexHost.ts"
import { makeIndex } from "../../support/commits/indexing.ts"
import { makeGitblitFolder, makeTemporaryFolder } from "../../support/gitblitFolder.ts"
import { hostContractSuite } from "../../support/hostContract.ts"
import { scaled, slow } from "../../support/scale.ts"
import { makeRepository, repositoryAt } from "../../support/TemporaryRepository.ts"

const messages: ReadonlyArray<string> = [
  "Retry the broker\n",
  "\n\n  Fix  retry of\nbrokers\n   \n\nWhen the broker is away,\r\nretry: it's 1.5 s.\n\n\n",
  "",
  "   ",
  "Réessayer: naïve 日本語retry 修复broker ²retry\n\nÉté\n",
  "fix\n\n\n\nretry_broker retry.broker RETRY\n",
  "Merge\n\nbody %_\\ 100% a_b\n",
  `${"long".repeat(80)}tail retry\n`,
  "one\ntwo\n\nthree\u00a0four\ufeff\nbroker\ufeff\n",
  "x\u0001y retry\tbroker\n"
]
const [ada, zoe] = ["Ada Lovelace <ada@example.org>", "Zoë O'Neil <zoe.o@example.org>"]

/** A folder with a history in which messages, people and times need care, and a branch of it. */
const makeRoot = Effect.gen(function* () {
  const root = yield* makeTemporaryFolder
  const repository = yield* makeRepository()
  yield* repository.importHistory([
    ...messages.map((message, at) => ({ message, author: at % 2 === 0 ? ada : zoe, date: 1_700_000_000 + (at % 4) })),
    { message: "Side retry", parents: [2], author: zoe },
    { message: "Join retry", parents: [9, 10], author: ada }
  ])
  yield* repository.git(["branch", "older", "HEAD~2"])
  const latin = ["-c", "i18n.commitEncoding=ISO-8859-1", "commit", "--quiet", "--allow-empty", "--file=-"]
  yield* repository.git(latin, { stdin: Buffer.from("Caf\xe9 retry\n", "latin1") })
  yield* Effect.promise(() => rename(repository.directory, join(root, "one")))
  return root
})

const Word = Schema.Literals([
  "retry",
  "broker",
  "brokers",
  "fix",
  "naïve",
  "日本語",
  "été",
  "ret*",
  "*oker",
  "r?try",
  "retyr~",
  "/br.*r/",
  '"retry broker"',
  '"the broker"',
  '"fix retry"~3',
  "retry_broker",
  "retry.broker",
  "a_b",
  "tail",
  "1.5",
  "it's",
  "café",
  "four",
  "two",
  "zzz",
  "*",
  "summary:retry",
  "summary:fix",
  "author:ada",
  "author:zoë",
  "author:example.org",
  "committer:carl",
  "branch:main",
  "date:[20231114 TO 202311142213]",
  "date:{20240101 TO *]",
  "type:commit",
  "type:blob",
  "commit:[0 TO 8]",
  "[a TO f]"
])
const Link = Schema.Literals([" ", " AND ", " OR ", " NOT ", " -", " +"])
const Part = Schema.Tuple([Link, Word])
const Question = Schema.Struct({
  parts: Schema.Array(Part).pipe(Schema.check(Schema.isMinLength(1), Schema.isMaxLength(4))),
  authors: Schema.Literals(["", "Ada", "zoë", "O'Neil example.org"]),
  branch: Schema.Literals(["", "", "main", "refs/heads/older", "none"]),
  limit: Schema.Literals([1, 3, 100]),
  offset: Schema.Literals([0, 0, 2])
})

const toInput = ({ authors, branch, limit, offset, parts }: typeof Question.Type) => ({
  query: parts
    .map((part) => part.join(""))
    .join("")
    .replace(/^ (?:AND|OR)? ?/, ""),
  repos: ["one"],
  limit,
  offset,
  ...(authors === "" ? {} : { authors: [authors] }),
  ...(branch === "" ? {} : { branch })
})

const build = (root: string, index: string) =>
  Effect.map(Layer.build(hostWithIndex(root, index)), (context) => Context.get(context, RepositoryHost))

const searchBy = (host: RepositoryHost["Service"], input: Parameters<typeof askCommitSearch>[0]) =>
  Effect.provideService(askCommitSearch(input), RepositoryHost, host)

const register = Effect.fnUntraced(function* (root: string, selection?: Partial<Selection>) {
  const index = yield* makeIndex
  index.register("one", join(root, "one"), selection)
  yield* index.sync("one")
  return index
})

const one = (reason: string) => [{ repository: "one", reason }]

/** The same folder with the index of commits and without. */
class Hosts extends Context.Service<
  Hosts,
  { readonly indexed: RepositoryHost["Service"]; readonly plain: RepositoryHost["Service"] }
>()("ultragit/test/repositoryHost/local/searchHistory.test/Hosts") {
  static readonly layer = Layer.effect(
    Hosts,
    Effect.gen(function* () {
      const root = yield* makeRoot
      const { path } = yield* register(root)
      return Hosts.of({ indexed: yield* build(root, path), plain: yield* build(root, `${path}.none`) })
    })
  )
}

describe("a search of commits with the index of commits", () => {
  layer(Hosts.layer)((hosted) => {
    hosted.effect.prop(
      "answers the same as without",
      [Question],
      ([question]) =>
        Effect.gen(function* () {
          const input = toInput(question)
          if (Result.isFailure(parseQuery(input.query, "content"))) return
          const { indexed, plain } = yield* Hosts
          const { unindexed, ...expected } = yield* searchBy(plain, input)
          assert.deepStrictEqual(yield* searchBy(indexed, input), expected, JSON.stringify(input))
          assert.strictEqual(unindexed?.length, input.branch === "none" ? undefined : 1)
        }),
      { arbitrary: { runs: scaled(20, 4000) } }
    )
  })

  it.effect("says of each repository that it does not have why git was asked", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const input = { query: "retry", repos: ["one"] }
      const reasonFor = Effect.fnUntraced(function* (path: string) {
        const { totalCount, unindexed } = yield* searchBy(yield* build(root, path), input)
        assert.isAbove(totalCount, 0)
        return unindexed
      })
      const { path, sync } = yield* register(root)
      assert.isUndefined(yield* reasonFor(path))
      assert.deepStrictEqual(yield* reasonFor(`${path}.none`), one("there is no index of commits"))
      const empty = yield* makeIndex
      assert.deepStrictEqual(yield* reasonFor(empty.path), one("not in the index of commits"))
      const byAda = yield* register(root, { author: "Ada" })
      assert.deepStrictEqual(yield* reasonFor(byAda.path), one("the index of commits has only some of its commits"))
      const { git } = repositoryAt(join(root, "one"))
      yield* git(["commit", "--quiet", "--allow-empty", "--message=More retry"])
      assert.deepStrictEqual(yield* reasonFor(path), one("the index of commits is behind"))
      yield* sync("one")
      assert.isUndefined(yield* reasonFor(path))
      yield* git(["replace", "--graft", "HEAD~1"])
      assert.deepStrictEqual(yield* reasonFor(path), one("its history is shallow, grafted or replaced"))
    })
  )
})

describe("a damaged index of commits", () => {
  it.effect("is named with its path only to the user of this machine", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      const path = join(yield* makeTemporaryFolder, "commits.db")
      writeFileSync(path, "not a database ".repeat(1000))
      const asked = searchBy(yield* build(root, path), { query: "retry", repos: ["one"] })
      assert.include((yield* asked).unindexed?.[0]?.reason, path)
      const ann = { name: "ann", repositories: ["*"], scopes: ["read"] } as const
      const { unindexed } = yield* Effect.provideService(asked, CurrentPrincipal, ann)
      assert.deepStrictEqual(unindexed, one("the index of commits cannot be used (database_foreign)"))
    })
  )
})

hostContractSuite(
  "LocalHost with an index of commits",
  Layer.unwrap(
    Effect.gen(function* () {
      const root = yield* makeGitblitFolder
      return hostWithIndex(root, yield* indexRepositories(root, ["alpha.git", "headless.git"]))
    })
  ),
  slow
)
