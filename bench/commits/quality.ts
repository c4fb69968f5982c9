/**
 * Measures the quality of the search for commits on several judged histories and prints mean reciprocal rank and recall at
 * 10 for each, apart for the sets the ranking was tuned on and those that only report, and by kind of query.
 *
 *     node bench/commits/quality.ts NAME=PATH ... [--cache DIR] [--each]
 *
 * NAME is a file of `judged/`, PATH a clone of its repository. `--each` prints every query; `--cache` keeps the indexes.
 */
import { Effect } from "effect"
import { mkdirSync } from "node:fs"
import { resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { gitLog, ours, subjectsOnly } from "./contenders.ts"
import { indexOf } from "./indexing.ts"
import { readJudged } from "./judged.ts"
import { mean, type Score, scoresOf } from "./scores.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: "string" }, each: { type: "boolean", default: false } }
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const formatScores = (scores: ReadonlyArray<Score>): string =>
  `${scores.length} | ${mean(scores.map(({ reciprocal }) => reciprocal)).toFixed(3)} | ${mean(scores.map(({ recall }) => recall)).toFixed(3)}`

/** Scores every contender on one set; the first is this program. */
const scoreSet = Effect.fnUntraced(function* (folder: string, name: string, directory: string) {
  const { branch, queries, tip, tuned } = readJudged(name)
  const database = yield* indexOf(folder, name, [{ name, directory, branches: [branch] }])
  const contenders = [
    ours(database),
    yield* subjectsOnly(folder, directory, tip),
    gitLog(directory, tip, true),
    gitLog(directory, tip, false)
  ]
  return { name, tuned, scores: contenders.map((one) => ({ contender: one.name, scores: scoresOf(one, queries) })) }
})

const printKinds = (title: string, scores: ReadonlyArray<Score>): void => {
  say(`\n${title}\n\n| kind | queries | mean reciprocal rank | recall at 10 |\n|---|---|---|---|`)
  for (const [kind, some] of Map.groupBy(scores, ({ query }) => query.kind)) say(`| ${kind} | ${formatScores(some)} |`)
  say(`| **all** | ${formatScores(scores)} |`)
}

const main = Effect.gen(function* () {
  const folder = values.cache === undefined ? yield* makeFolder : resolve(values.cache)
  mkdirSync(folder, { recursive: true })
  const sets = yield* Effect.forEach(positionals, (argument) => {
    const [name = "", path = ""] = argument.split("=")
    return scoreSet(folder, name, resolve(path))
  })
  say("| history | use | contender | queries | mean reciprocal rank | recall at 10 |\n|---|---|---|---|---|---|")
  for (const { name, scores, tuned } of sets) {
    for (const one of scores) {
      say(`| ${name} | ${tuned ? "tuned" : "held out"} | ${one.contender} | ${formatScores(one.scores)} |`)
    }
  }
  for (const isTuned of [true, false]) {
    const own = sets.filter(({ tuned }) => tuned === isTuned).flatMap(({ scores }) => scores[0]?.scores ?? [])
    if (own.length > 0) printKinds(isTuned ? "Tuned" : "Held out", own)
    if (!values.each) continue
    for (const { query, recall, reciprocal } of own) {
      say(`${reciprocal.toFixed(2)} ${recall.toFixed(2)} ${query.kind}: ${query.query}`)
    }
  }
})

await Effect.runPromise(Effect.scoped(main))
