/**
 * Fits the weights of `src/commitIndex/queries/scoring.ts` to the judged sets that are marked as tuned, and prints them, and
 * those fitted without each repository, which should be alike.
 *
 *     node bench/commits/fit.ts NAME=PATH ... [--cache DIR]
 *
 * NAME is a file of `judged/`, PATH a clone of its repository. Logistic regression on pairs: of each query, a wanted commit
 * should have a higher score than all that are not wanted together.
 */
import { Effect, Result } from "effect"
import { mkdirSync } from "node:fs"
import { resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import type { Connection } from "../../src/adapters/sql/Connection.ts"
import { buildCondition } from "../../src/commitIndex/queries/filters.ts"
import { parseQuery } from "../../src/commitIndex/queries/query.ts"
import { planSearch } from "../../src/commitIndex/queries/ranking.ts"
import {
  defineScoring,
  type Feature,
  featureExpressions,
  features,
  headSize
} from "../../src/commitIndex/queries/scoring.ts"
import { selectMatched } from "../../src/commitIndex/queries/search.ts"
import { noFilters } from "./contenders.ts"
import { indexOf } from "./indexing.ts"
import { type Judged, type Query, readJudged } from "./judged.ts"

const { positionals, values } = parseArgs({ allowPositionals: true, options: { cache: { type: "string" } } })

const say = (text: string): void => void process.stdout.write(`${text}\n`)

type Weights = ReadonlyArray<number>

/** A scored commit of a query. */
interface Example {
  readonly features: ReadonlyArray<number>
  readonly isWanted: boolean
}

const readExamples = (connection: Connection, query: Query, { firstCopies }: Judged): ReadonlyArray<Example> => {
  const plan = planSearch({ connection, counted: undefined }, parseQuery(query.query))
  if (plan._tag !== "ByScore") return []
  const expressions = featureExpressions(plan)
  const columns = features.map((feature: Feature) => `${expressions[feature].sql} AS ${feature}`)
  defineScoring(connection)
  const wanted = new Set(query.wanted.map((id) => firstCopies.get(id) ?? id))
  const examples = connection
    .all(
      `WITH ${selectMatched(buildCondition(connection, noFilters), headSize)}
       SELECT lower(hex(oid)) AS sha, ${columns.join(", ")} FROM matched AS scored`,
      plan.match,
      ...features.flatMap((feature) => expressions[feature].values)
    )
    .map((row) => {
      const sha = row.text("sha")
      return {
        features: features.map((feature) => row.real(feature)),
        isWanted: wanted.has(firstCopies.get(sha) ?? sha)
      }
    })
  return keepHard(examples)
}

/** Most unwanted commits by each of the first two features to learn from: the others are easily told from wanted ones. */
const maxUnwanted = 20

/** Keeps the wanted commits and the best others by coverage and by text. */
const keepHard = (examples: ReadonlyArray<Example>): ReadonlyArray<Example> => {
  const best = (place: number) =>
    examples.toSorted((a, b) => (b.features[place] ?? 0) - (a.features[place] ?? 0)).slice(0, maxUnwanted)
  const hard = new Set([...best(0), ...best(1)])
  return examples.filter((example) => example.isWanted || hard.has(example))
}

const dot = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number =>
  a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)

/** Gradient of the logarithm of the mean probability that a wanted commit is chosen instead of those not wanted. */
const gradientOf = (examples: ReadonlyArray<Example>, weights: Weights): ReadonlyArray<number> => {
  const scored = examples.map((example) => ({ ...example, odds: Math.exp(dot(example.features, weights)) }))
  const wanted = scored.filter(({ isWanted }) => isWanted)
  const others = scored.filter(({ isWanted }) => !isWanted)
  const otherOdds = others.reduce((sum, { odds }) => sum + odds, 0)
  const otherSums = weights.map((_, place) =>
    others.reduce((sum, { features: own, odds }) => sum + odds * (own[place] ?? 0), 0)
  )
  return weights.map((_, place) =>
    wanted.reduce((sum, { features: own, odds }) => {
      const total = odds + otherOdds
      return sum + (otherOdds * (own[place] ?? 0) - (otherSums[place] ?? 0)) / total / wanted.length
    }, 0)
  )
}

const steps = 600
const stepSize = 2
/** Keeps weights small that little evidence supports. */
const decay = 0.001

const fit = (queries: ReadonlyArray<ReadonlyArray<Example>>): Weights => {
  let weights: Weights = features.map(() => 0)
  for (let step = 0; step < steps; step++) {
    const sums = weights.map(() => 0)
    for (const examples of queries) {
      gradientOf(examples, weights).forEach((value, place) => (sums[place] = (sums[place] ?? 0) + value))
    }
    weights = weights.map((weight, place) => {
      const slope = (sums[place] ?? 0) / queries.length - 2 * decay * weight
      return weight + stepSize * slope
    })
  }
  return weights
}

const format = (weights: Weights): string =>
  features.map((feature, place) => `${feature} ${(weights[place] ?? 0).toFixed(2)}`).join(", ")

const main = Effect.gen(function* () {
  const folder = values.cache === undefined ? yield* makeFolder : resolve(values.cache)
  mkdirSync(folder, { recursive: true })
  const named = positionals.map((argument) => argument.split("="))
  const sets = yield* Effect.forEach(named, ([name = "", path = ""]) =>
    Effect.gen(function* () {
      const judged = readJudged(name)
      if (!judged.tuned) return { name, queries: [] }
      const database = yield* indexOf(folder, name, [{ name, directory: resolve(path), branches: [judged.branch] }])
      const queries = judged.queries.map((query) =>
        Result.getOrThrow(database.use((connection) => readExamples(connection, query, judged)))
      )
      return { name, queries: queries.filter((examples) => examples.some(({ isWanted }) => isWanted)) }
    })
  )
  say(`all: ${format(fit(sets.flatMap(({ queries }) => queries)))}`)
  for (const { name } of sets) {
    say(`without ${name}: ${format(fit(sets.filter((set) => set.name !== name).flatMap(({ queries }) => queries)))}`)
  }
})

await Effect.runPromise(Effect.scoped(main))
