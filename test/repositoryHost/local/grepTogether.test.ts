import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { LocalHost, RepositoryRoot } from "../../../src/repositoryHost/local/LocalHost.ts"
import { askFileSearch } from "../../../src/repositoryHost/service/askHost.ts"
import { makeTemporaryFolder } from "../../support/gitblitFolder.ts"
import { slow } from "../../support/scale.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const inRoot =
  (root: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.provide(work, LocalHost.layer.pipe(Layer.provide(Layer.succeed(RepositoryRoot)(root))))

/** Adds a repository whose files say `needle`, and changes it. */
const add = Effect.fnUntraced(function* (
  root: string,
  name: string,
  change: (repository: TemporaryRepository) => Effect.Effect<unknown> = () => Effect.void,
  options: Parameters<typeof makeRepository>[0] = {}
) {
  const repository = yield* makeRepository(options)
  const files = {
    "a.txt": `needle in ${name}\nand a\nhaystack\n`,
    "b/c.txt": "a needle, another needle\n",
    "d.bin": "needle\0"
  }
  yield* repository.commit("First", { files })
  yield* change(repository)
  yield* Effect.promise(() => mkdir(dirname(join(root, name)), { recursive: true }))
  yield* Effect.promise(() => rename(repository.directory, join(root, name)))
})

const git =
  (...args: ReadonlyArray<string>) =>
  (repository: TemporaryRepository) =>
    repository.git(args)

/** Repositories that differ in what one process can see of them. */
const makeRoot = Effect.gen(function* () {
  const root = yield* makeTemporaryFolder
  yield* add(root, "loose")
  yield* add(root, "packed", git("pack-refs", "--all"))
  yield* add(root, "detached", git("checkout", "--quiet", "--detach"))
  yield* add(root, "unborn", git("symbolic-ref", "HEAD", "refs/heads/nowhere"))
  yield* add(root, "with:colon")
  yield* add(root, 'with"quote')
  yield* add(root, "wide/one", () => Effect.void, { objectFormat: "sha256" })
  yield* add(root, "wide/two", () => Effect.void, { objectFormat: "sha256" })
  yield* add(root, "attributes", ({ directory }) =>
    Effect.promise(() =>
      mkdir(join(directory, ".git", "info"), { recursive: true }).then(() =>
        writeFile(join(directory, ".git", "info", "attributes"), "* binary\n")
      )
    )
  )
  return root
})

const queries = ["needle", '"a haystack"', "needle -path:b", "need*", "haystack OR path:bin", "zzyzx"]

describe("repositories that are searched together", () => {
  it.live(
    "answer as they do one by one",
    () =>
      Effect.gen(function* () {
        const root = yield* makeRoot
        yield* Effect.gen(function* () {
          for (const query of queries) {
            const all = yield* askFileSearch({ query, limit: 100 })
            const names = ["attributes", "detached", "loose", "packed", "unborn", "wide/one", "wide/two"]
            const alone = yield* Effect.forEach([...names, "with:colon", 'with"quote'], (name) =>
              askFileSearch({ query, repos: [name], limit: 100 })
            )
            const sort = (results: typeof all.results) =>
              results.toSorted((a, b) => (`${a.repository} ${a.path}` < `${b.repository} ${b.path}` ? -1 : 1))
            assert.deepStrictEqual(sort(all.results), sort(alone.flatMap(({ results }) => results)), query)
            assert.isUndefined(all.skipped)
          }
          assert.strictEqual((yield* askFileSearch({ query: "needle" })).totalCount, 18)
        }).pipe(inRoot(root))
      }),
    slow
  )

  it.live(
    "are searched whatever locks a killed git has left",
    () =>
      Effect.gen(function* () {
        const root = yield* makeRoot
        for (const lock of ["HEAD.lock", "config.lock", "packed-refs.lock", "index.lock", "refs/heads/main.lock"]) {
          yield* Effect.promise(() => writeFile(join(root, "loose", ".git", lock), ""))
        }
        const found = yield* askFileSearch({ query: "needle" }).pipe(inRoot(root))
        assert.deepStrictEqual([found.totalCount, found.skipped], [18, undefined])
      }),
    slow
  )

  it.live("are answered for where one is removed meanwhile", () =>
    Effect.gen(function* () {
      const root = yield* makeRoot
      yield* Effect.gen(function* () {
        yield* askFileSearch({ query: "needle" })
        const searching = yield* Effect.forkChild(askFileSearch({ query: "needle" }), { startImmediately: true })
        yield* Effect.promise(() => rm(join(root, "loose"), { recursive: true }))
        const found = yield* Fiber.join(searching)
        // One by one, a repository's own attributes count.
        const others = found.results.filter(({ repository }) => !["loose", "attributes"].includes(repository))
        assert.strictEqual(others.length, 14)
        for (const { repository } of found.skipped ?? []) assert.strictEqual(repository, "loose")
        assert.strictEqual((yield* askFileSearch({ query: "needle" })).totalCount, 16)
      }).pipe(inRoot(root))
    })
  )

  it.live(
    "leave nothing in the folder of temporary files",
    () =>
      Effect.gen(function* () {
        const root = yield* makeRoot
        const ours = Effect.map(
          Effect.promise(() => readdir(tmpdir())),
          (names) => names.filter((name) => name.startsWith("ultragit-objects-"))
        )
        const before = yield* ours
        yield* askFileSearch({ query: "needle" }).pipe(inRoot(root))
        assert.deepStrictEqual(yield* ours, before)
      }),
    slow
  )
})
