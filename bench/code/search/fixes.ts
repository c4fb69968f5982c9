/**
 * Measures how well searches find the files that have to be changed, by the commits that changed them, and prints recall at 5 and at 10, mean
 * reciprocal rank, and the share of the changed functions that the first ten hits name.
 *
 *     node bench/code/search/fixes.ts NAME=PATH ... [--count 60] [--first N] [--cache DIR] [--baselines] [--each]
 *
 * PATH is a clone, which is not written to. Drawn are steps of its main line that repair or add something in one to five files of code; asked is
 * with their messages, as a person would file them, in the files of their parents. No person judges. `--first` asks only with the newest of
 * those drawn. `--baselines` ranks
 * the files of code also by `git grep -c` of the tags, and by BM25 over whole files. `--each` prints each with its ranks;
 * `--cache` keeps the work trees with their index.
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeFolder } from "../../../test/support/TemporaryRepository.ts"
import { mean } from "../../commits/scores.ts"
import { gitGrep } from "./contenders.ts"
import { askIndex } from "./fixes/askIndex.ts"
import { makeChooseTags } from "./fixes/chooseTags.ts"
import { drawRepairs, isSource, readChangedLines, runGit } from "./fixes/drawRepairs.ts"
import type { Hit, Repair } from "./fixes/Repair.ts"
import { makeWordRanking } from "./fixes/wordRanking.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "60" },
    first: { type: "string", default: "Infinity" },
    cache: { type: "string" },
    baselines: { type: "boolean", default: false },
    each: { type: "boolean", default: false }
  }
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)

interface Score {
  readonly repository: string
  readonly asked: string
  readonly repair: Repair
  readonly tags: ReadonlyArray<string>
  /** Whether the text names the file or a function that is changed. */
  readonly isNamed: boolean
  readonly ranks: ReadonlyArray<number>
  readonly first: ReadonlyArray<string>
  /** Share of the changed functions that the first ten hits name; undefined if none is changed. */
  readonly functions: number | undefined
}

const recallAt = ({ ranks }: Score, count: number): number =>
  ranks.filter((rank) => rank > 0 && rank <= count).length / Math.min(count, ranks.length)

const reciprocalOf = ({ ranks }: Score): number =>
  Math.max(0, ...ranks.filter((rank) => rank > 0).map((rank) => 1 / rank))

/** Whether a text has a name as a word of its own, and the name is written as no other word is. */
const saysName = (text: string, name: string): boolean =>
  (/[_\d-]|.\p{Lu}/u.test(name) && new Set<string>(text.match(/[\w-]+/g)).has(name)) ||
  text.includes(`\`${name}\``) ||
  text.includes(`${name}()`)

const namesOf = (files: ReadonlyArray<string>, functions: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...files.map((path) => path.replace(/^.*\//, "").replace(/\.[^.]*$/, "")),
  ...functions.flatMap((name) => /[^.:]+$/.exec(name)?.[0] ?? [])
]

const checkOut = (clone: string, trees: string, { parent }: Repair): string => {
  const directory = join(trees, parent.slice(0, 12))
  if (!existsSync(directory)) runGit(clone, "worktree", "add", "--quiet", "--detach", directory, parent)
  return directory
}

const countedHits = 10

const functionsFound = (hits: ReadonlyArray<Hit>, functions: ReadonlyArray<string>): number | undefined => {
  if (functions.length === 0) return undefined
  const named = new Set(
    hits.slice(0, countedHits).flatMap(({ definitions, path }) => definitions.map(({ name }) => `${path}:${name}`))
  )
  return functions.filter((name) => named.has(name)).length / functions.length
}

const toHits = (paths: ReadonlyArray<string>): ReadonlyArray<Hit> => paths.map((path) => ({ path, definitions: [] }))

const measure = Effect.fnUntraced(function* (folder: string, argument: string) {
  const [repository = "", source = ""] = argument.split("=")
  const clone = join(folder, repository)
  if (!existsSync(clone)) execFileSync("git", ["clone", "-q", "--shared", "--no-checkout", resolve(source), clone])
  const repairs = drawRepairs(clone, "HEAD", Number(values.count)).slice(0, Number(values.first))
  const chooseTags = makeChooseTags(drawRepairs(clone, "HEAD", Number.POSITIVE_INFINITY).map(({ text }) => text))
  const rankByWords = makeWordRanking()
  return yield* Effect.forEach(
    repairs,
    Effect.fnUntraced(function* (repair) {
      const directory = checkOut(clone, join(folder, `${repository}-trees`), repair)
      const tags = chooseTags(repair.text)
      const { asQuery, asTag, functions, withTags } = yield* askIndex(
        directory,
        repair,
        tags,
        readChangedLines(clone, repair)
      )
      const isNamed = namesOf(repair.files, functions).some((name) => saysName(repair.text, name))
      const baselines = values.baselines
        ? {
            "git grep -c of the tags": toHits(gitGrep(directory, isSource)({ tags })),
            "BM25 of the sentence": toHits(rankByWords(directory, repair.text))
          }
        : {}
      return Object.entries({ sentence: asQuery, "sentence as a tag": asTag, tags: withTags, ...baselines }).map(
        ([asked, hits]): Score => ({
          repository,
          asked,
          repair,
          tags,
          isNamed,
          ranks: repair.files.map((file) => hits.findIndex(({ path }) => path === file) + 1),
          first: hits.slice(0, 5).map(({ path }) => path),
          functions: functionsFound(hits, functions)
        })
      )
    })
  ).pipe(Effect.map((scores) => scores.flat()))
})

const formatScores = (scores: ReadonlyArray<Score>): string =>
  [
    scores.length,
    ...[
      scores.map((score) => recallAt(score, 5)),
      scores.map((score) => recallAt(score, 10)),
      scores.map(reciprocalOf),
      scores.flatMap(({ functions }) => functions ?? [])
    ].map((numbers) => mean(numbers).toFixed(3))
  ].join(" | ")

const sayTable = (title: string, groups: ReadonlyArray<readonly [string, ReadonlyArray<Score>]>): void => {
  say(
    `\n| ${title} | asked | repairs | recall at 5 | recall at 10 | mean reciprocal rank | functions |\n|---|---|---|---|---|---|---|`
  )
  for (const [name, scores] of groups) {
    for (const [asked, some] of Map.groupBy(scores, (score) => score.asked))
      say(`| ${name} | ${asked} | ${formatScores(some)} |`)
  }
}

const main = Effect.gen(function* () {
  const folder = values.cache === undefined ? yield* makeFolder : resolve(values.cache)
  mkdirSync(folder, { recursive: true })
  const scores = (yield* Effect.forEach(positionals, (argument) => measure(folder, argument))).flat()
  sayTable("repository", [...Map.groupBy(scores, ({ repository }) => repository)])
  sayTable("text", [
    ["all", scores],
    ["names changed code", scores.filter(({ isNamed }) => isNamed)],
    ["names none", scores.filter(({ isNamed }) => !isNamed)],
    ["pull request", scores.filter(({ repair }) => repair.isPullRequest)]
  ])
  if (!values.each) return
  for (const { asked, first, ranks, repair, tags } of scores) {
    say(
      `\n${asked} [${ranks.join(" ")}] ${repair.files.join(" ")}\n  ${tags.join(", ")}\n  ${repair.text.slice(0, 300).replaceAll("\n", "\n  ")}\n  = ${first.join(" ")}`
    )
  }
})

await Effect.runPromise(Effect.scoped(main))
