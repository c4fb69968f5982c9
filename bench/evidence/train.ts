/**
 * Learns how much each sign of a statement says that it gives a reason, and writes `src/evidence/reasons/weights.json`:
 *
 *     node bench/evidence/train.ts --clones FOLDER [--check]
 *
 * A logistic regression with small weights (L2), without signs that say little (L1), on the tuned repositories of `statements.jsonl`, whose
 * clones are at `FOLDER/OWNER/NAME`. With `--check`, each fifth of these repositories is rated by what the others
 * teach, and nothing is written.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { prepareStatements } from "../../src/evidence/reasons/findReason.ts"
import { listSigns } from "../../src/evidence/reasons/signs.ts"
import { type JudgedMessage, listMissing, readJudgedMessages } from "./statements.ts"

const { values } = parseArgs({
  options: { clones: { type: "string", default: "." }, check: { type: "boolean", default: false } }
})

/** A sign counts if statements of as many repositories have it. */
const minRepositories = 8
/** What close verdicts count. */
const closeShare = 0.2
/** How much a weight costs by its size, so that few signs are left, and by its square, so that none decides alone. */
const [linearPenalty, squarePenalty] = [0.2, 4]
const sweeps = 60
/** Smaller weights are left out. */
const minWeight = 0.02

interface Example {
  readonly at: number
  readonly signs: ReadonlyArray<string>
  readonly isReason: boolean
  readonly share: number
}

interface Rated {
  readonly message: JudgedMessage
  readonly best: number
  readonly score: number
}

const toExamples = ({ close, reasons, statements, subject }: JudgedMessage): ReadonlyArray<Example> => {
  const prepared = prepareStatements(subject, statements.slice(1))
  return [prepared.at(-1), ...prepared.slice(0, -1)].flatMap((each, at) => {
    if (each === undefined) return []
    const share = close.includes(at) ? closeShare : 1
    return [{ at, signs: [...listSigns(each)], isReason: reasons.includes(at), share }]
  })
}

type Repositories = ReturnType<typeof readJudgedMessages>

/** The examples that have each sign of enough repositories. */
const indexSigns = (repositories: Repositories, examples: ReadonlyArray<ReadonlyArray<Example>>) => {
  const rows = new Map<string, Array<number>>()
  const sources = new Map<string, Set<string>>()
  let row = 0
  for (const [at, each] of examples.entries()) {
    for (const { signs } of each) {
      for (const sign of signs) {
        const known = rows.get(sign)
        if (known === undefined) rows.set(sign, [row])
        else known.push(row)
        sources.set(sign, (sources.get(sign) ?? new Set()).add(repositories[at]?.repository ?? ""))
      }
      row += 1
    }
  }
  return [...rows].filter(([sign]) => (sources.get(sign)?.size ?? 0) >= minRepositories)
}

const soften = (value: number, by: number): number => Math.sign(value) * Math.max(0, Math.abs(value) - by)

/** Coordinate descent; steps by an upper bound of the second derivative never increase the loss. */
const learn = (repositories: Repositories): ReadonlyMap<string, number> => {
  const grouped = repositories.map(({ messages }) => messages.flatMap(toExamples))
  const examples = grouped.flat()
  const everywhere: readonly [string, ReadonlyArray<number>] = ["", examples.map((_, row) => row)]
  const signs = [everywhere, ...indexSigns(repositories, grouped)]
  const scores = new Float64Array(examples.length)
  const weights = new Map<string, number>()
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const [sign, rows] of signs) {
      let [slope, bound] = [0, 0]
      for (const row of rows) {
        const { isReason, share } = examples[row] ?? { isReason: false, share: 0 }
        slope += share * (1 / (1 + Math.exp(-(scores[row] ?? 0))) - Number(isReason))
        bound += share / 4
      }
      const old = weights.get(sign) ?? 0
      const free = old * bound - slope
      const next = sign === "" ? free / bound : soften(free, linearPenalty) / (bound + squarePenalty)
      if (next === old) continue
      weights.set(sign, next)
      for (const row of rows) scores[row] = (scores[row] ?? 0) + next - old
    }
  }
  return new Map([...weights].filter(([, weight]) => Math.abs(weight) >= minWeight))
}

const rate = (weights: ReadonlyMap<string, number>, message: JudgedMessage): Rated => {
  const scored = toExamples(message).map(({ at, signs }) => ({
    at,
    score: signs.reduce((sum, sign) => sum + (weights.get(sign) ?? 0), weights.get("") ?? 0)
  }))
  const [best] = scored.toSorted((a, b) => b.score - a.score)
  return { message, best: best?.at ?? 0, score: best?.score ?? Number.NEGATIVE_INFINITY }
}

/** Precision and recall where what rates at least `least` is given. */
const describe = (rated: ReadonlyArray<Rated>, least: number): string => {
  const given = rated.filter(({ score }) => score >= least)
  const right = given.filter(({ best, message }) => message.reasons.includes(best)).length
  const stated = rated.filter(({ message }) => message.reasons.length > 0).length
  return `${least.toFixed(1)} | ${given.length} | ${(right / given.length).toFixed(3)} | ${(right / stated).toFixed(3)}\n`
}

const check = (repositories: Repositories): void => {
  const parts = 5
  const rated = Array.from({ length: parts }, (_, part) => {
    const weights = learn(repositories.filter((_each, at) => at % parts !== part))
    return repositories
      .filter((_each, at) => at % parts === part)
      .flatMap(({ messages }) => messages.map((message) => rate(weights, message)))
  }).flat()
  process.stdout.write("from | answers | precision | recall\n")
  for (let least = -1.2; least < 1.6; least += 0.2) process.stdout.write(describe(rated, least))
}

const write = (weights: ReadonlyMap<string, number>): void => {
  const lines = [...weights]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([sign, weight]) => `  ${JSON.stringify(sign)}: ${Math.round(weight * 100)}`)
  writeFileSync(join(import.meta.dirname, "../../src/evidence/reasons/weights.json"), `{\n${lines.join(",\n")}\n}\n`)
}

const missing = listMissing("tuned", values.clones)
if (missing.length > 0)
  throw new Error(`Weights need all repositories. No clone in ${values.clones} of: ${missing.join(", ")}`)

const repositories = readJudgedMessages("tuned", values.clones)
if (values.check) check(repositories)
else write(learn(repositories))
