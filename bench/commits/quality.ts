/**
 * Measures the quality of the search for commits on several judged histories and prints mean reciprocal rank, recall at 10
 * of wanted and of helpful commits and the number of found commits that no judge saw, apart for the sets the ranking was
 * tuned on and those that only report, and by kind of query.
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

const header = "queries | mean reciprocal rank | recall at 10 | of helpful | not judged"
const meanOf = (scores: ReadonlyArray<Score>, get: (score: Score) => number): string => mean(scores.map(get)).toFixed(3)

const formatScores = (scores: ReadonlyArray<Score>): string =>
  [
    scores.length,
    meanOf(scores, ({ reciprocal }) => reciprocal),
    meanOf(scores, ({ recall }) => recall),
    meanOf(scores, ({ helpful }) => helpful),
    meanOf(scores, ({ unjudged }) => unjudged)
  ].join(" | ")

/** Scores every contender on one set; the first is this program. */
const scoreSet = Effect.fnUntraced(function* (folder: string, name: string, directory: string) {
  const judged = readJudged(name)
  const { branch, dropped, tip, tuned } = judged
  const database = yield* indexOf(folder, name, [{ name, directory, branches: [branch] }])
  const contenders = [
    ours(database),
    yield* subjectsOnly(folder, directory, tip),
    gitLog(directory, tip, true),
    gitLog(directory, tip, false)
  ]
  const scores = contenders.map((one) => ({ contender: one.name, scores: scoresOf(one, judged) }))
  return { name, tuned, dropped, scores }
})

const printKinds = (title: string, scores: ReadonlyArray<Score>): void => {
  say(`\n${title}\n\n| kind | ${header} |\n|---|---|---|---|---|---|`)
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
  say(`| history | use | contender | ${header} |\n|---|---|---|---|---|---|---|---|`)
  for (const { name, scores, tuned } of sets) {
    for (const one of scores) {
      say(`| ${name} | ${tuned ? "tuned" : "held out"} | ${one.contender} | ${formatScores(one.scores)} |`)
    }
  }
  say(`\nQueries without a helpful commit, left out: ${sets.reduce((sum, { dropped }) => sum + dropped, 0)}`)
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
