import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { findPaths, indexOf, inRepository } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

/** A file with many names, each of which has a word of what is searched for. */
const large = Array.from(
  { length: 40 },
  (_, number) =>
    `/** Makes it with care. */\nexport function make${number}(cache, pool) { acquireWith${number}(cache) }`
)
const importers = Array.from({ length: 6 }, (_, number) => [
  `src/use${number}.js`,
  `import { make1 } from "./makeWith/large.js"\nmake1(with${number})\n`
])

const files = {
  "src/makeWith/large.js": `${large.join("\n")}\n`,
  ...Object.fromEntries(importers),
  "src/cache.js": [
    "export function makeWithin() { return 1 }",
    "export function makeWithout() { return 1 }",
    "export function makeWithLimit() { return 1 }",
    "export function makeWithLock() { return 1 }",
    "export function makeWithLog() { return 1 }",
    "export function makeWith() { return { makeWith() { return 2 } } }",
    ""
  ].join("\n"),
  "src/context.py": "class AppContext:\n    pass\n",
  "src/contexts.py": "def app_context():\n    return AppContext()\n\ndef other():\n    return app_context()\n",
  "src/store/index.js": "export const stored = 1\n",
  "lib/store/index.js": "export const kept = 1\n",
  "src/mentions.js": "// src/pool.js, store/index.js, src.store and pool.js are named here: src pool js\n",
  "src/pool.js": "export class Pool {\n  acquire() { return 1 }\n}\n",
  "src/lock.js": "export class Lock {\n  acquire() { return 1 }\n}\nexport const pool = acquire()\n",
  "src/made.js": "// @generated\nexport function readSchemas() { return 1 }\n",
  "src/schemas.js": 'import { readSchemas } from "./made.js"\nconst schemas = readSchemas(read)\n',
  "test/onlyTested.test.js": "export function assertRounds() { return 1 }\n",
  "src/pipe.js": [
    "export class Pipe {",
    "  open(name) {",
    "    if (name === '') {",
    "      throw new Error(`Cannot open a pipe without ${this.kind} name`)",
    "    }",
    "  }",
    "}",
    ""
  ].join("\n"),
  "docs/pipes.md": "Cannot open a pipe without: see there.\n",
  "test/pipe.test.js":
    "expect(message).toBe('Cannot open a pipe without')\nexpect(fail()).toBe('No free slot is left in hall of a house')\n",
  "src/words.js":
    "/** A pipe cannot open a file without a name; open pipe, cannot pipe without. */\nexport const openPipe = (cannot) => pipe(without)\n",
  "src/comment.js": "// Pages are kept until the\n// next checkpoint of the log.\nexport const pages = []\n",
  "src/slots.js": "export const fail = (a, b, c) => Error(`No free slot is left in ${a} ${b} ${c}`)\n",
  "src/refused.js": "export const refuse = (a, b) => Error(`refused call ${a} from ${b}`)\n",
  "src/fewer.js": "// in left is slot free no: no free slot is left\n",
  "src/rounds.js": "/** Rounds that tests assert. */\nexport const rounds = () => assert(1)\n"
}

const project = Layer.unwrap(
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.commit("First", { files })
    return indexOf(repository.directory)
  })
)

const first = (...tags: ReadonlyArray<string>) => Effect.map(findPaths(...tags), ([path]) => path)
const search = (
  input: { readonly tags: ReadonlyArray<string>; readonly limit?: number; readonly cursor?: string },
  text?: string
) => Effect.flatMap(CodeIndex, (index) => index.search(input, text))

