import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { MaxReasonWait } from "../../../src/evidence/files/MaxReasonWait.ts"
import type { SearchInput } from "../../../src/codeIndex/model/inputs.ts"
import { annotate } from "../../support/annotated.ts"
import { findPaths, indexOf, inRepository, ways } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const files = {
  "src/net/rateLimiter.ts": [
    "/** Refuses callers that ask too often. */",
    "export class RateLimiter {",
    "  take(caller: string): boolean {",
    "    return caller.length > 0",
    "  }",
    "}",
    ""
  ].join("\n"),
  "src/net/session.py": "def open_session(cookie):\n    return cookie\n",
  "src/app.js": 'import { RateLimiter } from "./net/rateLimiter.js"\nnew RateLimiter().take("a")\n',
  "test/rateLimiter.test.ts": 'import { RateLimiter } from "../src/net/rateLimiter.ts"\nnew RateLimiter()\n',
  "docs/limits.md": "The rate limiter allows 100 calls.\n",
  "logo.png": Uint8Array.of(137, 80, 78, 71, 0, 1)
}

const makeProject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("First", { files })
  return repository
})

const search = (input: SearchInput) => Effect.flatMap(CodeIndex, (index) => index.search(input))
const paths = (input: SearchInput) => Effect.map(search(input), ({ results }) => results.map(({ path }) => path))
/** The definitions that the first hit names. */
const namesFor = (...tags: ReadonlyArray<string>) =>
  Effect.map(search({ tags }), ({ results: [hit] }) => hit?.definitions.map(({ name }) => name))
const importsFor = (tag: string) =>
  Effect.map(search({ tags: [tag] }), ({ results }) => results.flatMap(({ imports }) => imports))
const failure = (input: SearchInput) => Effect.map(Effect.flip(search(input)), ({ message }) => message)

const warningsOf = (input: SearchInput) => Effect.map(search(input), ({ warnings }) => warnings)

/** The index of the project, for all tests that do not change it. */
const project = Layer.unwrap(Effect.map(makeProject, ({ directory }) => indexOf(directory)))

