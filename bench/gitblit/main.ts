/**
 * Measures the toolset gitblit over a folder of many repositories, made from those of another folder, and `git grep` run in
 * parallel over the same commits. With --faults, one repository is then broken, one locked, and one removed while it is
 * searched, in the root itself.
 *
 * With --index, searches are also asked by an index of files, which is made first.
 *
 *     node bench/gitblit/main.ts --from FOLDER [--count 300] [--max-files 2000] [--rounds 5] [--root FOLDER] [--faults] [--index]
 */
import { Context, Effect, Fiber, Layer, Struct } from "effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { isDeepStrictEqual, parseArgs } from "node:util"
import { maxProcesses } from "../../src/adapters/git/process/GitPool.ts"
import { FileIndexPath } from "../../src/repositoryHost/fileIndex/FileIndexPath.ts"
import { LocalHost, RepositoryRoot } from "../../src/repositoryHost/local/LocalHost.ts"
import type { Skipped } from "../../src/repositoryHost/model/answers.ts"
import { RepositoryHost } from "../../src/repositoryHost/model/RepositoryHost.ts"
import { askCommitSearch, askFile, askFileSearch, askFind, askList } from "../../src/repositoryHost/service/askHost.ts"
import { quantile } from "../measure.ts"
import { memoryOf } from "../memory.ts"
import { makeFaults, makeRoot } from "./makeRoot.ts"

const { values } = parseArgs({
  options: {
    from: { type: "string", default: "" },
    root: { type: "string", default: "" },
    count: { type: "string", default: "300" },
    "max-files": { type: "string", default: "2000" },
    rounds: { type: "string", default: "5" },
    faults: { type: "boolean", default: false },
    index: { type: "boolean", default: false }
  }
})

const rounds = Number(values.rounds)

/** Words that are common, rare and nowhere. */
const words = ["error", "connection", "semaphore", "levenshtein", "zzyzx"]

const print = (cells: ReadonlyArray<string | number>): void => void process.stdout.write(`| ${cells.join(" | ")} |\n`)

const format = (samples: ReadonlyArray<number>): string => quantile(samples, 0.5).toFixed(1)

const timeOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const start = performance.now()
    const answer = yield* work
    return { answer, millis: performance.now() - start }
  })

const sample = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const samples: Array<number> = []
  for (let round = 0; round < rounds; round++) samples.push((yield* timeOf(work)).millis)
  return samples
})

/** `git grep` in every repository, as many at a time as ours; the milliseconds. */
const timeGrep = (root: string, word: string): number => {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".git"))
  const start = performance.now()
  execFileSync(
    "xargs",
    [
      "-0",
      "-P",
      String(maxProcesses),
      "-I{}",
      "sh",
      "-c",
      `git --git-dir="$1" grep --threads=1 -I -i -w -n -F -e "$2" HEAD > /dev/null || true`,
      "sh",
      "{}",
      word
    ],
    { cwd: root, input: names.join("\0") }
  )
  return performance.now() - start
}

const searchBy = (host: RepositoryHost["Service"], query: string) =>
  Effect.provideService(askFileSearch({ query }), RepositoryHost, host)

/** Phrases, prefixes and the like, besides the words. */
const queries = [...words, '"connection error"', "connect*", "semaphor~1", "error AND connection", "/seman?phore/"]

/** Searches by the index of files, side by side with searches without one. */
const measureIndex = Effect.fnUntraced(function* (indexed: RepositoryHost["Service"]) {
  const plain = yield* RepositoryHost
  const made = yield* timeOf(indexed.updateIndex)
  const { addedCommits, addedFiles } = made.answer
  process.stdout.write(
    `\nindex of ${addedCommits} commits and ${addedFiles} contents made in ${(made.millis / 1000).toFixed(1)} s\n\n`
  )
  print(["with the index", "first ms", "median ms", "median CPU ms", "without ms", "ratio", "found", "same"])
  print(["---", "---", "---", "---", "---", "---", "---", "---"])
  for (const query of queries) {
    const first = yield* timeOf(searchBy(indexed, query))
    const [ours, theirs, busy]: [Array<number>, Array<number>, Array<number>] = [[], [], []]
    let isSame = first.answer.unindexed === undefined
    for (let round = 0; round < rounds; round++) {
      const before = process.cpuUsage()
      const mine = yield* timeOf(searchBy(indexed, query))
      const { system, user } = process.cpuUsage(before)
      const other = yield* timeOf(searchBy(plain, query))
      busy.push((system + user) / 1000)
      ours.push(mine.millis)
      theirs.push(other.millis)
      isSame &&= isDeepStrictEqual(mine.answer, Struct.omit(other.answer, ["unindexed"]))
    }
    const ratio = (quantile(ours, 0.5) / quantile(theirs, 0.5)).toFixed(3)
    const found = first.answer.totalCount
    const same = isSame ? "yes" : "no"
    print([query, first.millis.toFixed(0), format(ours), format(busy), format(theirs), ratio, found, same])
  }
  print(["memory, MB now and at most", memoryOf(process.pid).resident.toFixed(0), "", "", "", "", "", ""])
})