layer(project, { excludeTestServices: true })("a search for a name", (hosted) => {
  hosted.effect("finds the file that defines it before larger ones that have its words", () =>
    Effect.gen(function* () {
      for (const tag of ["makeWith", "make_with", "make with", "MAKE_WITH"]) {
        assert.strictEqual(yield* first(tag), "src/cache.js", tag)
      }
    })
  )

  hosted.effect("prefers the spelling that is asked for", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* first("AppContext"), "src/context.py")
      assert.strictEqual(yield* first("app_context"), "src/contexts.py")
    })
  )

  hosted.effect("knows names with their owner and file, as languages and answers write them", () =>
    Effect.gen(function* () {
      for (const tag of ["Pool.acquire", "Pool::acquire", "Pool#acquire", "src/pool.js:Pool.acquire"]) {
        assert.strictEqual(yield* first(tag), "src/pool.js", tag)
      }
      assert.strictEqual(yield* first("Lock.acquire"), "src/lock.js")
      for (const tag of ["Pool.acquire", "pool.acquire", "src/pool.js:Pool.acquire"]) {
        const { results } = yield* search({ tags: [tag] })
        assert.strictEqual(results[0]?.definitions[0]?.name, "Pool.acquire", tag)
      }
    })
  )

  hosted.effect("finds a file by its path as stack traces and other tools write it", () =>
    Effect.gen(function* () {
      for (const tag of [
        "src/pool.js",
        "./src/pool.js",
        "pool.js",
        "src/pool.js:12",
        "src/pool.js:12:3",
        "src/pool.js#L12",
        "src\\pool.js",
        "/home/ann/app/src/pool.js:12"
      ]) {
        const [hit] = (yield* search({ tags: [tag] })).results
        assert.strictEqual(hit?.path, "src/pool.js", tag)
        assert.isTrue(hit?.matched[0]?.in.includes("filename"), tag)
      }
      const [at] = (yield* search({ tags: ["src/pipe.js:4"] })).results
      assert.deepStrictEqual([at?.matched[0]?.line, at?.definitions[0]?.name], [4, "Pipe.open"])
      const both = yield* findPaths("store/index.js")
      assert.deepStrictEqual(both.slice(0, 2), ["lib/store/index.js", "src/store/index.js"])
    })
  )

  hosted.effect("finds the definition at a line as hosts, compilers and stack traces write it", () =>
    Effect.gen(function* () {
      for (const tag of [
        "src/pipe.js#L3-L5",
        "https://github.com/owner/app/blob/main/src/pipe.js#L3-L5",
        "src/pipe.js, line 3",
        "    at Pipe.open (/home/ann/app/src/pipe.js:3:9)",
        "Error: no\n    at run (node:internal/x:1:2)\n    at Pipe.open (file:///app/src/pipe.js:3:9)"
      ]) {
        const [hit] = (yield* search({ tags: [tag] })).results
        assert.deepStrictEqual([hit?.path, hit?.definitions[0]?.name], ["src/pipe.js", "Pipe.open"], tag)
      }
    })
  )

  hosted.effect("finds what a call names, and a name in its module", () =>
    Effect.gen(function* () {
      for (const tag of ["Pool.acquire()", "app.src.pool.Pool.acquire", "src/pool.js::Pool.acquire"]) {
        const [hit] = (yield* search({ tags: [tag] })).results
        assert.deepStrictEqual([hit?.path, hit?.definitions[0]?.name], ["src/pool.js", "Pool.acquire"], tag)
      }
    })
  )

  hosted.effect("finds what a question names, and tests of it where they are asked for", () =>
    Effect.gen(function* () {
      for (const tag of ["where is makeWith defined?", "how does makeWith work", "Why would one call makeWith here?"]) {
        const { results, warnings } = yield* search({ tags: [tag] })
        assert.deepStrictEqual(
          [results[0]?.path, results[0]?.definitions[0]?.name, warnings],
          ["src/cache.js", "makeWith", undefined],
          tag
        )
      }
      const repository = yield* makeRepository()
      yield* repository.commit("First", {
        files: {
          "src/pool.js": "export class Pool {\n  acquire() { return 1 }\n}\n",
          "src/use.js": "import { Pool } from './pool.js'\nnew Pool().acquire()\n",
          "test/pool.test.js": "import { Pool } from '../src/pool.js'\nit('acquires', () => new Pool().acquire())\n",
          "test/tests.test.js": "export const tests = ['tests']\n",
          "src/session.js": "export class Session {\n  test() { return 1 }\n}\n",
          "docs/session.md": "Where a session is defined: a session is where it is defined.\n"
        }
      })
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* first("where is Session defined?"), "src/session.js")
        for (const tags of [["Pool", "tests"], ["which tests cover Pool.acquire?"], ["tests for Pool"]]) {
          assert.strictEqual(yield* first(...tags), "test/pool.test.js", tags.join(", "))
        }
        assert.strictEqual(yield* first("Session.test"), "src/session.js")
      }).pipe(inRepository(repository.directory))
    })
  )

  hosted.effect("takes absolute paths of the project wherever it takes paths, and those with spaces", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("First", {
        files: {
          "src/a.js": "export const run = () => go()\nconst go = () => 1\n",
          "My App/b.js": "export const stop = () => 1\n"
        }
      })
      yield* Effect.gen(function* () {
        const index = yield* CodeIndex
        const path = `${repository.directory}/src/a.js`
        assert.strictEqual((yield* index.outline(path)).path, "src/a.js")
        assert.strictEqual((yield* index.symbol({ name: "go", path, limit: 9 })).total, 1)
        assert.strictEqual((yield* index.symbol({ name: `${path}:go`, limit: 9 })).total, 1)
        assert.strictEqual((yield* index.callers({ name: "go", path, limit: 9, withNameOnly: false })).total, 1)
        assert.strictEqual((yield* index.symbol({ name: "My App/b.js:1", limit: 9 })).total, 1)
        const filters = { path: `${repository.directory}/src` }
        assert.strictEqual((yield* index.search({ tags: ["run"], filters })).total, 1)
      }).pipe(inRepository(repository.directory))
    })
  )

  hosted.effect("finds a file by the name of its module", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* first("src.pool"), "src/pool.js")
      assert.strictEqual(yield* first("src.store"), "src/store/index.js")
      assert.strictEqual(yield* first("crate::src::store"), "src/store/index.js")
    })
  )

  hosted.effect("finds what only generated files or tests define", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* first("readSchemas"), "src/made.js")
      assert.strictEqual(yield* first("assertRounds"), "test/onlyTested.test.js")
    })
  )

  hosted.effect("names the definition first that is called so", () =>
    Effect.gen(function* () {
      const { results } = yield* search({ tags: ["makeWith"] })
      assert.deepStrictEqual(results[0]?.definitions[0]?.name, "makeWith")
    })
  )

  hosted.effect("takes one of several tags for a name only if it is written as one", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* first("acquire", "makeWith"), "src/cache.js")
      assert.notStrictEqual(yield* first("acquire", "make with", "care"), "src/cache.js")
    })
  )

  hosted.effect("leaves weak matches to the next page, unless a number of results is asked for", () =>
    Effect.gen(function* () {
      const page = yield* search({ tags: ["makeWith"] })
      const whole = yield* search({ tags: ["makeWith"], limit: 20 })
      assert.isAbove(whole.results.length, page.results.length)
      const rest = yield* search({ tags: ["makeWith"], cursor: page.next_cursor ?? "" })
      const paths = [...page.results, ...rest.results].map(({ path }) => path)
      assert.deepStrictEqual(
        paths,
        whole.results.map(({ path }) => path)
      )
    })
  )

  hosted.effect("finds a phrase as it is in code, before files that have its words and texts that quote it", () =>
    Effect.gen(function* () {
      const { results } = yield* search({ tags: ["cannot open a pipe without"] })
      const [hit] = results
      assert.deepInclude(hit, { path: "src/pipe.js" })
      assert.strictEqual(hit?.matched[0]?.line, 4)
      assert.strictEqual(hit?.definitions[0]?.name, "Pipe.open")
    })
  )

  hosted.effect("finds a phrase that goes on in the next line of a comment", () =>
    Effect.gen(function* () {
      const { results } = yield* search({ tags: ["until the next checkpoint"] })
      assert.deepInclude(results[0], { path: "src/comment.js" })
      assert.strictEqual(results[0]?.matched[0]?.line, 1)
    })
  )

  hosted.effect("finds a message that has values where the code has placeholders", () =>
    Effect.gen(function* () {
      for (const tag of [
        "Cannot open a pipe without big name",
        "Cannot open a pipe without '/var/run/pipe.1' name",
        "Cannot open a pipe without name: /var/lib/data.acquire",
        "Error: Cannot open a pipe without 42 name (code ENOENT)"
      ]) {
        const { results } = yield* search({ tags: [tag] })
        assert.deepInclude(results[0], { path: "src/pipe.js" }, tag)
        assert.strictEqual(results[0]?.matched[0]?.line, 4, tag)
      }
      const { results } = yield* search({ tags: ["Nothing here says this at all"] })
      assert.deepStrictEqual(results, [])
    })
  )

  hosted.effect("finds a sentence of the code whatever the other tags are", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* first("cannot open a pipe without", "care", "cache"), "src/pipe.js")
    })
  )

  hosted.effect("finds the text that tags are taken from, as it is or with values, and what it names", () =>
    Effect.gen(function* () {
      const tags = ["cannot", "pipe", "without"]
      const [before] = (yield* search({ tags })).results
      assert.strictEqual(before?.path, "src/words.js")
      for (const text of ["Cannot open a pipe without", "Cannot open a pipe without '/var/run/pipe.1' name"]) {
        const [hit] = (yield* search({ tags }, text)).results
        assert.deepStrictEqual(
          [hit?.path, hit?.matched.at(-1)?.tag, hit?.matched.at(-1)?.line],
          ["src/pipe.js", text, 4]
        )
      }
      assert.notStrictEqual(yield* first("make", "with"), "src/cache.js")
      const [named] = (yield* search({ tags: ["make", "with"] }, "make with")).results
      assert.strictEqual(named?.path, "src/cache.js")
    })
  )

  hosted.effect("does not place a text of which a file has only half in a row", () =>
    Effect.gen(function* () {
      const { results } = yield* search({ tags: ["pipe"] }, "cannot open a pipe that a thousand other houses want")
      assert.isTrue(results.every(({ matched }) => matched.every(({ line }) => line === undefined)))
    })
  )

  hosted.effect("does not count values of a message, and places it only where most of its words are", () =>
    Effect.gen(function* () {
      const { results } = yield* search({ tags: ["No free slot is left in /var/q/w /var/z/v /var/u/t"] })
      const placed = results.filter(({ matched }) => matched[0]?.line !== undefined)
      assert.deepStrictEqual(
        placed.map(({ path }) => path),
        ["src/slots.js"]
      )
    })
  )

  hosted.effect("finds a short message with a word in its middle that the code has not", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* first("refused call acquire from lock"), "src/refused.js")
    })
  )

  hosted.effect("finds the code of a message rather than a test that has it with its values", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* first("No free slot is left in hall or house"), "src/slots.js")
    })
  )

  hosted.effect("does not take a few words of a text for all of it", () =>
    Effect.gen(function* () {
      const { results, warnings } = yield* search({ tags: ["no free slot by if so we go"] })
      assert.isTrue(results.every(({ matched }) => matched.every(({ line }) => line === undefined)))
      assert.match(warnings?.[0] ?? "", /^No file has this as it is: found by /)
    })
  )

  hosted.effect("names no members of what is called so", () =>
    Effect.gen(function* () {
      const { results } = yield* search({ tags: ["Pool"] })
      const hit = results.find(({ path }) => path === "src/pool.js")
      assert.deepStrictEqual(
        hit?.definitions.map(({ name }) => name),
        ["Pool"]
      )
    })
  )

  hosted.effect("says where a phrase is in what was saved last", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("First", { files: { "a.js": "// one two three four\n" } })
      yield* Effect.gen(function* () {
        const line = Effect.map(search({ tags: ["one two three"] }), ({ results: [hit] }) => hit?.matched[0]?.line)
        assert.strictEqual(yield* line, 1)
        yield* repository.write("a.js", "\n\n// one two three four\n")
        assert.strictEqual(yield* line, 3)
        yield* repository.write("a.js", "// one two four, three\n")
        assert.isUndefined(yield* line)
      }).pipe(inRepository(repository.directory))
    })
  )
})
