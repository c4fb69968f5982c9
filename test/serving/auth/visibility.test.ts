import { rename, symlink } from "node:fs/promises"
import { join } from "node:path"
import { env } from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { GitEnvironment } from "../../../src/adapters/git/GitEnvironment.ts"
import { Backend } from "../../../src/cli/kit/Backend.ts"
import { Environment } from "../../../src/cli/kit/Environment.ts"
import { IndexPath } from "../../../src/commitIndex/model/indexPath.ts"
import { FreshnessTimeout } from "../../../src/commitIndex/service/Freshness.ts"
import { backend } from "../../../src/Layers.ts"
import { HostSource } from "../../../src/repositoryHost/service/HostSource.ts"
import { select } from "../../../src/serving/server/ServedToolset.ts"
import { encodeCursor } from "../../../src/store/cursor.ts"
import { makeIndex } from "../../support/commits/indexing.ts"
import { isolation } from "../../support/runGit.ts"
import { slow } from "../../support/scale.ts"
import { makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"
import { call, startWithTokens } from "./authenticated.ts"

/** A repository in a root, with commits whose words only it has. */
const makeIn = Effect.fnUntraced(function* (folder: string, name: string, words: ReadonlyArray<string>) {
  const repository = yield* makeRepository()
  const ids = []
  for (const [at, word] of words.entries()) {
    ids.push(yield* repository.commit(`Add ${word}`, { files: { [`${name}-${at}.txt`]: `shared ${word}\n` } }))
  }
  yield* repository.git(["branch", `only-${name}`])
  const directory = join(folder, name)
  yield* Effect.promise(() => rename(repository.directory, directory))
  return { directory, ids }
})

/** The toolsets that span repositories, of the program, over an index and a root. */
const start = Effect.fnUntraced(function* (indexPath: string, root: string) {
  const toolsets = yield* Effect.flatMap(Backend, (program) => program.toolsets).pipe(
    Effect.provide(backend("1.2.3")),
    Effect.provideService(Environment, {})
  )
  const chosen = yield* Effect.orDie(select(toolsets, ["commits", "gitblit"]))
  return yield* startWithTokens({ toolsets: chosen, repositories: { named: new Map(), roots: [root] } }).pipe(
    Effect.provideService(IndexPath, indexPath),
    Effect.provideService(HostSource, { root }),
    Effect.provideService(GitEnvironment, { ...env, ...isolation }),
    Effect.provideService(FreshnessTimeout, "10 minutes")
  )
})

type Asked = readonly [tool: string, given: object]

/** Questions about everything, and about what is hidden: by name, by id, by its words and by forged cursors. */
const questionsAbout = (
  hidden: { readonly name: string; readonly id: string },
  ownId: string
): ReadonlyArray<Asked> => {
  const query = "gamma token shared"
  const cursor = encodeCursor({ query }, [1_704_067_200, hidden.name, hidden.id, -1])
  return [
    ["commitmux_list_repos", {}],
    ["commitmux_search", { query }],
    ["commitmux_search", { query, limit: 1 }],
    ["commitmux_search", { query, cursor }],
    ["commitmux_search", { query: "zebra" }],
    // Only the hidden repository has it in one word; in others its parts are to be found.
    ["commitmux_search", { query: "token.bucket" }],
    ["commitmux_search", { query: "add", branch: `only-${hidden.name}` }],
    ["commitmux_search", { query: "add", repos: [hidden.name] }],
    ["commitmux_touches", { path_glob: "*.txt" }],
    ["commitmux_touches", { path_glob: hidden.name }],
    ["commitmux_get_commit", { repo: hidden.name, sha: hidden.id }],
    ["commitmux_get_commit", { repo: "seen", sha: hidden.id }],
    ["commitmux_get_commit", { repo: "seen", sha: ownId }],
    ["commitmux_get_patch", { repo: hidden.name, sha: hidden.id }],
    ["commitmux_get_patch", { repo: "seen", sha: ownId }],
    ["gb_list_repos", {}],
    ["gb_list_repos", { limit: 1 }],
    ["gb_list_repos", { after: hidden.name }],
    ["gb_list_files", { repo: hidden.name }],
    ["gb_list_files", { repo: `${hidden.name}x` }],
    ["gb_list_files", { repo: "see" }],
    ["gb_read_file", { repo: hidden.name, path: `${hidden.name}-0.txt` }],
    ["gb_read_file", { repo: `./${hidden.name}/.git`, path: `${hidden.name}-0.txt` }],
    ["gb_file_search", { query: "shared" }],
    ["gb_file_search", { query: "shared", repos: [hidden.name] }],
    ["gb_file_search", { query: "shared", repos: ["seen", hidden.name] }],
    ["gb_find_files", { pathPattern: "**" }],
    ["gb_find_files", { pathPattern: "**", repos: [hidden.name] }],
    ["gb_commit_search", { query: "add", repos: ["seen"] }],
    ["gb_commit_search", { query: "add", repos: [hidden.name] }]
  ]
}

describe("a principal who asks across repositories", () => {
  it.live(
    "is answered as if those that it may not see did not exist",
    () =>
      Effect.gen(function* () {
        const root = yield* makeFolder
        const aside = yield* makeFolder
        const seen = yield* makeIn(root, "seen", ["alpha token", "the bucket", "gamma token"])
        const hidden = yield* makeIn(aside, "hidden", [
          "zebra",
          "tokenbucket token.bucket",
          "gamma gamma gamma",
          "token"
        ])
        const index = yield* makeIndex
        index.register("seen", seen.directory)
        yield* index.sync("seen")
        const { base, issue } = yield* start(index.path, root)
        const ann = yield* issue("ann", ["seen"])
        const questions = questionsAbout({ name: "hidden", id: hidden.ids[0] ?? "" }, seen.ids[0] ?? "")
        const ask = (token: string, [tool, given]: Asked) =>
          Effect.map(call(`${base}/mcp`, token, tool, given), ({ status, text }) => ({ tool, given, status, text }))
        const alone = yield* Effect.forEach(questions, (question) => ask(ann, question))
        yield* Effect.promise(() => rename(hidden.directory, join(root, "hidden")))
        index.register("hidden", join(root, "hidden"))
        yield* index.sync("hidden")
        const among = yield* Effect.forEach(questions, (question) => ask(ann, question))
        assert.deepStrictEqual(among, alone)
        assert.include(among[1]?.text, "seen")
        assert.isTrue(among.every(({ status }) => status === 200))

        const textFor = Effect.fnUntraced(function* (token: string) {
          const all = yield* Effect.forEach(questions, (question) => ask(token, question))
          return all.map(({ text }) => text).join("\n")
        })
        const bob = yield* issue("bob", ["hidden"])
        assert.notInclude(yield* textFor(bob), (seen.ids[2] ?? "").slice(0, 12))
        const nobody = yield* textFor(yield* issue("nobody", ["other"]))
        assert.notInclude(nobody, (seen.ids[2] ?? "").slice(0, 12))
        assert.notInclude(nobody, (hidden.ids[1] ?? "").slice(0, 12))
        const everything = yield* textFor(yield* issue("eve", ["*"]))
        assert.include(everything, (seen.ids[2] ?? "").slice(0, 12))
        assert.include(everything, (hidden.ids[1] ?? "").slice(0, 12))
      }),
    slow
  )

  it.live("is told of repositories by the names under which they are served, not by those of an index", () =>
    Effect.gen(function* () {
      const root = yield* makeFolder
      const aside = yield* makeFolder
      const app = yield* makeIn(root, "app", ["alpha"])
      const other = yield* makeIn(aside, "other", ["beta"])
      const index = yield* makeIndex
      // The index calls them otherwise: the served one `lib`, and one that is not served like it.
      yield* Effect.promise(() => symlink(app.directory, join(aside, "link")))
      index.register("lib", join(aside, "link"))
      index.register("app", other.directory)
      index.register("loose", other.directory)
      const { base, issue } = yield* start(index.path, root)
      const names = Effect.fnUntraced(function* (...repositories: ReadonlyArray<string>) {
        const token = yield* issue(`for-${repositories.join("-")}`, repositories)
        const { text } = yield* call(`${base}/mcp`, token, "commitmux_list_repos")
        return ["app", "lib", "loose"].filter((name) => text.includes(`\\"name\\":\\"${name}\\"`))
      })
      assert.deepStrictEqual(yield* names("app"), ["lib"])
      assert.deepStrictEqual(yield* names("lib"), [])
      assert.deepStrictEqual(yield* names("loose"), ["loose"])
    })
  )
})
