/**
 * Asks a folder random queries and paths, directly and through `gitblit serve` over a socket, and counts where the outcomes
 * differ or the program is wrong. Git is asked each thing once.
 *
 * With --index, the folder is asked by an index of files and the other side without one.
 *
 *     node bench/gitblit/fuzz.ts [--queries 100000] [--paths 20000] [--seed 1] [--index]
 */
import { Cause, Context, Deferred, Effect, Exit, Layer, Option, Struct } from "effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { isDeepStrictEqual, parseArgs } from "node:util"
import { BlockList } from "node:net"
import { IndexReader } from "../../src/commitIndex/reading/IndexReader.ts"
import { FileIndex } from "../../src/repositoryHost/fileIndex/FileIndex.ts"
import { FileIndexPath } from "../../src/repositoryHost/fileIndex/FileIndexPath.ts"
import { LocalHost, RepositoryRoot } from "../../src/repositoryHost/local/LocalHost.ts"
import { RepositoryHost } from "../../src/repositoryHost/model/RepositoryHost.ts"
import { GitblitHttp, RemoteServer } from "../../src/repositoryHost/remote/GitblitHttp.ts"
import { askCommitSearch, askFile, askFiles, askFileSearch, askFind } from "../../src/repositoryHost/service/askHost.ts"
import { serveRest } from "../../src/serving/rest/serveRest.ts"
import { memoryOf } from "../memory.ts"
import { keptGit } from "./keptGit.ts"

const { values } = parseArgs({
  options: {
    queries: { type: "string", default: "100000" },
    paths: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    index: { type: "boolean", default: false }
  }
})

/** Pseudo-random numbers below 1, the same for a seed (mulberry32). */
const makeRandom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = makeRandom(Number(values.seed))
const below = (limit: number): number => Math.floor(random() * limit)
const pick = (texts: ReadonlyArray<string>): string => texts[below(texts.length)] ?? ""
const compose = (texts: ReadonlyArray<string>, maxParts: number): string =>
  Array.from({ length: 1 + below(maxParts) }, () => pick(texts)).join("")

const terms =
  'line|two|three|return|class| AND | OR | NOT | |  | -| +| && | || |(|)|"|*|?|ret*|*urn|l?ne|/l.ne/|/[a/|~|~1|~0.5|^2|^|path:|path:src|branch:main|type:blob|content:|[a TO z]|{a TO |]|}|\\|\\(|the|é|日本|🎉|&|+|%41|:|!|\0|\t|\n|2026|date:[2026 TO 2027]|author:ada|x.y|a-b'
    .replaceAll("| |", "|\u0001|")
    .split("|")
    .map((term) => (term === "\u0001" ? " " : term))
const pieces =
  "src|/|a.txt|..|.|names|%|\\|*|**|?|[|{| |\0|é|🎉|&|+|#|unicode|link-to-folder|sub|x.py|-|--|~|^|:|@{0}|@|main|HEAD|v1.0|\n|feature/one|README.md|size/large.txt|bytes|%2e%2e|refs/heads/main|0000".split(
    "|"
  )
const repositories = ["alpha.git", "alpha", "empty.git", "../x", "names/ünï.git", "headless.git", "nope", ""]

const folder = mkdtempSync(join(tmpdir(), "gitblit-fuzz-"))
const root = join(folder, "root")

/** The folder with the index of files in a file, if there is one. */
const hostWith = (index: string) =>
  LocalHost.layerNoDeps.pipe(
    Layer.provide([IndexReader.layer, FileIndex.layer(root)]),
    Layer.provide([keptGit, Layer.succeed(RepositoryRoot)(root), Layer.succeed(FileIndexPath)(index)])
  )

type Outcome = { readonly answer: unknown } | { readonly code: string; readonly message: string }

/** What a caller sees; fails only with defects. */
const outcomeOf = <A, E extends { readonly code: string; readonly message: string }>(
  asked: Effect.Effect<A, E, RepositoryHost>,
  host: RepositoryHost["Service"]
): Effect.Effect<Outcome> =>
  asked.pipe(
    Effect.provideService(RepositoryHost, host),
    Effect.map((answer): Outcome => ({ answer })),
    Effect.catch(({ code, message }) => Effect.succeed<Outcome>({ code, message }))
  )

const counts = new Map<string, number>()
const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
const problems: Array<string> = []

