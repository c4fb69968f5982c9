/**
 * Measures the search of the code index on judged tasks and prints recall at 5 and mean reciprocal rank by repository and
 * by kind of task, next to `git grep` for the same tags.
 *
 *     node bench/code/search/main.ts NAME=PATH ... [--cache DIR] [--each]
 *
 * NAME is a file of `tasks/`, PATH a clone of its repository that has the judged commit; it is not written to. `--each`
 * prints every task with the rank of each relevant file; `--cache` keeps the work trees with their indexes.
 */
import { Effect } from "effect"
import { mkdirSync } from "node:fs"
import { resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeFolder } from "../../../test/support/TemporaryRepository.ts"
import { mean } from "../../commits/scores.ts"
import { checkOut, gitGrep, ours } from "./contenders.ts"
import { readJudged, type Task } from "./judged.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: "string" }, each: { type: "boolean", default: false } }
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Results that count as found. */
const maxCounted = 5

interface Score {
  readonly task: Task
  readonly recall: number
  /** Reciprocal rank of the first relevant file. */
  readonly reciprocal: number
  /** From 1, by relevant file; 0 if it is not among the results. */
  readonly ranks: ReadonlyArray<number>
}

const score = (task: Task, found: ReadonlyArray<string>): Score => {
  const ranks = task.relevant.map((path) => found.indexOf(path) + 1)
  const known = ranks.filter((rank) => rank > 0)
  const counted = known.filter((rank) => rank <= maxCounted).length
  return {
    task,
    ranks,
    recall: counted / Math.min(maxCounted, task.relevant.length),
    reciprocal: known.length === 0 ? 0 : 1 / Math.min(...known)
  }
}

const formatScores = (scores: ReadonlyArray<Score>): string =>
  [
    scores.length,
    mean(scores.map(({ recall }) => recall)).toFixed(3),
    mean(scores.map(({ reciprocal }) => reciprocal)).toFixed(3)
  ].join(" | ")

const measure = Effect.fnUntraced(function* (folder: string, argument: string) {
  const [name = "", source = ""] = argument.split("=")
  const judged = readJudged(name)
  const directory = checkOut(folder, name, resolve(source), judged)
  const answers = yield* ours(directory, judged.tasks)
  const grep = gitGrep(directory)
  return {
    name,
    use: judged.tuned ? "tuned" : "held out",
    ours: judged.tasks.map((task, index) => score(task, answers[index] ?? [])),
    grep: judged.tasks.map((task) => score(task, grep(task)))
  }
})

const main = Effect.gen(function* () {
  const folder = values.cache === undefined ? yield* makeFolder : resolve(values.cache)
  mkdirSync(folder, { recursive: true })
  const sets = yield* Effect.forEach(positionals, (argument) => measure(folder, argument))
  say("| repository | use | search | tasks | recall at 5 | mean reciprocal rank |\n|---|---|---|---|---|---|")
  for (const set of sets) {
    say(`| ${set.name} | ${set.use} | ultragit | ${formatScores(set.ours)} |`)
    say(`| ${set.name} | ${set.use} | git grep -c | ${formatScores(set.grep)} |`)
  }
  for (const [use, some] of Map.groupBy(sets, (set) => set.use)) {
    say(`\n| ${use} | tasks | recall at 5 | mean reciprocal rank |\n|---|---|---|---|`)
    const scores = some.flatMap((set) => set.ours)
    for (const [kind, each] of Map.groupBy(scores, ({ task }) => task.kind)) say(`| ${kind} | ${formatScores(each)} |`)
    say(`| **all** | ${formatScores(scores)} |`)
  }
  if (!values.each) return
  for (const { ranks, recall, reciprocal, task } of sets.flatMap((set) => set.ours)) {
    say(`${recall.toFixed(2)} ${reciprocal.toFixed(2)} ${task.kind}: ${task.tags.join(", ")} (${ranks.join(" ")})`)
  }
})

await Effect.runPromise(Effect.scoped(main))
