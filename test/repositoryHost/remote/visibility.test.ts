import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Result, Struct } from "effect"
import { CurrentVisibility, type KnownRepository } from "../../../src/domain/Visibility.ts"
import { LocalHost, RepositoryRoot } from "../../../src/repositoryHost/local/LocalHost.ts"
import { RepositoryHost } from "../../../src/repositoryHost/model/RepositoryHost.ts"
import { GitblitHttp, RemoteServer } from "../../../src/repositoryHost/remote/GitblitHttp.ts"
import {
  askCommitSearch,
  askFile,
  askFiles,
  askFileSearch,
  askFind,
  askList
} from "../../../src/repositoryHost/service/askHost.ts"
import { makeGitblitFolder } from "../../support/gitblitFolder.ts"
import { serveHost } from "../../support/restServer.ts"
import { settledClock } from "../../support/settledClock.ts"
import { slow } from "../../support/scale.ts"

const local = LocalHost.layer.pipe(
  Layer.provide(Layer.effect(RepositoryRoot, makeGitblitFolder)),
  Layer.provideMerge(settledClock)
)

const isVisible = ({ name }: KnownRepository) => name === "alpha.git"

const outcomeOf = <A, E extends { readonly message: string }>(asked: Effect.Effect<A, E, RepositoryHost>) =>
  Effect.map(Effect.result(asked), (result) =>
    Result.match(result, { onSuccess: (answer): unknown => answer, onFailure: ({ message }) => message })
  )

// The original has no word for how it searched: what is not indexed is left out.
const questions = [
  outcomeOf(askList({})),
  outcomeOf(askFiles({ repo: "team/beta.git" })),
  outcomeOf(askFind({ pathPattern: "**/*.md" })),
  outcomeOf(Effect.map(askFileSearch({ query: "the" }), Struct.omit(["unindexed"])))
]
const further = [
  outcomeOf(askList({ query: "team" })),
  outcomeOf(askFiles({ repo: "alpha" })),
  outcomeOf(askFiles({ repo: "team/none.git" })),
  outcomeOf(askFile({ repo: "team/beta.git", path: "README.md" })),
  outcomeOf(askFind({ pathPattern: "**", repos: ["team/beta.git"] })),
  outcomeOf(Effect.map(askFileSearch({ query: "the", repos: ["alpha", "team/beta.git"] }), Struct.omit(["unindexed"]))),
  outcomeOf(Effect.map(askCommitSearch({ query: "*", repos: ["alpha"] }), Struct.omit(["unindexed"])))
]

/** Asks as one who may see only `alpha.git`: over a socket as directly. The answers, and the other host. */
const askLimited = Effect.fnUntraced(function* (asked: typeof questions) {
  const url = yield* serveHost()
  const server = Layer.succeed(RemoteServer)({ url, authorization: Option.none() })
  const remote = Context.get(yield* Layer.build(GitblitHttp.layer.pipe(Layer.provide(server))), RepositoryHost)
  const limited = yield* Effect.all(asked).pipe(
    Effect.provideService(RepositoryHost, remote),
    Effect.provideService(CurrentVisibility, isVisible)
  )
  const directly = yield* Effect.all(asked).pipe(Effect.provideService(CurrentVisibility, isVisible))
  assert.deepStrictEqual(limited, directly)
  assert.include(JSON.stringify(limited), "alpha.git")
  return { limited, remote }
})

describe("a server that knows more repositories than the caller may", () => {
  layer(local, { excludeTestServices: true })((it) => {
    it.effect("is asked only about those of the caller", () =>
      Effect.gen(function* () {
        const { limited, remote } = yield* askLimited(questions)
        assert.notInclude(JSON.stringify([limited[0], limited[2], limited[3]]), "team/")
        const all = yield* Effect.provideService(outcomeOf(askList({})), RepositoryHost, remote)
        assert.include(JSON.stringify(all), "team/")
      })
    )

    it.effect(
      "is asked only about those of the caller, whatever is named",
      () =>
        Effect.gen(function* () {
          const { limited } = yield* askLimited(further)
          assert.notInclude(JSON.stringify(limited.slice(0, 2)), "team/")
        }),
      slow
    )
  })
})
