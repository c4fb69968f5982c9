import { Effect, Layer, Option, Schema } from "effect"
import { env } from "node:process"
import { Pipeline } from "../../../src/pipeline/questions/Pipeline.ts"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../../src/adapters/git/GitEnvironment.ts"
import { pipelineLayer } from "../../../src/Layers.ts"
import { asOneQuestion } from "../ask.ts"
import { isolation } from "../runGit.ts"
import { whenSettled } from "../settledClock.ts"
import type { TemporaryRepository } from "../TemporaryRepository.ts"
import { linesOf } from "./code.ts"
import type { Outcome } from "./Operation.ts"
import { natureOf, reliedOn, type Statement } from "./story.ts"

/** How often each question's answer has a statement; for `deps`, also how often it names the function. */
export interface Found {
  readonly read: number
  readonly history: number
  readonly deps: number
  readonly named: number
}

const layerOf = (directory: string) =>
  pipelineLayer.pipe(
    Layer.provide(Layer.succeed(GitDirectory, directory)),
    Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation }))
  )

/** More than any answer here needs. */
const plenty = { max_tokens: 1_000_000 }
const none: Found = { read: 0, history: 0, deps: 0, named: 0 }

const finder = Effect.gen(function* () {
  const pipeline = yield* Pipeline
  const { dependents } = yield* pipeline.deps({ path: reliedOn.file, anchor: reliedOn.anchor, ...plenty })
  return Effect.fnUntraced(
    function* (statement: Statement) {
      const { anchor, file, intent } = statement
      const { regions } = yield* pipeline.read({ path: file, anchor, ...plenty })
      const { timeline } = yield* pipeline.history({ path: file, anchor, limit: 1000, ...plenty })
      return {
        read: regions.filter((region) => region.intent === intent).length,
        history: timeline.filter((step) => step.intent === intent).length,
        deps: dependents.filter(({ nature }) => nature === natureOf(statement)).length,
        named: dependents.filter((dependent) => dependent.file === file && dependent.anchor === anchor).length
      } satisfies Found
    },
    // A question about code that HEAD does not have fails; nothing is found there.
    Effect.orElseSucceed(() => none)
  )
})

/** What each kind of statement must be found by. `deps` names a function once, by its newest statement. */
const wanted = {
  speaks: { read: 1, history: 1, named: 1 },
  past: { read: 0, history: 1 },
  gone: { read: 0, history: 0, deps: 0 }
} as const satisfies Readonly<Record<string, Partial<Found>>>

type Question = "read" | "history" | "named"

/** A statement that is not found as it should be. */
export interface Miss {
  readonly statement: string
  readonly expected: Partial<Found>
  readonly found: Found
}

/** What came of an operation. */
export interface Tally {
  /** Statements that should speak. */
  readonly statements: number
  /** Those of them that each question's answer has exactly once. */
  readonly read: number
  readonly history: number
  readonly deps: number
  readonly misses: ReadonlyArray<Miss>
  /** What is wrong with the places that notes on HEAD's history name. */
  readonly misplaced: ReadonlyArray<string>
  /** Texts that no note on HEAD's history has any more. */
  readonly lost: ReadonlyArray<string>
}

const differs = (found: Found, expected: Partial<Found>): boolean =>
  Object.entries({ ...found, ...expected }).some(([question, times]) => Reflect.get(found, question) !== times)

/** A note on a commit that HEAD reaches. */
interface Hanging {
  readonly commit: string
  readonly text: string
}

/** Contents by one git process, in their order; none where there is no such object. */
const contentsOf = Effect.fnUntraced(function* (repository: TemporaryRepository, objects: ReadonlyArray<string>) {
  const stdin = objects.map((object) => `${object}\n`).join("")
  const batch = Buffer.from(yield* repository.git(["cat-file", "--batch"], { stdin }))
  let at = 0
  return objects.map(() => {
    const body = batch.indexOf("\n", at) + 1
    const said = batch.subarray(at, body).toString()
    const size = said.endsWith(" missing\n") ? undefined : Number(said.split(" ")[2])
    at = size === undefined ? body : body + size + 1
    return size === undefined ? "" : batch.subarray(body, body + size).toString()
  })
})

