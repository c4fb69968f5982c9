import { assert, describe, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import type { Failure } from "../../src/domain/Failure.ts"
import type { RepositoryHost } from "../../src/repositoryHost/model/RepositoryHost.ts"
import {
  askCommitSearch,
  askFile,
  askFiles,
  askFileSearch,
  askFind,
  askList
} from "../../src/repositoryHost/service/askHost.ts"
import type { slow } from "./scale.ts"

const codeOf = <A, R>(asked: Effect.Effect<A, Failure, R>) => Effect.map(Effect.flip(asked), ({ code }) => code)

const pathsOf = (results: ReadonlyArray<{ readonly repository: string; readonly path: string }>) =>
  results.map(({ path, repository }) => `${repository} ${path}`)

const titles = ({ commits }: { readonly commits: ReadonlyArray<{ readonly title: string }> }) =>
  commits.map(({ title }) => title)

/** What every `RepositoryHost` promises, over the repositories of `test/fixtures/gitblit`. `options` are those of its tests. */
export const hostContractSuite = (
  name: string,
  host: Layer.Layer<RepositoryHost, Failure>,
  options: Partial<typeof slow> = {}
) => {
  describe(`the contract of RepositoryHost: ${name}`, options, () => {
    layer(host, { excludeTestServices: true })((it) => {
      it.effect("lists repositories in pages, by offset and by cursor", () =>
        Effect.gen(function* () {
          const all = yield* askList({})
          assert.strictEqual(all.totalCount, 13)
          assert.deepStrictEqual(all.pagination, { totalCount: 13, hasNextPage: false })
          const names = all.repositories.map((repository) => repository.name)
          const first = yield* askList({ limit: 5 })
          const second = yield* askList({ limit: 5, after: first.pagination?.endCursor ?? "" })
          const third = yield* askList({ limit: 5, offset: 10 })
          const paged = [first, second, third].flatMap(({ repositories }) => repositories)
          assert.deepStrictEqual(
            paged.map((repository) => repository.name),
            names
          )
          const gone = yield* askList({ limit: 1, after: "detached-since-removed" })
          assert.strictEqual(gone.repositories[0]?.name, "detached.git")
        })
      )

      it.effect("does not tell of repositories that strangers may not see", () =>
        Effect.gen(function* () {
          assert.strictEqual((yield* askList({ query: "hidden" })).totalCount, 0)
          assert.strictEqual(yield* codeOf(askFiles({ repo: "private/hidden.git" })), "NOT_FOUND")
          assert.strictEqual(
            yield* codeOf(askFileSearch({ query: "secret", repos: ["private/hidden.git"] })),
            "NOT_FOUND"
          )
          assert.strictEqual((yield* askFileSearch({ query: "secret" })).totalCount, 0)
        })
      )

      it.effect("suggests names that are like an unknown one", () =>
        Effect.gen(function* () {
          const failure = yield* Effect.flip(askFiles({ repo: "team/bet" }))
          assert.strictEqual(failure.code, "NOT_FOUND")
          assert.include(failure.message, "Did you mean: 'team/beta.git'")
          const searched = yield* Effect.flip(askFileSearch({ query: "x", repos: ["alpa.git"] }))
          assert.include(searched.message, "'alpha.git'")
        })
      )

      it.effect("takes a name without .git, and none that leads out of the root", () =>
        Effect.gen(function* () {
          assert.include((yield* askFile({ repo: "alpha", path: "README.md" })).content, "1: # Alpha")
          assert.strictEqual((yield* askFind({ pathPattern: "*.md", repos: ["alpha"] })).totalCount, 1)
          for (const repo of ["../root/alpha.git", "team/../alpha.git", "/", ".", "alpha.git/objects"]) {
            assert.strictEqual(yield* codeOf(askFiles({ repo })), "NOT_FOUND", repo)
          }
        })
      )

      it.effect("refuses paths and revisions that are none", () =>
        Effect.gen(function* () {
          for (const path of [
            "../alpha.git/HEAD",
            "src/../README.md",
            "/src/a.txt",
            "src",
            "src/a.txt\0",
            "nope",
            "sub"
          ]) {
            assert.strictEqual(yield* codeOf(askFile({ repo: "alpha.git", path })), "NOT_FOUND", path)
          }
          for (const revision of [
            "--all",
            "-x",
            "@",
            "main@{0}",
            "main:src",
            "main..same",
            ":/Begin",
            "^main",
            "nope"
          ]) {
            const asked = askFile({ repo: "alpha.git", path: "README.md", revision })
            assert.strictEqual(yield* codeOf(asked), "INVALID_REQUEST", revision)
          }
        })
      )

      it.effect("reads lines, and refuses ranges that are inverted", () =>
        Effect.gen(function* () {
          const { content } = yield* askFile({ repo: "alpha.git", path: "src/a.txt", startLine: 2, endLine: 3 })
          assert.strictEqual(content, "2: line two\n3: line three\n")
          const large = { repo: "alpha.git", path: "size/large.txt" }
          assert.strictEqual(yield* codeOf(askFile({ ...large, startLine: 3, endLine: 2 })), "INVALID_RANGE")
          assert.strictEqual(yield* codeOf(askFile({ ...large, startLine: 0 })), "INVALID_RANGE")
          assert.strictEqual(yield* codeOf(askFile(large)), "FILE_TOO_LARGE")
          assert.strictEqual(yield* codeOf(askFile({ repo: "alpha.git", path: "bytes/binary.gif" })), "BINARY_FILE")
        })
      )

      it.effect("refuses a malformed query with its place", () =>
        Effect.gen(function* () {
          const failure = yield* Effect.flip(askFileSearch({ query: "a) OR (b" }))
          assert.strictEqual(failure.code, "INVALID_QUERY")
          assert.include(failure.message, "at character 2")
          assert.strictEqual(yield* codeOf(askCommitSearch({ query: '"open', repos: ["alpha.git"] })), "INVALID_QUERY")
        })
      )

      it.effect("refuses arguments that ask for nothing", () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* codeOf(askFileSearch({ query: "*" })), "INVALID_REQUEST")
          assert.strictEqual(yield* codeOf(askFileSearch({ query: " " })), "INVALID_REQUEST")
          assert.strictEqual(yield* codeOf(askCommitSearch({ query: "x", repos: [] })), "INVALID_REQUEST")
          assert.strictEqual(yield* codeOf(askFind({ pathPattern: "" })), "INVALID_REQUEST")
          assert.strictEqual(yield* codeOf(askFileSearch({ query: "x", after: "no cursor" })), "INVALID_REQUEST")
          assert.strictEqual(yield* codeOf(askFiles({ repo: "empty.git" })), "NOT_FOUND")
        })
      )

      it.effect("finds files by words, phrases and fields, and counts them", () =>
        Effect.gen(function* () {
          const found = yield* askFileSearch({ query: "return", repos: ["alpha.git"] })
          assert.strictEqual(found.totalCount, 4)
          assert.notProperty(found, "pagination")
          const phrase = yield* askFileSearch({ query: '"two line three line"', contextLines: 2 })
          assert.deepStrictEqual(pathsOf(phrase.results), ["alpha.git src/a.txt"])
          const some = yield* askFileSearch({ query: "return -path:sub", repos: ["alpha.git"] })
          assert.deepStrictEqual(pathsOf(some.results).toSorted(), ["alpha.git src/foox.py", "alpha.git src/x.py"])
          const java = yield* askFileSearch({ query: "class OR nested", pathPattern: "*.JAVA" })
          assert.deepStrictEqual(pathsOf(java.results).toSorted(), [
            "alpha.git java/com/example/Main.java",
            "alpha.git java/com/example/MainTest.java",
            "team/beta.git src/Beta.java"
          ])
          const browsed = yield* askFileSearch({ query: "*", pathPattern: "*.py", limit: 2 })
          assert.deepStrictEqual([browsed.totalCount, browsed.limitHit, browsed.results.length], [5, true, 2])
          assert.deepStrictEqual(browsed.results[0]?.chunks, [])
        })
      )

      it.effect("shows the lines around what matches", () =>
        Effect.gen(function* () {
          const { results } = yield* askFileSearch({ query: "three", repos: ["alpha.git"], contextLines: 2 })
          const hit = results.find(({ path }) => path === "src/a.txt")
          assert.deepStrictEqual(hit?.chunks, [
            { startLine: 2, endLine: 4, content: "2: line two\n3: line three\n4: line four\n" }
          ])
          assert.deepStrictEqual(hit?.matchedLines, [3])
          assert.strictEqual(hit?.branch, "refs/heads/main")
        })
      )

      it.effect("pages searches by the parameters of the seed", () =>
        Effect.gen(function* () {
          const input = { query: "return", repos: ["alpha.git"], count: 3 }
          const first = yield* askFileSearch(input)
          const second = yield* askFileSearch({ ...input, after: first.pagination?.endCursor ?? "" })
          assert.deepStrictEqual([first.results.length, second.results.length], [3, 1])
          assert.deepStrictEqual(second.pagination, { totalCount: 4, hasNextPage: false })
        })
      )

      it.effect("finds commits by words, authors and branch, newest first", () =>
        Effect.gen(function* () {
          const repos = ["alpha.git"]
          const add = yield* askCommitSearch({ query: "add", repos })
          assert.deepStrictEqual(titles(add), ["Add the rest", "Add foo and deep"])
          const byBob = yield* askCommitSearch({ query: "*", repos, authors: ["Bob"] })
          assert.deepStrictEqual(titles(byBob), ["Add foo and deep"])
          const other = yield* askCommitSearch({ query: "*", repos: ["headless.git"], branch: "older" })
          assert.deepStrictEqual(titles(other), ["Older"])
          const body = yield* askCommitSearch({ query: '"two lines"', repos })
          assert.deepStrictEqual(titles(body), ["Add foo and deep"])
          assert.strictEqual(body.commits[0]?.date, "2026-01-02T00:00:00Z")
        })
      )

      it.effect("finds files by path, with names that need care", () =>
        Effect.gen(function* () {
          const found = yield* askFind({ pathPattern: "**/caf*", repos: ["alpha.git"] })
          assert.deepStrictEqual(found.results[0]?.files, ["unicode/café.txt"])
          const odd = yield* askFind({ pathPattern: "*", repos: ["names/ünï.git"] })
          assert.strictEqual(odd.totalCount, 1)
        })
      )
    })
  })
}
