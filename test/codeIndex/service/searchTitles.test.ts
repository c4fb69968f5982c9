import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { takeTags } from "../../../src/codeIndex/asking/sentences.ts"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { findPaths, indexOf } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const code = (name: string) => `/** Sends letters of the ${name}. */\nexport const ${name} = () => "letters"\n`

const project = Layer.unwrap(
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const names = ["alpha", "beta", "gamma", "delta", "omega"]
    yield* repository.commit("First", {
      files: Object.fromEntries(names.map((name) => [`src/${name}.js`, code(name)]))
    })
    yield* repository.commit("Open session cookies", {
      files: {
        "src/state.js": "export const openSessionCookie = 1\n",
        "src/uses.js": "/** Open a session, or a cookie. */\nexport const uses = 1\n"
      }
    })
    yield* repository.commit("Open the session cookie again", {
      files: { "src/uses.js": "/** Open a session with a cookie. */\nexport const uses = 2\n" }
    })
    yield* repository.commit("Truncate letters with umlauts", { files: { "src/gamma.js": `${code("gamma")}\n` } })
    yield* repository.commit("Keep umlauts", { files: { "test/gamma.test.js": "letters()\n" } })
    return indexOf(repository.directory)
  })
)

const issue = "Letters are truncated where umlauts occur"

layer(project, { excludeTestServices: true })("a search by titles of commits", (hosted) => {
  hosted.effect("finds for a text first what was changed for the like", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* findPaths(issue))[0], "src/gamma.js")
      const index = yield* CodeIndex
      const { results } = yield* index.search({ tags: takeTags(issue).tags }, issue)
      assert.strictEqual(results[0]?.path, "src/gamma.js")
    })
  )

  hosted.effect("does so for many tags, but not for few", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* findPaths("letters", "truncated", "umlauts"))[0], "src/gamma.js")
      assert.strictEqual((yield* findPaths("letters", "umlauts"))[0], "src/alpha.js")
      assert.strictEqual((yield* findPaths("letters"))[0], "src/alpha.js")
    })
  )

  hosted.effect("leaves first what is so named", () =>
    Effect.gen(function* () {
      const [first] = yield* findPaths("open", "session", "cookie")
      assert.strictEqual(first, "src/state.js")
    })
  )

  hosted.effect("names no file that has none of the words", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* findPaths("umlauts cannot be read anywhere"), [])
    })
  )
})
