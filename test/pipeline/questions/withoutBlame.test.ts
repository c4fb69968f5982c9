import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { annotate, makePool, poolSource } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { makeFolder, makeRepository, repositoryAt } from "../../support/TemporaryRepository.ts"

const path = "src/pool.ts"

/** The pool, in a clone without the contents of the past but with all notes unless `hasNotes` is false, after a later change of one function. */
const makePartial = Effect.fnUntraced(function* ({ hasNotes }: { readonly hasNotes: boolean } = { hasNotes: true }) {
  const { first, repository } = yield* makePool
  yield* repository.git(["config", "uploadpack.allowFilter", "true"])
  const third = yield* repository.commit("Reuse the pool", {
    files: { [path]: poolSource.replace("  return new Pool()", "  return shared(url)") }
  })
  yield* annotate(repository, third, [
    { file: path, anchor: "connect", lines: [9, 11], intent: "Reuse one pool." },
    { file: path, anchor: "gone", lines: [9, 11], intent: "Say what is gone." },
    { file: "src/other.ts", anchor: "connect", lines: [1, 3], intent: "Connect another way." }
  ])
  const folder = join(yield* makeFolder, "clone")
  yield* repository.git(["clone", "--quiet", "--filter=blob:none", `file://${repository.directory}`, folder])
  const partial = repositoryAt(folder)
  yield* partial.git(["fetch", "--quiet", "origin", "refs/notes/ultragit:refs/notes/ultragit"])
  // Git itself fetches the notes that it is asked to show, and then has nowhere to fetch from.
  if (hasNotes) yield* partial.git(["log", "--notes=ultragit"])
  yield* partial.git(["remote", "set-url", "origin", join(folder, "absent")])
  return { partial, first, third, countObjects: partial.git(["count-objects", "-v"]) }
})

/** Four files that were changed once, in a clone without their first contents. */
const makePartialFolder = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.git(["config", "uploadpack.allowFilter", "true"])
  for (const value of [1, 2]) {
    const files = Array.from({ length: 4 }, (_, at) => [`f${at}.ts`, `export const f = () => ${value}\n// ${at}\n`])
    yield* repository.commit(`Return ${value}`, { files: Object.fromEntries(files) })
  }
  const folder = join(yield* makeFolder, "clone")
  yield* repository.git(["clone", "--quiet", "--filter=blob:none", `file://${repository.directory}`, folder])
  return { partial: repositoryAt(folder) }
})

const unknown =
  /who wrote these lines is unknown.* none from before a rename.*: Object [0-9a-f]{40} is not in this repository\. .*git blame src\/pool\.ts/

describe("where git lacks the contents for a blame", () => {
  it.effect("says which notes cannot be read either, as they may name the file", () =>
    Effect.gen(function* () {
      const { first, partial } = yield* makePartial({ hasNotes: false })
      for (const answer of [yield* ask(partial).read({ path }), yield* ask(partial).summary({ path })]) {
        const warnings = answer.warnings?.join("\n") ?? ""
        assert.match(warnings, unknown)
        assert.include(warnings, `The note on ${first.slice(0, 12)} was skipped`)
      }
    })
  )

  it.effect("read finds annotations by the names in them, and says so", () =>
    Effect.gen(function* () {
      const { countObjects, first, partial, third } = yield* makePartial()
      const before = yield* countObjects
      const named = yield* ask(partial).read({ path, anchor: "connect" })
      assert.deepStrictEqual(
        named.regions.map(({ commit, intent, match }) => [commit, intent, match]),
        [
          [third, "Reuse one pool.", "exact"],
          [first, "Make a pool for one broker.", "exact"]
        ]
      )
      assert.match(named.warnings?.join("\n") ?? "", unknown)
      assert.isUndefined(named.evidence)
      const all = yield* ask(partial).read({ path })
      assert.sameMembers(
        all.regions.map(({ intent, match }) => `${match}: ${intent}`),
        [
          "file: Hand out one connection at a time.",
          "file: Make a pool for one broker.",
          "file: Reuse one pool.",
          "file: Say what is gone."
        ]
      )
      const lines = yield* ask(partial).read({ path, lines: "2:4" })
      assert.deepStrictEqual(
        lines.regions.map(({ intent }) => intent),
        ["Hand out one connection at a time."]
      )
      assert.strictEqual(yield* countObjects, before)
    })
  )

  it.effect("read does so in a file with uncommitted lines", () =>
    Effect.gen(function* () {
      const { partial } = yield* makePartial()
      yield* partial.write(path, `// Pools.\n${poolSource}`)
      const { regions, warnings } = yield* ask(partial).read({ path, anchor: "Pool.acquire" })
      assert.deepStrictEqual(
        regions.map(({ intent, lines }) => [intent, lines]),
        [["Hand out one connection at a time.", { start: 3, end: 5 }]]
      )
      assert.match(warnings?.join("\n") ?? "", unknown)
    })
  )

  it.effect("summary gives the newest annotation of each unit, and says so", () =>
    Effect.gen(function* () {
      const { partial } = yield* makePartial()
      for (const asked of [path, "src"]) {
        const { stats, units, warnings } = yield* ask(partial).summary({ path: asked })
        const intents = units.flatMap(({ file, intent }) => (file === path ? [intent] : []))
        assert.sameMembers(intents, ["Hand out one connection at a time.", "Reuse one pool."])
        assert.isAtLeast(stats.annotated_units, 2)
        assert.match(warnings?.join("\n") ?? "", unknown)
      }
    })
  )

  it.effect("summary says it once for all files of a folder", () =>
    Effect.gen(function* () {
      const { partial } = yield* makePartialFolder
      const { warnings = [] } = yield* ask(partial).summary({ path: "." })
      const about = warnings.filter((warning) => warning.includes("who wrote these lines is unknown"))
      assert.lengthOf(about, 1)
      assert.match(about.join(), /^In 4 files \(f0\.ts, f1\.ts, f2\.ts, and 1 more\), /)
    })
  )

  it.effect("read does so where an old content was deleted", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      yield* repository.commit("Change", { files: { [path]: `${poolSource}// more\n` } })
      const blob = (yield* repository.git(["rev-parse", `${first}:${path}`])).trim()
      const object = join(repository.directory, ".git", "objects", blob.slice(0, 2), blob.slice(2))
      yield* Effect.promise(() => rm(object))
      const { regions, warnings } = yield* ask(repository).read({ path, anchor: "connect" })
      assert.deepStrictEqual(
        regions.map(({ intent }) => intent),
        ["Make a pool for one broker."]
      )
      assert.match(warnings?.join("\n") ?? "", /git fsck --full/)
    })
  )
})
