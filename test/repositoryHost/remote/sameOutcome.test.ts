import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Result, Schema, Struct } from "effect"
import { LocalHost, RepositoryRoot } from "../../../src/repositoryHost/local/LocalHost.ts"
import { RepositoryHost } from "../../../src/repositoryHost/model/RepositoryHost.ts"
import { GitblitHttp, RemoteServer } from "../../../src/repositoryHost/remote/GitblitHttp.ts"
import {
  askCommitSearch,
  askFile,
  askFiles,
  askFileSearch,
  askFind
} from "../../../src/repositoryHost/service/askHost.ts"
import { makeGitblitFolder } from "../../support/gitblitFolder.ts"
import { serveHost } from "../../support/restServer.ts"
import { settledClock } from "../../support/settledClock.ts"
import { scaled, slow } from "../../support/scale.ts"

/** The same repositories, asked directly and over a socket. */
class Remotely extends Context.Service<Remotely, RepositoryHost["Service"]>()(
  "ultragit/test/repositoryHost/remote/sameOutcome.test/Remotely"
) {}

const local = LocalHost.layer.pipe(
  Layer.provide(Layer.effect(RepositoryRoot, makeGitblitFolder)),
  Layer.provideMerge(settledClock)
)
const server = Layer.effect(
  RemoteServer,
  Effect.map(serveHost(), (url) => ({ url, authorization: Option.none() }))
)
const remote = Layer.effect(
  Remotely,
  Effect.gen(function* () {
    const context = yield* Layer.build(GitblitHttp.layer.pipe(Layer.provide(server)))
    return Remotely.of(Context.get(context, RepositoryHost))
  })
)

/** What a caller sees: the answer, or the failure's code and message. */
const outcomeOf = <A, E extends { readonly code: string; readonly message: string }>(
  asked: Effect.Effect<A, E, RepositoryHost>
) =>
  Effect.map(Effect.result(asked), (result) =>
    Result.match(result, { onSuccess: (answer) => answer, onFailure: ({ code, message }) => ({ code, message }) })
  )

const checkSame = Effect.fnUntraced(function* <A, E extends { readonly code: string; readonly message: string }>(
  asked: Effect.Effect<A, E, RepositoryHost>,
  what: unknown
) {
  const directly = yield* outcomeOf(asked)
  const remotely = yield* outcomeOf(Effect.provideService(asked, RepositoryHost, yield* Remotely))
  assert.deepStrictEqual(remotely, directly, JSON.stringify(what))
})

const Piece = Schema.Literals([
  "src",
  "/",
  "a.txt",
  "..",
  ".",
  "names",
  "%",
  "\\",
  "*",
  "**",
  "?",
  "[",
  "{",
  " ",
  "\0",
  "é",
  "🎉",
  "\ud800",
  "&",
  "+",
  "#",
  "unicode",
  "link-to-folder",
  "sub",
  "x.py",
  "-",
  "~",
  "^",
  ":",
  "@{0}",
  "main",
  "HEAD",
  "v1.0",
  "\n",
  "feature/one"
])
const Text = Schema.Array(Piece).pipe(Schema.check(Schema.isMinLength(1), Schema.isMaxLength(4)))
const Repo = Schema.Literals(["alpha.git", "alpha", "empty.git", "../x", "names/ünï.git", "headless.git", "nope", ""])

const Term = Schema.Literals([
  "line",
  "two",
  " AND ",
  " OR ",
  " ",
  " -",
  "(",
  ")",
  '"',
  "*",
  "ret*",
  "/l.ne/",
  "~1",
  "^2",
  "path:src",
  "[a TO z]",
  "\\",
  "the",
  "é",
  "日本",
  "🎉",
  "&",
  "+",
  "%41",
  "type:blob",
  ":",
  "{",
  "\0",
  "\ud800"
])
const Query = Schema.Array(Term).pipe(Schema.check(Schema.isMinLength(1), Schema.isMaxLength(6)))

describe("a folder, asked directly and over a socket,", () => {
  layer(Layer.provideMerge(remote, local), { excludeTestServices: true })((it) => {
    it.effect("takes a blank path for the root, in the one as in the other", () =>
      checkSame(askFiles({ repo: "headless.git", path: "\n" }), "a blank path")
    )

    it.effect("takes a name with a comma for one author, in the one as in the other", () =>
      Effect.gen(function* () {
        const input = { query: "*", repos: ["alpha.git"], authors: ["Builder, Anna"] }
        const search = Effect.map(askCommitSearch(input), Struct.omit(["unindexed"]))
        yield* checkSame(search, input)
        assert.strictEqual((yield* search).totalCount, 0)
      })
    )

    it.effect.prop(
      "answers the same to any path and revision",
      [Repo, Text, Text],
      ([repo, pathParts, revisionParts]) =>
        Effect.gen(function* () {
          const [path, revision] = [pathParts.join(""), revisionParts.join("")]
          // What cannot be written as UTF-8 cannot be sent.
          if (!path.isWellFormed() || !revision.isWellFormed()) return
          yield* checkSame(askFile({ repo, path }), { repo, path })
          yield* checkSame(askFiles({ repo, path }), { repo, path })
          yield* checkSame(askFile({ repo, path: "src/a.txt", revision }), { repo, revision })
        }),
      { arbitrary: { runs: scaled(15, 7000) }, ...slow }
    )

    it.effect.prop(
      "answers the same to any query and glob",
      [Query, Text],
      ([terms, glob]) =>
        Effect.gen(function* () {
          const [query, pathPattern] = [terms.join(""), glob.join("")]
          if (!query.isWellFormed() || !pathPattern.isWellFormed()) return
          const repos = ["alpha.git"]
          // The protocol of Gitblit has no place for what the index of words lacks.
          const search = Effect.map(askFileSearch({ query, repos, limit: 5 }), Struct.omit(["unindexed"]))
          yield* checkSame(search, query)
          yield* checkSame(askFind({ pathPattern, repos }), pathPattern)
        }),
      { arbitrary: { runs: scaled(40, 50_000) }, ...slow }
    )
  })
})