layer(project, { excludeTestServices: true })("a search of code", (hosted) => {
  for (const way of Object.keys(ways).filter((name): name is keyof typeof ways => name in ways)) {
    const options = way === "on the calling thread" ? {} : slow
    it.live(
      `${way} ranks the file that defines something first, then what uses it`,
      () =>
        Effect.gen(function* () {
          const { directory } = yield* makeProject
          yield* Effect.gen(function* () {
            const { index, results, total } = yield* search({ tags: ["rate limiter"] })
            assert.deepStrictEqual(
              results.map(({ path }) => path),
              ["src/net/rateLimiter.ts", "src/app.js", "test/rateLimiter.test.ts", "docs/limits.md"]
            )
            assert.strictEqual(total, 4)
            assert.deepInclude(index, { files: 6, pending: 0, failed: 0 })
          }).pipe(inRepository(directory, way))
        }),
      options
    )

    it.live(
      `${way} sees what was saved before the call`,
      () =>
        Effect.gen(function* () {
          const repository = yield* makeProject
          yield* Effect.gen(function* () {
            assert.deepStrictEqual(yield* findPaths("zebra"), [])
            yield* repository.write("src/app.js", "export const zebra = 1\n")
            assert.deepStrictEqual(yield* findPaths("zebra"), ["src/app.js"])
            yield* repository.write("src/new.go", "package a\nfunc Zebra() {}\n")
            assert.sameMembers(yield* findPaths("zebra"), ["src/app.js", "src/new.go"])
            yield* repository.remove("src/app.js")
            assert.deepStrictEqual(yield* findPaths("zebra"), ["src/new.go"])
            yield* repository.write(".gitignore", "src/new.go\n")
            assert.deepStrictEqual(yield* findPaths("zebra"), [])
          }).pipe(inRepository(repository.directory, way))
        }),
      options
    )
  }

  hosted.effect(
    "says why it finds nothing",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* warningsOf({ tags: ["zzzqqq"] }), [
          "No indexed file has any of the tags: try other words for it, or parts of names."
        ])
        assert.deepStrictEqual(yield* warningsOf({ tags: ["rate limiter"], filters: { path: "nope/**" } }), [
          "4 files match, but not the filters."
        ])
        assert.isUndefined(yield* warningsOf({ tags: ["rate limiter"] }))
      }),
    slow
  )

  hosted.effect("finds a name by its parts, in any spelling", () =>
    Effect.gen(function* () {
      for (const tag of ["rateLimiter", "rate-limiter", "RATE_LIMITER", "rate limiters"]) {
        assert.strictEqual((yield* findPaths(tag))[0], "src/net/rateLimiter.ts", tag)
      }
      assert.deepStrictEqual(yield* findPaths("open session"), ["src/net/session.py"])
    })
  )

  it.live(
    "names the definitions that match most tags, in any letters, and the first ones of a file found by its path",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const text = [
          "export const limit = 1",
          "export function lireÉtat() {}",
          "export function openPool() {}",
          "export function closePool() {}",
          "export function closePoolLater() {}"
        ]
        yield* repository.commit("First", { files: { "a.ts": `${text.join("\n")}\n` } })
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* namesFor("close", "later", "pool"), ["closePoolLater", "closePool", "openPool"])
          assert.deepStrictEqual(yield* namesFor("limit"), ["limit"])
          assert.deepStrictEqual(yield* namesFor("export"), [])
          assert.deepStrictEqual(yield* namesFor("état"), ["lireÉtat"])
          assert.deepStrictEqual(yield* namesFor("ÉTAT"), ["lireÉtat"])
          assert.deepStrictEqual(yield* namesFor("a.ts"), ["lireÉtat", "openPool"])
        }).pipe(inRepository(repository.directory))
      })
  )

  it.live("names the imports that match, and no others", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const text = `import "./pool/connections.ts"\nimport "./log.ts"\nimport { pool } from "node:fs"\nopen()\n`
      yield* repository.commit("First", {
        files: { "main.ts": text, "log.ts": "", "pool/connections.ts": "" }
      })
      yield* Effect.gen(function* () {
        const matching = [{ type: "local", modules: ["./pool/connections.ts"] }]
        assert.deepStrictEqual(yield* importsFor("pool"), matching)
        assert.deepStrictEqual(yield* importsFor("open"), [])
      }).pipe(inRepository(repository.directory))
    })
  )

  hosted.effect("filters by language, extension, path, exports and tests", () =>
    Effect.gen(function* () {
      const tags = ["rate limiter"]
      assert.deepStrictEqual(yield* paths({ tags: ["session"], filters: { language: "Python" } }), [
        "src/net/session.py"
      ])
      assert.deepStrictEqual(yield* paths({ tags, filters: { language: "python" } }), [])
      assert.include(yield* paths({ tags, filters: { language: "typescript" } }), "src/app.js")
      assert.deepStrictEqual(yield* paths({ tags, filters: { fileType: "md" } }), ["docs/limits.md"])
      assert.deepStrictEqual(yield* paths({ tags, filters: { path: "src/**/*.ts" } }), ["src/net/rateLimiter.ts"])
      assert.deepStrictEqual(yield* paths({ tags, filters: { path: "./src/**/*.ts" } }), ["src/net/rateLimiter.ts"])
      const within = yield* paths({ tags, filters: { path: "src/**" } })
      for (const path of ["src", "./src/"]) assert.deepStrictEqual(yield* paths({ tags, filters: { path } }), within)
      assert.notInclude(yield* paths({ tags, filters: { hasTests: false } }), "test/rateLimiter.test.ts")
      const [first, second] = yield* paths({ tags, filters: { hasTests: true } })
      assert.deepStrictEqual([first, second], ["src/net/rateLimiter.ts", "test/rateLimiter.test.ts"])
    })
  )

  it.live(
    "takes a tag that ends with tests as one about tests, not one that begins with test",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const named = {
          "src/testing.ts": "export class Client {\n  // a test client\n}\n",
          "test/client.test.ts": "export class FakeClient {\n  // a test client\n}\n"
        }
        yield* repository.commit("First", { files: named })
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* findPaths("test client"), ["src/testing.ts", "test/client.test.ts"])
          assert.deepStrictEqual(yield* findPaths("client tests"), ["test/client.test.ts", "src/testing.ts"])
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live("prefers what matches more tags", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const named = {
        "src/ledger.ts": "export class Ledger {}\n",
        "src/year.ts": "/** Closes it. */\nexport function closeYear(ledger: number) {}\n",
        "src/shop.ts": "export function closeShop() {}\n",
        "src/door.ts": "export function closeDoor() {}\n"
      }
      yield* repository.commit("First", { files: named })
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* findPaths("ledger"), ["src/ledger.ts", "src/year.ts"])
        const [first, second] = yield* findPaths("ledger", "close")
        assert.deepStrictEqual([first, second], ["src/year.ts", "src/ledger.ts"])
      }).pipe(inRepository(repository.directory))
    })
  )

  hosted.effect("goes on where the last page ended, and only for the same search", () =>
    Effect.gen(function* () {
      const tags = ["rate limiter"]
      const whole = yield* paths({ tags })
      const found: Array<string> = []
      let cursor: string | undefined
      do {
        const page = yield* search({ tags, limit: 1, ...(cursor === undefined ? {} : { cursor }) })
        found.push(...page.results.map(({ path }) => path))
        cursor = page.next_cursor
      } while (cursor !== undefined)
      assert.deepStrictEqual(found, whole)
      const { next_cursor: other = "" } = yield* search({ tags, limit: 1 })
      assert.match(yield* failure({ tags: ["session"], cursor: other }), /cursor/)
    })
  )

  hosted.effect("refuses what it cannot answer, with the reason", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* failure({ tags: [] }), "At least one search tag is required")
      assert.strictEqual(yield* failure({ tags: ["--", "…"] }), "At least one search tag is required")
      assert.strictEqual(yield* failure({ tags: ["a", "b", "c", "d", "e", "f"] }), "Maximum 5 search tags allowed")
      assert.strictEqual(yield* failure({ tags: ["a"], limit: 0 }), "Limit must be between 1 and 100")
      assert.match(yield* failure({ tags: ["a"], filters: { language: "cobol" } }), /one of bash, c, /)
    })
  )

  it.live(
    "ranks files low that attributes call generated or vendored",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const text = "export const zebra = 1\n"
        yield* repository.commit("First", { files: { "a.ts": text, "b.ts": text } })
        yield* Effect.gen(function* () {
          assert.deepStrictEqual(yield* findPaths("zebra"), ["a.ts", "b.ts"])
          yield* repository.write(".gitattributes", "a.ts linguist-generated\n")
          assert.deepStrictEqual(yield* findPaths("zebra"), ["b.ts", "a.ts"])
          yield* repository.write(".gitattributes", "b.ts linguist-generated\n")
          assert.deepStrictEqual(yield* findPaths("zebra"), ["a.ts", "b.ts"])
          yield* repository.write(".gitattributes", "a*.ts linguist-generated\n")
          assert.deepStrictEqual(yield* findPaths("zebra"), ["b.ts", "a.ts"])
          yield* repository.write("aa.ts", text)
          assert.deepStrictEqual(yield* findPaths("zebra"), ["b.ts", "a.ts", "aa.ts"])
          yield* repository.remove("aa.ts")
          yield* repository.remove(".gitattributes")
          assert.deepStrictEqual(yield* findPaths("zebra"), ["a.ts", "b.ts"])
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live("says in one line what was last noted about a file", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      const region = {
        file: "src/app.js",
        anchor: "app",
        lines: [1, 2],
        intent: "Callers share one\nlimiter."
      } as const
      yield* annotate(repository, yield* repository.id("HEAD"), [region])
      const { results } = yield* inRepository(repository.directory)(search({ tags: ["rate limiter"] }))
      assert.deepStrictEqual(
        results.map(({ path, why }) => [path, why]).filter(([, why]) => why !== undefined),
        [["src/app.js", "Callers share one limiter."]]
      )
    })
  )

  it.live(
    "takes words of SQL and of its own query syntax as words",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        yield* repository.commit("First", { files: { "create.sql": 'DROP TABLE "users"; -- update\n' } })
        yield* Effect.gen(function* () {
          for (const tag of [
            "create",
            "drop",
            'users"',
            "users; --",
            "NEAR(users)",
            "AND update",
            "definitions:users",
            "us*ers"
          ]) {
            const found = yield* findPaths(tag)
            assert.isAtMost(found.length, 1, tag)
          }
          assert.deepStrictEqual(yield* findPaths("drop"), ["create.sql"])
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live("gives, where nothing is noted, what the newest commit about few files says as a reason, in one line", () =>
    Effect.gen(function* () {
      const repository = yield* makeProject
      const noted = yield* repository.commit("Count calls\n\nOnly whole seconds, because clocks differ.", {
        files: { "src/net/session.py": "def open_session(cookie):\n    return cookie or None\n" }
      })
      const limiter = files["src/net/rateLimiter.ts"]
      const reasoned = yield* repository.commit(
        `Refuse late\n\nRefused after the call, so that the log has it.\nIts token is ghp_${"a1B2c3".repeat(6)}.`,
        { files: { "src/net/rateLimiter.ts": `${limiter}export const late = true\n` } }
      )
      yield* repository.commit("Answer faster, because users wait", {
        files: { "src/net/rateLimiter.ts": `${limiter}export const late = false\n` }
      })
      yield* annotate(repository, noted, [
        { file: "src/net/session.py", anchor: "open_session", lines: [1, 2], intent: "Open lazily." }
      ])
      yield* Effect.gen(function* () {
        const { results } = yield* search({ tags: ["rate limiter", "open_session"] })
        const said = new Map(results.map(({ path, reason, why }) => [path, { why, reason }]))
        assert.deepStrictEqual(said.get("src/net/rateLimiter.ts"), {
          why: undefined,
          reason: {
            commit: reasoned,
            subject: "Refuse late",
            reason: "Refused after the call, so that the log has it. [line left out: it looks like a GitHub token]"
          }
        })
        assert.deepStrictEqual(said.get("src/net/session.py"), { why: "Open lazily.", reason: undefined })
        assert.deepStrictEqual(said.get("src/app.js"), { why: undefined, reason: undefined })
      }).pipe(inRepository(repository.directory))
    })
  )

  it.live(
    "does without reasons from history that take longer than an answer waits for them",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeProject
        yield* repository.commit("Refuse late\n\nRefused after the call, so that the log has it.", {
          files: { "src/net/rateLimiter.ts": `${files["src/net/rateLimiter.ts"]}export const late = true\n` }
        })
        yield* Effect.gen(function* () {
          const { results } = yield* Effect.provideService(search({ tags: ["rate limiter"] }), MaxReasonWait, 0)
          assert.deepStrictEqual(
            results.map(({ reason }) => reason),
            results.map(() => undefined)
          )
          const again = yield* search({ tags: ["rate limiter"] })
          assert.strictEqual(again.results[0]?.reason?.subject, "Refuse late")
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )

  it.live("answers in a repository without commits", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write("src/net/rateLimiter.ts", files["src/net/rateLimiter.ts"])
      const found = yield* paths({ tags: ["rate limiter"] }).pipe(inRepository(repository.directory))
      assert.deepStrictEqual(found, ["src/net/rateLimiter.ts"])
    })
  )
})

it.live("without a limit, what matches much less than the best is left to the next page", () =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const mentions = Array.from({ length: 8 }, (_, index) => [`docs/${index}.md`, `Zebra ${"words ".repeat(50)}\n`])
    yield* repository.commit("First", {
      files: { "src/zebra.ts": "export class Zebra {}\n", ...Object.fromEntries(mentions) }
    })
    yield* Effect.gen(function* () {
      const page = yield* search({ tags: ["zebra"] })
      assert.deepStrictEqual([page.results.length, page.total, page.results[0]?.path], [5, 9, "src/zebra.ts"])
      const rest = yield* search({ tags: ["zebra"], cursor: page.next_cursor ?? "" })
      assert.deepStrictEqual([rest.results.length, rest.next_cursor], [4, undefined])
      assert.strictEqual((yield* search({ tags: ["zebra"], limit: 20 })).results.length, 9)
    }).pipe(inRepository(repository.directory))
  })
)
