import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { env } from "node:process"
import { Pipeline } from "../../../src/pipeline/questions/Pipeline.ts"
import type { LineRange } from "../../../src/domain/LineRange.ts"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../../src/adapters/git/GitEnvironment.ts"
import { pipelineLayer } from "../../../src/Layers.ts"
import { annotate } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { cacheFolder, damage, damages, kindsIn } from "../../support/cacheFiles.ts"
import { makeMovingHistory, type StandingUnit } from "../../support/movingHistory.ts"
import { isolation } from "../../support/runGit.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"
import { scaled, slow } from "../../support/scale.ts"
import { whenSettled } from "../../support/settledClock.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const makeMoved = Effect.fnUntraced(function* (seed: number) {
  const repository = yield* makeRepository()
  const { history, regions, standing } = makeMovingHistory(seed, 14)
  const ids = yield* repository.importHistory(history)
  const byCommit = Map.groupBy(regions, ({ commit }) => commit)
  yield* repository.importNotes(
    Array.from(byCommit, ([commit, own]) => {
      const id = ids[commit] ?? ""
      const noted = own.map(({ anchor, file, intent, lines }) => ({ ...minimalRegion(file, anchor, lines), intent }))
      return [id, minimalNote(id, { regions: noted })] as const
    })
  )
  return { directory: repository.directory, standing }
})

const intents = (entries: ReadonlyArray<{ readonly intent: string }>) => entries.map(({ intent }) => intent)

const askFor = Effect.fnUntraced(function* ({ name, path }: StandingUnit) {
  const { read } = yield* Pipeline
  const max_regions = 1000
  const listed = yield* read({ path, anchor: name, max_regions, max_tokens: 1_000_000 })
  const whole = yield* read({ path, max_regions, max_tokens: 1_000_000 })
  return { listed: intents(listed.regions), whole: intents(whole.regions) }
})

/** What is missing of one unit, and what is shown that is another's. */
const faultsOf = Effect.fnUntraced(function* (unit: StandingUnit) {
  const { listed, whole } = yield* askFor(unit)
  const missing = (shown: ReadonlyArray<string>) => unit.intents.filter((intent) => !shown.includes(intent))
  const at = `${unit.path} ${unit.name}`
  return {
    anchored: missing(listed).map((intent) => `${at}: ${intent}`),
    whole: missing(whole).map((intent) => `${at}: ${intent}`),
    others: listed.filter((intent) => !intent.startsWith(`${unit.id} `)).map((intent) => `${at}: ${intent}`)
  }
})

const faultsIn = Effect.fnUntraced(function* (seed: number) {
  const { directory, standing } = yield* makeMoved(seed)
  const layer = pipelineLayer.pipe(
    Layer.provide(Layer.succeed(GitDirectory, directory)),
    Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation }))
  )
  const faults = yield* Effect.forEach(standing, faultsOf).pipe(Effect.provide(layer, { local: true }), whenSettled)
  return { units: standing.filter((unit) => unit.intents.length > 0).length, faults }
})

describe("units that were reordered or moved to other files", () => {
  it.live(
    "have all reasons whose lines survive, by name and by file, and none of another unit",
    () =>
      Effect.gen(function* () {
        const found = yield* Effect.forEach(
          Array.from({ length: scaled(1, 60) }, (_, seed) => seed + 1),
          (seed) => faultsIn(seed).pipe(Effect.scoped)
        )
        const faults = found.flatMap((each) => each.faults)
        const units = found.reduce((sum, each) => sum + each.units, 0)
        assert.isAbove(units, 40)
        assert.deepStrictEqual(
          faults.flatMap(({ anchored, others, whole }) => [...anchored, ...whole, ...others]),
          []
        )
      }),
    slow
  )
})

const pool = (body: string) => `export function acquire(url: string) {\n${body}\n}\n`
const wait = '  waitFor(url, "a connection is free")\n  return take(url)'
const log = 'export function log(text: string) {\n  console.error("pool:", text)\n  return text.length\n}\n'

/** `a.ts` with a note on `acquire`, and `log` after it. */
const makeNoted = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const first = yield* repository.commit("Add both", { files: { "a.ts": pool(wait) + log, "b.ts": "export {}\n" } })
  yield* annotate(repository, first, [{ file: "a.ts", anchor: "acquire", lines: [1, 4] }])
  return { repository, first }
})

const askedOf = Effect.fnUntraced(function* (repository: TemporaryRepository, path: string) {
  const { regions, warnings } = yield* ask(repository).read({ path, anchor: "acquire", verbose: true })
  const listed = regions.map(({ confidence_factors, intent, lines, match, origin }) => ({
    intent,
    lines,
    match,
    origin,
    anchor_stability: confidence_factors?.anchor_stability
  }))
  return { regions: listed, warnings }
})

