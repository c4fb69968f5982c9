/**
 * Compares what the graph says of the history of random files with git itself: owners of lines with `git blame`, the commits of
 * ten lines with `git log -L`, who changed them last with `git blame -L`, and the commits and authors of a file with
 * `git log --follow`, all with the mailmap. Writes nothing but the private folder of the repository.
 *
 *     node bench/code/evolutionOracle.ts PATH [--files 30] [--seed 1]
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { isDeepStrictEqual, parseArgs } from "node:util"
import { resolve } from "node:path"
import process from "node:process"
import type { EvolutionInput } from "../../src/codeGraph/model/inputs.ts"
import { evolution, inRepository } from "../../test/support/code/codeGraph.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { files: { type: "string", default: "30" }, seed: { type: "string", default: "1" } }
})
const root = resolve(positionals[0] ?? ".")
const maxCommits = 500
const linesAsked = 10

const git = (...args: ReadonlyArray<string>): string =>
  execFileSync("git", args, { cwd: root, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }).toString()
const splitLines = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line !== "")

/** Numbers from 0 to 1 that a seed determines. */
const makeRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const countEach = (names: ReadonlyArray<string>): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The commit and the author of each line. */
const blame = (path: string, ...args: ReadonlyArray<string>) => {
  const text = splitLines(git("blame", "--line-porcelain", ...args, "HEAD", "--", path))
  return {
    authors: text.filter((line) => line.startsWith("author ")).map((line) => line.slice("author ".length)),
    commits: text.flatMap((line) => /^([0-9a-f]{40}) \d+ \d+/.exec(line)?.[1] ?? [])
  }
}

/** One comparison: what the program says, and what git says. */
interface Comparison {
  readonly question: string
  readonly ours: unknown
  readonly theirs: unknown
}

const ask = (input: EvolutionInput) => evolution({ limit: maxCommits, ...input })

const compareOwners = Effect.fnUntraced(function* (file: string) {
  const found = yield* ask({ query_type: "file_ownership", file })
  const ours = Object.fromEntries(
    (found.ownership ?? [])
      .map(({ author, lines }) => [author, lines] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
  )
  const comparison: Comparison = { question: "owners of lines", ours, theirs: countEach(blame(file).authors) }
  return comparison
})

const compareLines = Effect.fnUntraced(function* (file: string, start: number, end: number) {
  const range = { file, line_start: start, line_end: end }
  const history = yield* ask({ query_type: "function_history", ...range })
  const last = yield* ask({ query_type: "entity_blame", ...range })
  const { authors, commits } = blame(file, "-L", `${start},${end}`)
  const found: ReadonlyArray<Comparison> = [
    {
      question: "history of lines",
      ours: (history.commits ?? []).map(({ author, hash }) => [hash, author]),
      theirs: splitLines(git("log", `-L${start},${end}:${file}`, "-s", "--format=%H%x09%aN"))
        .slice(0, maxCommits)
        .map((line) => line.split("\t"))
    },
    {
      question: "blame of lines",
      ours: [last.commit_count, last.num_authors],
      theirs: [new Set(commits).size, new Set(authors).size]
    }
  ]
  return found
})

const compareFile = Effect.fnUntraced(function* (file: string) {
  const found = yield* ask({ query_type: "file_commits", file })
  const churn = yield* ask({ query_type: "file_churn", file })
  const log = splitLines(git("log", "--follow", "--no-merges", `-n${maxCommits}`, "--format=%H%x09%aN", "--", file))
  const commits = log.map((line) => line.split("\t"))
  const authors = new Set(commits.flatMap(([, author]) => author ?? []))
  const comparisons: ReadonlyArray<Comparison> = [
    {
      question: "commits of a file",
      ours: (found.commits ?? []).map(({ author, hash }) => [hash, author]),
      theirs: commits
    },
    {
      question: "churn of a file",
      ours: [churn.commit_count, (churn.authors ?? []).toSorted()],
      theirs: [commits.length, [...authors].toSorted()]
    }
  ]
  return comparisons
})

const compare = Effect.fnUntraced(function* (file: string, random: () => number) {
  const length = splitLines(git("blame", "-s", "HEAD", "--", file)).length
  if (length < linesAsked) return []
  const start = 1 + Math.floor(random() * (length - linesAsked + 1))
  const lines = yield* compareLines(file, start, start + linesAsked - 1)
  return [yield* compareOwners(file), ...lines, ...(yield* compareFile(file))]
})

const main = Effect.gen(function* () {
  const random = makeRandom(Number(values.seed))
  const paths = splitLines(git("ls-files")).filter((path) => /\.(?:c|go|h|js|md|py|rb|rs|ts)$/.test(path))
  const chosen = paths
    .map((path) => ({ path, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, Number(values.files))
  const tally = new Map<string, { equal: number; all: number }>()
  for (const { path } of chosen) {
    for (const { ours, question, theirs } of yield* compare(path, random)) {
      const counts = tally.get(question) ?? { equal: 0, all: 0 }
      tally.set(question, counts)
      counts.all += 1
      if (isDeepStrictEqual(ours, theirs)) counts.equal += 1
      else process.stdout.write(`${path}: ${question}: ${JSON.stringify(ours)} ≠ ${JSON.stringify(theirs)}\n`)
    }
  }
  for (const [question, { all, equal }] of tally) process.stdout.write(`| ${question} | ${equal} of ${all} |\n`)
}).pipe(inRepository(root))

await Effect.runPromise(main)
