/**
 * Learns the vectors of words that the search for commits compares messages by, and writes them for
 * `src/commitIndex/relatedness`.
 *
 *     node bench/commits/related/train.ts OUT.bin CLONE ...
 *
 * A clone that has a commit of a judged set is left out. For each batch the program is given subjects or sentences of
 * commits of one repository, and must choose what else their commits say; a text is the sum of its words.
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import process from "node:process"
import { listJudged } from "../judged.ts"
import { type EncodedCommit, type Example, makeExample } from "./makeExample.ts"
import { makeRandom } from "./random.ts"
import { type CommitWords, readHistory } from "./readHistory.ts"
import { trainVectors } from "./trainVectors.ts"

const settings = { dimensions: 64, batchSize: 192, batches: 16_000 }
/** Number of words with a vector, and in how many repositories each must be. */
const maxWords = 20_000
const minRepositories = 4
/** Smaller histories teach too little. */
const minCommits = 64

const [out = "word-vectors.bin", ...clones] = process.argv.slice(2)

const hasJudged = (directory: string): boolean => {
  const tips = listJudged().map(({ tip }) => tip)
  const known = execFileSync("git", ["-C", directory, "cat-file", "--batch-check"], {
    encoding: "utf8",
    input: tips.join("\n")
  })
  return known.includes(" commit ")
}

const wordsOf = ({ patch, paths, sentences, subject }: CommitWords): ReadonlySet<string> =>
  new Set([...subject, ...sentences.flat(), ...paths, ...patch])

/** Ranks the words by the number of repositories and of commits that have them. */
const pickWords = (histories: ReadonlyArray<ReadonlyArray<CommitWords>>): ReadonlyArray<string> => {
  const found = new Map<string, { repositories: number; commits: number }>()
  for (const history of histories) {
    const counts = new Map<string, number>()
    for (const word of history.flatMap((commit) => [...wordsOf(commit)])) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const [word, count] of counts) {
      const { commits, repositories } = found.get(word) ?? { commits: 0, repositories: 0 }
      found.set(word, { commits: commits + count, repositories: repositories + (count > 1 ? 1 : 0) })
    }
  }
  return [...found]
    .filter(([, { repositories }]) => repositories >= minRepositories)
    .map(([word, { commits, repositories }]) => ({ word, weight: repositories * Math.log(1 + commits) }))
    .toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, maxWords)
    .map(({ word }) => word)
}

/** Rounds to a byte each, so that all but the largest numbers fit; only directions and ratios of lengths matter. */
const toBytes = (numbers: Float32Array): Int8Array<ArrayBuffer> => {
  const sizes = numbers.map(Math.abs).toSorted()
  const largest = sizes[Math.floor(sizes.length * 0.9995)] ?? 1
  return Int8Array.from(numbers, (value) => Math.max(-127, Math.min(127, Math.round((value * 127) / largest))))
}

const reading = Effect.forEach(clones, (clone) => (hasJudged(clone) ? Effect.succeed([]) : readHistory(clone)))
const histories = (await Effect.runPromise(reading)).filter(({ length }) => length >= minCommits)
const words = pickWords(histories)
const places = new Map(words.map((word, place) => [word, place]))
const encode = (some: ReadonlyArray<string>): ReadonlyArray<number> => some.flatMap((word) => places.get(word) ?? [])
const encoded = histories.map((history) =>
  history.map(({ patch, paths, sentences, subject }): EncodedCommit => ({
    subject: encode(subject),
    sentences: sentences.map(encode),
    paths: encode(paths),
    patch: encode(patch)
  }))
)
const random = makeRandom(1)
const pick = <A>(all: ReadonlyArray<A>): A | undefined => all[Math.floor(random() * all.length)]

/** Makes pairs of a random repository; larger ones are chosen more often. */
const nextBatch = (count: number): ReadonlyArray<Example> => {
  let history = pick(encoded) ?? []
  while (random() > Math.max(0.15, history.length / 1_500)) history = pick(encoded) ?? []
  return Array.from({ length: Math.min(count, history.length) }, () => pick(history))
    .flatMap((commit) => (commit === undefined ? [] : makeExample(commit, random)))
    .filter(({ message, query }) => message.length > 0 && query.length > 0)
}

const vectors = toBytes(trainVectors(words.length, settings, random, nextBatch))
const commits = histories.reduce((sum, history) => sum + history.length, 0)
const about =
  `Learned by bench/commits/related from the messages, paths and changed words of ${commits} commits of ` +
  `${histories.length} public repositories, none of them judged in bench/commits/judged.`
const header = JSON.stringify({ about, dimensions: settings.dimensions })
writeFileSync(out, Buffer.concat([Buffer.from(`${header}\n${words.join(" ")}\n`), Buffer.from(vectors.buffer)]))
process.stdout.write(`${out}: ${words.length} words, ${commits} commits of ${histories.length} repositories\n`)
