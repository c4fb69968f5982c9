/**
 * Measures quality and speed of the search for commits. Runs forty judged queries on the index, on a full-text search over
 * subjects, and on `git log --grep`, and prints mean reciprocal rank and recall at 10. Then measures how long a server
 * under load blocks its clients. With `--sync`, times the first sync of each repository against `git log`. With `--also`,
 * also times the queries and very frequent words in an index of all repositories.
 *
 *     node bench/commits/main.ts --repo PATH [--also PATH ...] [--sync ROUNDS] [--cache DIR] [--each]
 *
 * PATH is a clone of the repository in `judged/libuv.json`. `--each` prints every query and workload. `--cache` keeps the indexes.
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { basename, dirname, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { gitLog, ours, subjectsOnly } from "./contenders.ts"
import { indexOf, type Source } from "./indexing.ts"
import { judged } from "./judged.ts"
import { latencies } from "./latency.ts"
import { syncHead, syncRow } from "./syncing.ts"
import { mean, type Score, scoresOf } from "./scores.ts"
import { stalls } from "./stalls.ts"

const { values } = parseArgs({
  options: {
    repo: { type: "string" },
    also: { type: "string", multiple: true, default: Array.of<string>() },
    cache: { type: "string" },
    sync: { type: "string", default: "0" },
    each: { type: "boolean", default: false }
  }
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const figure = (number: number): string => number.toFixed(3)

const quality = Effect.fnUntraced(function* (folder: string, directory: string) {
  const { branch, tip } = judged
  const database = yield* indexOf(folder, "judged", [{ name: "judged", directory, branches: [branch] }])
  const contenders = [
    ours(database),
    yield* subjectsOnly(folder, directory, tip),
    gitLog(directory, tip, true),
    gitLog(directory, tip, false)
  ]
  const all = contenders.map((contender) => ({ name: contender.name, scores: scoresOf(contender, judged) }))
  say("| contender | mean reciprocal rank | recall at 10 | nothing right |\n|---|---|---|---|")
  for (const { name, scores } of all) {
    const missed = scores.filter(({ reciprocal }) => reciprocal === 0).length
    const rank = mean(scores.map(({ reciprocal }) => reciprocal))
    say(`| ${name} | ${figure(rank)} | ${figure(mean(scores.map(({ recall }) => recall)))} | ${missed} |`)
  }
  say("\n| kind | queries | mean reciprocal rank | recall at 10 |\n|---|---|---|---|")
  const [own] = all
  const kinds = Map.groupBy(own?.scores ?? [], ({ query }) => query.kind)
  for (const [kind, scores] of kinds) {
    const rank = mean(scores.map(({ reciprocal }) => reciprocal))
    say(`| ${kind} | ${scores.length} | ${figure(rank)} | ${figure(mean(scores.map(({ recall }) => recall)))} |`)
  }
  if (values.each) for (const score of own?.scores ?? []) say(line(score))
})

const line = ({ query, recall, reciprocal }: Score): string =>
  `${figure(reciprocal)} ${figure(recall)} ${query.kind}: ${query.query}`

const sourceOf = (directory: string) => {
  const path = resolve(directory)
  const name = basename(path) === "repo" ? basename(dirname(path)) : basename(path)
  const there = execFileSync("git", ["-C", path, "for-each-ref", "--format=%(refname:short)", "refs/heads/"], {
    encoding: "utf8"
  })
  const branches = ["master", "main", judged.branch].filter((branch) => there.split("\n").includes(branch))
  return { name, directory: path, branches }
}

const syncs = Effect.fnUntraced(function* (folder: string, sources: ReadonlyArray<Source>, rounds: number) {
  say(`\n${syncHead}`)
  for (const source of sources) say(yield* syncRow(folder, source, rounds))
})

const main = Effect.gen(function* () {
  const folder = values.cache === undefined ? yield* makeFolder : resolve(values.cache)
  mkdirSync(folder, { recursive: true })
  if (values.repo === undefined) return say("--repo PATH: a clone of " + judged.repository)
  yield* quality(folder, resolve(values.repo))
  say("")
  say(yield* stalls(folder, { ...sourceOf(values.repo), name: "served" }, judged.queries, values.each))
  const sources = [values.repo, ...values.also].map(sourceOf)
  const rounds = Number(values.sync)
  if (rounds > 0) yield* syncs(folder, sources, rounds)
  if (values.also.length === 0) return
  const database = yield* indexOf(folder, "many", sources)
  say("")
  say(latencies(database, judged.queries))
})

await Effect.runPromise(Effect.scoped(main))
