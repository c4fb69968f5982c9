import { rmSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CodeGraph } from "../../../src/codeGraph/service/CodeGraph.ts"
import { baselineName } from "../../../src/codeGraph/findings/baseline.ts"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { inRepository as inGraph } from "../../support/code/codeGraph.ts"
import { findPaths, inRepository, ways } from "../../support/code/codeIndex.ts"
import { dumpIndex, dumpIndexIn } from "../../support/code/dumpIndex.ts"
import { cloneRepository, makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const files = {
  "src/pool.ts": "/** Lends connections. */\nexport class Pool {\n  acquire(): number { return 1 }\n}\n",
  "src/app.ts": [
    'import { Pool } from "@own/pool"',
    "const unused = () => 1",
    "export const start = () => new Pool().acquire()",
    'export const fail = () => { throw new Error("the pool has no connection left") }',
    ""
  ].join("\n"),
  "tsconfig.json": '{ "compilerOptions": { "paths": { "@own/*": ["./src/*"] } } }\n',
  "lib/queue.py": "def push(item):\n    raise NotImplemented\n",
  "gen/table.ts": "export const table = 1\n",
  ".gitattributes": "gen/** linguist-generated\n",
  'docs/na\u00efve "name".md': "Connections are lent.\n",
  "logo.png": Uint8Array.of(137, 80, 78, 71, 0, 1)
}

/** A bare repository, and the one that pushes to it. */
const makeHosted = Effect.gen(function* () {
  const own = yield* makeRepository()
  yield* own.commit("First", { files })
  const hosted = yield* makeRepository({ bare: true })
  const push = own.git(["push", "--quiet", "--force", hosted.directory, "HEAD:main"])
  yield* push
  return { own, hosted, push }
})

const index = Effect.flatMap(CodeIndex, (service) => service.index({ background: false }))
const callers = (name: string) =>
  Effect.flatMap(CodeIndex, (service) =>
    Effect.map(service.callers({ name, withNameOnly: false, limit: 20 }), (found) =>
      found.callers.map(({ line, path }) => `${path}:${line}`)
    )
  )

const linesOf = (text: string) =>
  Effect.flatMap(CodeIndex, (service) =>
    Effect.map(service.search({ tags: [text] }), ({ results: [hit] }) => [
      hit?.path,
      hit?.matched.map(({ line }) => line)
    ])
  )

const status = (path: string) => Effect.flatMap(CodeIndex, (service) => service.status({ path }))

const findings = (repository: TemporaryRepository) =>
  Effect.flatMap(CodeGraph, (graph) => graph.findings({})).pipe(
    Effect.map((found) => found.findings.map(({ detector, file }) => `${file} ${detector}`)),
    inGraph(repository.directory)
  )

describe("the code of a bare repository", () => {
  for (const way of Object.keys(ways).filter((name): name is keyof typeof ways => name in ways)) {
    const options = way === "on the calling thread" ? {} : slow
    it.live(
      `is what HEAD has, after each push, ${way}`,
      () =>
        Effect.gen(function* () {
          const { hosted, own, push } = yield* makeHosted
          yield* Effect.gen(function* () {
            assert.deepStrictEqual(yield* callers("acquire"), ["src/app.ts:3"])
            yield* own.commit("Second", { files: { "src/late.ts": "export const late = 1\n", "src/app.ts": null } })
            yield* push
            assert.deepStrictEqual(yield* findPaths("late"), ["src/late.ts"])
            assert.deepStrictEqual(yield* callers("acquire"), [])
            yield* own.git(["reset", "--quiet", "--hard", "HEAD~1"])
            yield* push
            assert.deepStrictEqual(yield* callers("acquire"), ["src/app.ts:3"])
            assert.strictEqual((yield* index).parsed, 0)
          }).pipe(inRepository(hosted.directory, way))
        }),
      options
    )
  }

  it.live("is indexed as that of a clone is, attributes included", () =>
    Effect.gen(function* () {
      const { hosted } = yield* makeHosted
      const clone = yield* cloneRepository(hosted)
      yield* inRepository(hosted.directory)(index)
      yield* inRepository(clone.directory)(index)
      assert.deepStrictEqual(dumpIndexIn(hosted.directory), dumpIndex(clone.directory))
    })
  )

  it.live("has its messages found with their lines, without a file to read them from", () =>
    Effect.gen(function* () {
      const { hosted } = yield* makeHosted
      const found = yield* inRepository(hosted.directory)(linesOf("the pool has no connection left"))
      assert.deepStrictEqual(found, ["src/app.ts", [4]])
    })
  )

  it.live("has the findings of a clone, but for those in the baseline of HEAD", () =>
    Effect.gen(function* () {
      const { hosted, own, push } = yield* makeHosted
      const expected = yield* findings(own)
      assert.include(expected, "lib/queue.py raise-not-implemented")
      assert.deepStrictEqual(yield* findings(hosted), expected)
      yield* Effect.flatMap(CodeGraph, (graph) => graph.baseline).pipe(inGraph(own.directory))
      yield* own.git(["add", baselineName])
      yield* own.commit("Baseline", {})
      yield* push
      assert.deepStrictEqual(yield* findings(hosted), [])
    })
  )

  it.live("has no baseline written to it", () =>
    Effect.gen(function* () {
      const { hosted } = yield* makeHosted
      const { message } = yield* Effect.flatMap(CodeGraph, (graph) => Effect.flip(graph.baseline)).pipe(
        inGraph(hosted.directory)
      )
      assert.strictEqual(message, `${baselineName} cannot be written: the repository has no work tree`)
    })
  )

  it.live("has the folders of HEAD, and not those of git", () =>
    Effect.gen(function* () {
      const { hosted } = yield* makeHosted
      yield* Effect.gen(function* () {
        yield* status("src")
        assert.strictEqual((yield* Effect.flip(status("objects"))).message, "Path must be a directory")
        assert.match((yield* Effect.flip(status(".."))).message, /^Path must be inside the repository/)
      }).pipe(inRepository(hosted.directory))
    })
  )

  it.live("is none before the first commit", () =>
    Effect.gen(function* () {
      const hosted = yield* makeRepository({ bare: true })
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* findPaths("pool"), [])
        assert.strictEqual((yield* index).files, 0)
      }).pipe(inRepository(hosted.directory))
    })
  )

  it.live("is indexed where a linked work tree had its contents indexed before", () =>
    Effect.gen(function* () {
      const { hosted } = yield* makeHosted
      const tree = join(hosted.directory, "..", "tree")
      yield* hosted.git(["worktree", "add", "--quiet", tree, "main"])
      yield* inRepository(tree)(index)
      rmSync(tree, { recursive: true })
      const found = yield* inRepository(hosted.directory)(linesOf("the pool has no connection left"))
      assert.deepStrictEqual(found, ["src/app.ts", [4]])
    })
  )
})