const acquireMoved = (lines: LineRange): Effect.Success<ReturnType<typeof askedOf>> => ({
  regions: [
    {
      intent: "Why acquire is.",
      lines,
      match: "moved",
      origin: { file: "a.ts", lines: { start: 1, end: 4 } },
      anchor_stability: 0.6
    }
  ],
  warnings: undefined
})

const nothing = { regions: [], warnings: undefined }

/** Says only that there are annotations of earlier lines of `a.ts`. */
const overwritten = {
  regions: [],
  warnings: [
    "Annotations of lines that were overwritten since are left out (acquire). Run 'ultragit history a.ts' to see them."
  ]
}

describe("a function", () => {
  it.live.each([
    ["put after another", { "a.ts": log + pool(wait) }, "a.ts", { start: 5, end: 8 }],
    ["moved to another file", { "a.ts": log, "b.ts": `export {}\n${pool(wait)}` }, "b.ts", { start: 2, end: 5 }],
    ["moved to a new file", { "a.ts": log, "c.ts": pool(wait) }, "c.ts", { start: 1, end: 4 }]
  ] as const)("that was %s keeps its reason and names its origin, with lower confidence", ([, files, path, lines]) =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      yield* repository.commit("Move", { files })
      assert.deepStrictEqual(yield* askedOf(repository, path), acquireMoved(lines))
      const { regions } = yield* ask(repository).read({ path })
      assert.deepStrictEqual(intents(regions), ["Why acquire is."])
    })
  )

  it.live("that was moved in the work tree alone keeps its reason", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      yield* repository.write("a.ts", log + pool(wait))
      assert.deepStrictEqual(yield* askedOf(repository, "a.ts"), acquireMoved({ start: 5, end: 8 }))
    })
  )

  it.live("does not inherit the reason of a deleted one with its name, in another file or written later", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      const other = pool('  return open(url, "at once")')
      yield* repository.commit("Another one", { files: { "a.ts": log, "b.ts": other } })
      assert.deepStrictEqual(yield* askedOf(repository, "b.ts"), nothing)
      yield* repository.commit("One more", { files: { "a.ts": log + other } })
      assert.deepStrictEqual(yield* askedOf(repository, "a.ts"), overwritten)
    })
  )

  it.live("that was moved to another file and back keeps its reason", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      yield* repository.commit("Move", { files: { "a.ts": log, "b.ts": `export {}\n${pool(wait)}` } })
      yield* repository.commit("Move back", { files: { "a.ts": pool(wait) + log, "b.ts": "export {}\n" } })
      assert.deepStrictEqual(yield* askedOf(repository, "a.ts"), acquireMoved({ start: 1, end: 4 }))
    })
  )

  it.live("that shares a name and few lines with a deleted one is not looked for in other files", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      const other = ["  check(url)", "  const found = lookUp(url)", "  if (found) return found", "  return take(url)"]
      yield* repository.commit("Rewrite", { files: { "a.ts": log, "c.ts": pool(other.join("\n")) } })
      assert.deepStrictEqual(yield* askedOf(repository, "c.ts"), nothing)
      assert.notInclude(yield* kindsIn(cacheFolder(join(repository.directory, ".git"))), "moved-1")
    })
  )

  it.live("that is a copy does not have the reason of the original, which still exists", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      yield* repository.commit("Copy", { files: { "a.ts": pool(`${wait} // here`) + log, "c.ts": pool(wait) } })
      assert.deepStrictEqual(yield* askedOf(repository, "c.ts"), nothing)
    })
  )

  it.live("that was moved and then overwritten line by line keeps no reason of deleted lines", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      yield* repository.commit("Move", { files: { "a.ts": log + pool(wait) } })
      yield* repository.commit("Rewrite", { files: { "a.ts": log + pool('  return open(url, "at once")') } })
      assert.deepStrictEqual(yield* askedOf(repository, "a.ts"), overwritten)
    })
  )
})

describe("an answer about moved code", () => {
  it.live("is the same with and without cached blame", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      yield* repository.commit("Move", { files: { "a.ts": log, "c.ts": pool(wait) } })
      const asked = ask(repository).read({ path: "c.ts", anchor: "acquire" })
      const cold = yield* asked
      const folder = cacheFolder(join(repository.directory, ".git"))
      assert.include(yield* kindsIn(folder), "moved-1")
      assert.deepStrictEqual(yield* asked, cold)
      yield* damage(folder, Object.values(damages))
      assert.deepStrictEqual(yield* asked, cold)
    })
  )
})