/** The notes on commits that HEAD reaches. */
const hangingNotes = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const listed = yield* repository.tryGit(["notes", "--ref=refs/notes/ultragit", "list"])
  const reachable = new Set((yield* repository.git(["rev-list", "HEAD"])).split("\n"))
  const entries = listed.stdout
    .toString()
    .split("\n")
    .map((line) => line.split(" "))
    .flatMap(([blob = "", commit = ""]) => (reachable.has(commit) ? [{ blob, commit }] : []))
  const texts = yield* contentsOf(
    repository,
    entries.map(({ blob }) => blob)
  )
  return entries.map(({ commit }, at): Hanging => ({ commit, text: texts[at] ?? "" }))
})

const Noted = Schema.fromJsonString(
  Schema.Struct({
    regions: Schema.Array(
      Schema.Struct({
        file: Schema.String,
        ast_anchor: Schema.Struct({ name: Schema.String }),
        lines: Schema.Struct({ start: Schema.Int, end: Schema.Int })
      })
    )
  })
)

/** What is wrong with the places that notes name: not one document, or lines where the function is not. */
const misplacedIn = Effect.fnUntraced(function* (repository: TemporaryRepository, notes: ReadonlyArray<Hanging>) {
  const read = notes.map(({ commit, text }) => ({
    commit,
    regions: Option.map(Schema.decodeOption(Noted)(text), ({ regions }) => regions)
  }))
  const places = read.flatMap(({ commit, regions }) =>
    Option.getOrElse(regions, () => []).map((region) => ({ ...region, commit }))
  )
  const sources = yield* contentsOf(
    repository,
    places.map(({ commit, file }) => `${commit}:${file}`)
  )
  const elsewhere = places.flatMap(({ ast_anchor, commit, lines }, at) => {
    const now = linesOf(sources[at] ?? "", ast_anchor.name)
    const right = now === undefined || (now[0] === lines.start && now[1] === lines.end)
    return right ? [] : [`${commit}: ${ast_anchor.name} at ${lines.start}-${lines.end}, is at ${now.join("-")}`]
  })
  const broken = read.flatMap(({ commit, regions }) => (Option.isNone(regions) ? [`${commit}: not one document`] : []))
  return [...broken, ...elsewhere]
})

/** Notes whose places are looked at. */
const looked = 12

/** Asks for everything that was said. */
export const tally = Effect.fnUntraced(function* (repository: TemporaryRepository, outcome: Outcome) {
  const { gone = [], kept = [], past = [], speaks } = outcome
  const expected = [
    ...speaks.map((statement) => ({ statement, expected: wanted.speaks })),
    ...past.map((statement) => ({ statement, expected: wanted.past })),
    ...gone.map((statement) => ({ statement, expected: wanted.gone }))
  ]
  const asked = yield* Effect.flatMap(finder, (find) =>
    Effect.forEach(expected, (each) => Effect.map(find(each.statement), (found) => ({ ...each, found })))
  ).pipe(Effect.provide(layerOf(repository.directory), { local: true }), Effect.orDie, asOneQuestion, whenSettled)
  const misses = asked.filter((each) => differs(each.found, each.expected))
  const once = (question: Question) => asked.slice(0, speaks.length).filter(({ found }) => found[question] === 1).length
  const notes = yield* hangingNotes(repository)
  const texts = notes.map(({ text }) => text).join("\n")
  const misplaced = yield* misplacedIn(repository, notes.slice(0, looked))
  return {
    statements: speaks.length,
    read: once("read"),
    history: once("history"),
    deps: once("named"),
    misses: misses.map((miss) => ({ ...miss, statement: miss.statement.intent })),
    misplaced,
    lost: kept.flatMap(({ intent }) => (texts.includes(intent) ? [] : [intent]))
  } satisfies Tally
})
