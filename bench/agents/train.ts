/**
 * Learns how much each sign says that a reason from history matters to a change, and writes `src/agents/plans/weights.json`:
 *
 *     node bench/agents/train.ts [--clones FOLDER] [--check]
 *
 * A logistic regression with small weights (L2) on `learnedVerdicts.jsonl`, which has the signs of each judged reason. With
 * `--clones`, these are read first from the clones at `FOLDER/OWNER/NAME`, as the program finds them now, and written to that file;
 * verdicts without a clone keep theirs. With `--check`, each tenth of the repositories is rated by what the others teach,
 * and no weights are written.
 */
import { Effect, Option } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { Parser } from "../../src/adapters/parser/Parser.ts"
import { judgedFile, type JudgedReason, readJudgedReasons, readSigns } from "./judgedReasons.ts"

const { values } = parseArgs({
  options: { clones: { type: "string" }, check: { type: "boolean", default: false } }
})

/** What close verdicts count. */
const closeShare = 0.5
/** How much a weight costs by its square. */
const penalty = 1
const sweeps = 3000
const parts = 10

const round = (value: number): number => Math.round(value * 1000) / 1000

type Weights = ReadonlyMap<string, number>

const rate = (weights: Weights, { signs }: JudgedReason): number =>
  Object.entries(signs).reduce((sum, [sign, value]) => sum + (weights.get(sign) ?? 0) * value, weights.get("") ?? 0)

/** Coordinate descent; steps by an upper bound of the second derivative never increase the loss. */
const learn = (verdicts: ReadonlyArray<JudgedReason>): Weights => {
  const [first] = verdicts
  const columns = ["", ...Object.keys(first?.signs ?? {})].map((sign) => ({
    sign,
    column: verdicts.map(({ signs }) => (sign === "" ? 1 : (signs[sign] ?? 0)))
  }))
  const shares = verdicts.map(({ close }) => (close ? closeShare : 1))
  const scores = new Float64Array(verdicts.length)
  const weights = new Map<string, number>()
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const { column, sign } of columns) {
      const cost = sign === "" ? 0 : penalty
      const old = weights.get(sign) ?? 0
      let [slope, bound] = [cost * old, cost]
      for (const [row, value] of column.entries()) {
        const share = shares[row] ?? 0
        slope += share * value * (1 / (1 + Math.exp(-(scores[row] ?? 0))) - Number(verdicts[row]?.useful))
        bound += (share * value * value) / 4
      }
      const step = -slope / bound
      weights.set(sign, old + step)
      for (const [row, value] of column.entries()) scores[row] = (scores[row] ?? 0) + step * value
    }
  }
  return weights
}

/** Precision where what rates at least `least` is given. */
const describe = (rated: ReadonlyArray<readonly [JudgedReason, number]>, least: number): string => {
  const given = rated.filter(([, score]) => score >= least)
  const useful = given.filter(([verdict]) => verdict.useful).length
  return `${least.toFixed(1)} | ${given.length} | ${(useful / given.length).toFixed(3)}\n`
}

const check = (verdicts: ReadonlyArray<JudgedReason>): void => {
  const repositories = [...new Set(verdicts.map(({ repository }) => repository))].toSorted()
  const partOf = new Map(repositories.map((repository, at) => [repository, at % parts]))
  const rated = Array.from({ length: parts }, (_, part) => {
    const weights = learn(verdicts.filter(({ repository }) => partOf.get(repository) !== part))
    return verdicts
      .filter(({ repository }) => partOf.get(repository) === part)
      .map((verdict) => [verdict, rate(weights, verdict)] as const)
  }).flat()
  process.stdout.write("from | given | precision\n")
  for (let least = -1; least < 2.4; least += 0.2) process.stdout.write(describe(rated, least))
}

const write = (weights: Weights): void => {
  const lines = [...weights].map(([sign, weight]) => `  ${JSON.stringify(sign)}: ${round(weight)}`)
  writeFileSync(join(import.meta.dirname, "../../src/agents/plans/weights.json"), `{\n${lines.join(",\n")}\n}\n`)
}

const roundSigns = (signs: JudgedReason["signs"]): JudgedReason["signs"] =>
  Object.fromEntries(Object.entries(signs).map(([sign, value]) => [sign, round(value)]))

/** Reads the signs of judged reasons again. A reason that the program does not find any more is left out. */
const refresh = Effect.fnUntraced(function* (verdicts: ReadonlyArray<JudgedReason>, clones: string) {
  const read: Array<JudgedReason> = []
  for (const verdict of verdicts) {
    const clone = join(clones, verdict.repository)
    const signs = existsSync(clone) ? yield* readSigns(clone, verdict) : Option.some(verdict.signs)
    if (Option.isSome(signs)) read.push({ ...verdict, signs: roundSigns(signs.value) })
  }
  writeFileSync(judgedFile, read.map((verdict) => `${JSON.stringify(verdict)}\n`).join(""))
})

const { clones } = values
if (clones !== undefined) await Effect.runPromise(Effect.provide(refresh(readJudgedReasons(), clones), Parser.layer))
const verdicts = readJudgedReasons()
if (values.check) check(verdicts)
else write(learn(verdicts))