const measure = Effect.fnUntraced(function* (root: string) {
  print(["what", "first ms", "median ms", "git grep ms", "ratio", "found"])
  print(["---", "---", "---", "---", "---", "---"])
  const list = yield* timeOf(askList({ limit: 100 }))
  print([
    "list, 100 of all",
    list.millis.toFixed(0),
    format(yield* sample(askList({ limit: 100 }))),
    "",
    "",
    list.answer.totalCount
  ])
  const find = yield* timeOf(askFind({ pathPattern: "**/*.md" }))
  print([
    "find **/*.md",
    find.millis.toFixed(0),
    format(yield* sample(askFind({ pathPattern: "**/*.md" }))),
    "",
    "",
    find.answer.totalCount
  ])
  for (const word of words) {
    const search = askFileSearch({ query: word })
    const first = yield* timeOf(search)
    const [ours, theirs]: [Array<number>, Array<number>] = [[], []]
    for (let round = 0; round < rounds; round++) {
      theirs.push(timeGrep(root, word))
      ours.push((yield* timeOf(search)).millis)
    }
    const ratio = (quantile(ours, 0.5) / quantile(theirs, 0.5)).toFixed(2)
    print([`search ${word}`, first.millis.toFixed(0), format(ours), format(theirs), ratio, first.answer.totalCount])
  }
  const [hit] = (yield* askFileSearch({ query: "error", pathPattern: "*.md", limit: 1 })).results
  if (hit !== undefined) {
    const read = askFile({ repo: hit.repository, path: hit.path, startLine: 1, endLine: 100 })
    const first = yield* timeOf(read)
    print([
      "read 100 lines",
      first.millis.toFixed(1),
      format(yield* sample(Effect.repeat(read, { times: 0 }))),
      "",
      "",
      ""
    ])
    const commits = askCommitSearch({ query: "files", repos: [hit.repository] })
    print(["commits of one", (yield* timeOf(commits)).millis.toFixed(1), format(yield* sample(commits)), "", "", ""])
  }
  const { children, peak = 0, resident } = memoryOf(process.pid)
  print(["memory, MB now and at most", resident.toFixed(0), peak.toFixed(0), "", "", ""])
  print(["memory of its git processes, MB", children.toFixed(0), "", "", "", ""])
})

/** Asks a root in which one repository is broken, one is locked, and one is removed while it is searched. */
const measureFaults = Effect.fnUntraced(function* (root: string) {
  const { broken, locked, removed } = makeFaults(root)
  const say = (what: string, millis: number, found: number, skipped: ReadonlyArray<Skipped> = []) =>
    print([
      what,
      millis.toFixed(0),
      found,
      skipped.map(({ reason, repository }) => `${repository}: ${reason}`).join("; ")
    ])
  print(["faults", "ms", "found", "skipped"])
  print(["---", "---", "---", "---"])
  const list = yield* timeOf(askList({ limit: 100 }))
  say("list", list.millis, list.answer.totalCount, list.answer.skipped)
  const find = yield* timeOf(askFind({ pathPattern: "**/*.md" }))
  say("find **/*.md", find.millis, find.answer.totalCount, find.answer.skipped)
  const inLocked = yield* timeOf(askFileSearch({ query: "*", repos: [locked] }))
  say(`search * in ${locked}, locked`, inLocked.millis, inLocked.answer.totalCount, inLocked.answer.skipped)
  const searching = yield* Effect.forkChild(timeOf(askFileSearch({ query: "error" })))
  yield* Effect.sleep(200)
  yield* Effect.sync(() => rmSync(join(root, removed), { recursive: true }))
  const search = yield* Fiber.join(searching)
  say(`search error, ${removed} removed meanwhile`, search.millis, search.answer.totalCount, search.answer.skipped)
  const again = yield* timeOf(askFileSearch({ query: "error" }))
  say("search error, again", again.millis, again.answer.totalCount, again.answer.skipped)
  const gone = yield* Effect.flip(askFile({ repo: removed, path: "a" }))
  const asked = yield* Effect.flip(askFile({ repo: broken, path: "a" }))
  process.stdout.write(`\nread of the removed one: ${gone.code}; of the broken one: ${asked.code}\n`)
})

const made = values.root === "" ? mkdtempSync(join(tmpdir(), "gitblit-bench-")) : values.root
if (values.root === "")
  process.stdout.write(
    `${makeRoot(made, values.from, Number(values.count), Number(values["max-files"]))} repositories\n\n`
  )
const scratch = mkdtempSync(join(tmpdir(), "gitblit-index-"))
const hostWith = (index: string) =>
  LocalHost.layer.pipe(
    Layer.provide([Layer.succeed(RepositoryRoot)(made), Layer.succeed(FileIndexPath)(join(scratch, index))])
  )
await Effect.runPromise(
  Effect.provide(
    Effect.gen(function* () {
      yield* measure(made)
      if (values.index) {
        const indexed = yield* Layer.build(hostWith("files.db"))
        yield* measureIndex(Context.get(indexed, RepositoryHost))
      }
      process.stdout.write("\n")
      if (values.faults) yield* measureFaults(made)
    }).pipe(Effect.scoped),
    hostWith("none.db")
  )
)
rmSync(scratch, { recursive: true, force: true })
if (values.root === "") rmSync(made, { recursive: true, force: true })