/** Asks both layers the same. */
const compare = Effect.fnUntraced(function* <A, E extends { readonly code: string; readonly message: string }>(
  what: string,
  asked: Effect.Effect<A, E, RepositoryHost>,
  hosts: ReadonlyArray<RepositoryHost["Service"]>
) {
  const exits = yield* Effect.forEach(hosts, (host) => Effect.exit(outcomeOf(asked, host)), { concurrency: 2 })
  const outcomes = exits.map((exit) => (Exit.isSuccess(exit) ? exit.value : { code: "DEFECT", cause: exit.cause }))
  const [first, second] = outcomes
  count(first === undefined || "answer" in first ? "answered" : first.code)
  const defects = exits.filter(Exit.isFailure).map(({ cause }) => Cause.pretty(cause))
  if (defects.length > 0 || !isDeepStrictEqual(first, second)) {
    problems.push(`${what}: ${[...defects, JSON.stringify(first), JSON.stringify(second)].join("\n  ").slice(0, 2000)}`)
  }
})

/** The REST interface does not say how it searched. */
const omitHow = <A extends { readonly unindexed?: unknown }>(answer: A): Omit<A, "unindexed"> =>
  Struct.omit(answer, ["unindexed"])

const makeQuestion = (number: number, hosts: ReadonlyArray<RepositoryHost["Service"]>) => {
  const query = compose(terms, 6)
  const repos = ["alpha.git"]
  if (number % 10 === 0) {
    return compare(query, Effect.map(askCommitSearch({ query, repos, limit: 5 }), omitHow), hosts)
  }
  if (number % 10 === 1) {
    const pathPattern = compose(pieces, 4)
    const found = Effect.map(askFileSearch({ query, repos, pathPattern, limit: 5 }), omitHow)
    return compare(`${query} in ${pathPattern}`, found, hosts)
  }
  return compare(query, Effect.map(askFileSearch({ query, repos, limit: 5 }), omitHow), hosts)
}

const makePathQuestion = (number: number, hosts: ReadonlyArray<RepositoryHost["Service"]>) => {
  const [repo, path] = [pick(repositories), compose(pieces, 4)]
  const what = JSON.stringify([repo, path])
  if (number % 4 === 0) return compare(what, askFiles({ repo, path }), hosts)
  if (number % 4 === 1) return compare(what, askFile({ repo, path: "src/a.txt", revision: path }), hosts)
  if (number % 4 === 2) return compare(what, askFind({ pathPattern: path, repos: ["alpha.git"] }), hosts)
  return compare(what, askFile({ repo, path }), hosts)
}

const runAll = Effect.fnUntraced(function* (
  name: string,
  total: number,
  ask: (number: number, hosts: ReadonlyArray<RepositoryHost["Service"]>) => Effect.Effect<void>,
  hosts: ReadonlyArray<RepositoryHost["Service"]>
) {
  counts.clear()
  problems.length = 0
  const start = performance.now()
  for (let done = 0; done < total; done += 1000) {
    const numbers = Array.from({ length: Math.min(1000, total - done) }, (_, at) => done + at)
    yield* Effect.forEach(numbers, (number) => ask(number, hosts), { concurrency: 8, discard: true })
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  const codes = [...counts].map(([code, times]) => `${code} ${times}`).join(", ")
  process.stdout.write(`${total} ${name} in ${seconds} s: ${codes}; ${problems.length} differ\n`)
  for (const problem of problems.slice(0, 10)) process.stdout.write(`  ${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
})

const program = Effect.gen(function* () {
  const direct = Context.get(yield* Layer.build(hostWith(join(folder, "files.db"))), RepositoryHost)
  if (values.index) {
    const { addedCommits, addedFiles } = yield* direct.updateIndex
    process.stdout.write(`index of ${addedCommits} commits and ${addedFiles} files\n`)
  }
  const listening = yield* Deferred.make<number>()
  const onListening = (port: number) => Effect.asVoid(Deferred.succeed(listening, port))
  yield* Effect.forkScoped(
    serveRest({
      host: "127.0.0.1",
      port: 0,
      hostNames: [],
      allowedOrigin: undefined,
      proxies: new BlockList(),
      mustBeNear: false,
      graceMillis: 1000,
      onListening
    })
  )
  const url = `http://127.0.0.1:${yield* Deferred.await(listening)}`
  const remote = GitblitHttp.layer.pipe(
    Layer.provide(Layer.succeed(RemoteServer)({ url, authorization: Option.none() }))
  )
  const hosts = [direct, Context.get(yield* Layer.build(remote), RepositoryHost)]
  yield* runAll("queries", Number(values.queries), makeQuestion, hosts)
  yield* runAll("paths and revisions", Number(values.paths), makePathQuestion, hosts)
  const { peak = 0 } = memoryOf(process.pid)
  process.stdout.write(`memory at most ${peak.toFixed(0)} MB\n`)
}).pipe(Effect.scoped)

execFileSync("sh", [join(import.meta.dirname, "../../test/fixtures/gitblit/make-repositories.sh"), root])
await Effect.runPromise(Effect.provide(program, hostWith(join(folder, "none.db"))))
rmSync(folder, { recursive: true, force: true })
