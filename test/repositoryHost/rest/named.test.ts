import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Schema } from "effect"
import { mkdir, rename } from "node:fs/promises"
import { join } from "node:path"
import { LocalHost, RepositoryRoot } from "../../../src/repositoryHost/local/LocalHost.ts"
import { answerRest, restPrefix } from "../../../src/repositoryHost/rest/answerRest.ts"
import { makeTemporaryFolder } from "../../support/gitblitFolder.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const Body = Schema.Struct({
  totalCount: Schema.Int,
  skipped: Schema.optionalKey(Schema.Array(Schema.Struct({ repository: Schema.String, reason: Schema.String })))
})

/** A repository that Gitblit indexes, one that it does not, and a folder that is called one. */
const makeRoot = Effect.gen(function* () {
  const root = yield* makeTemporaryFolder
  for (const name of ["indexed", "plain"]) {
    const repository = yield* makeRepository()
    yield* repository.commit("First needle", { files: { "a.txt": "needle\n" } })
    if (name === "indexed") yield* repository.git(["config", "gitblit.indexBranch", "default"])
    yield* Effect.promise(() => rename(repository.directory, join(root, name)))
  }
  yield* Effect.promise(() => mkdir(join(root, "broken.git")))
  return root
})

const ask = Effect.fnUntraced(function* (target: string) {
  const { body } = yield* Option.getOrThrow(answerRest({ method: "GET", target: `${restPrefix}/${target}` }))
  const { skipped = [], totalCount } = yield* Schema.decodeUnknownEffect(Body)(body)
  return { totalCount, skipped: skipped.map(({ repository }) => repository) }
})

describe("a request that names repositories", () => {
  it.live("is answered with those that could not be asked", () =>
    Effect.gen(function* () {
      const host = Layer.provide(LocalHost.layer, Layer.effect(RepositoryRoot, makeRoot))
      yield* Effect.gen(function* () {
        const repos = "repos=indexed,plain,broken.git"
        const searched = { totalCount: 1, skipped: ["broken.git", "plain"] }
        assert.deepStrictEqual(yield* ask(`search/files?query=needle&${repos}`), searched)
        assert.deepStrictEqual(yield* ask(`search/commits?query=needle&${repos}`), searched)
        assert.deepStrictEqual(yield* ask(`find?pathPattern=*&${repos}`), { totalCount: 2, skipped: ["broken.git"] })
        assert.deepStrictEqual(yield* ask("search/files?query=needle"), { totalCount: 1, skipped: ["broken.git"] })
      }).pipe(Effect.provide(host))
    })
  )
})
