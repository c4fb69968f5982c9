/**
 * Measures searches of the commits of one repository, by the index of commits and by `git log`.
 *
 *     node bench/gitblit/commits.ts --repository FOLDER [--rounds 5]
 */
import { Context, Effect, Layer, Struct } from "effect"
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import process from "node:process"
import { isDeepStrictEqual, parseArgs } from "node:util"
import { IndexPath } from "../../src/commitIndex/model/indexPath.ts"
import { Repositories } from "../../src/commitIndex/repositories/Repositories.ts"
import { repositoriesLayer } from "../../src/Layers.ts"
import { LocalHost, RepositoryRoot } from "../../src/repositoryHost/local/LocalHost.ts"
import { RepositoryHost } from "../../src/repositoryHost/model/RepositoryHost.ts"
import { askCommitSearch } from "../../src/repositoryHost/service/askHost.ts"
import { quantile } from "../measure.ts"

const { values } = parseArgs({
  options: { repository: { type: "string", default: "" }, rounds: { type: "string", default: "5" } }
})

const questions: ReadonlyArray<Omit<Parameters<typeof askCommitSearch>[0], "repos">> = [
  { query: "fix" },
  { query: "levenshtein" },
  { query: "retry AND schedule" },
  { query: "sched*" },
  { query: '"add support"' },
  { query: "*" },
  { query: "*", offset: 5000, limit: 100 },
  { query: "*", authors: ["tim"] },
  { query: "date:[20240101 TO 20240131]" }
]

const timeOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const start = performance.now()
    const answer = yield* work
    return { answer, millis: performance.now() - start }
  })

const folder = mkdtempSync(join(tmpdir(), "gitblit-commits-"))
const root = join(folder, "root")
const repository = join(root, "one.git")
// The repository as it is, under a root of its own.
mkdirSync(repository, { recursive: true })
for (const name of readdirSync(values.repository)) {
  const path = join(resolve(values.repository), name)
  // Git takes no link for HEAD.
  if (name === "HEAD") copyFileSync(path, join(repository, name))
  else symlinkSync(path, join(repository, name))
}
const indexed = join(folder, "commits.db")

const build = (index: string) =>
  Effect.map(
    Layer.build(Layer.provide(LocalHost.layer, [Layer.succeed(RepositoryRoot)(root), Layer.succeed(IndexPath)(index)])),
    (context) => Context.get(context, RepositoryHost)
  )

const makeIndex = Effect.gen(function* () {
  const repositories = yield* Repositories
  yield* repositories.add({ source: repository, name: "one" })
  return yield* repositories.sync([])
}).pipe(Effect.provide(Layer.provide(repositoriesLayer, Layer.succeed(IndexPath)(indexed))))

const measure = Effect.gen(function* () {
  const made = yield* timeOf(makeIndex)
  process.stdout.write(`index made in ${(made.millis / 1000).toFixed(1)} s\n\n`)
  const hosts = [yield* build(indexed), yield* build(join(folder, "none.db"))] as const
  process.stdout.write(
    "| question | found | first ms | with index ms | git log ms | same |\n|---|---|---|---|---|---|\n"
  )
  for (const question of questions) {
    const ask = (host: RepositoryHost["Service"]) =>
      timeOf(Effect.provideService(askCommitSearch({ ...question, repos: ["one.git"] }), RepositoryHost, host))
    const first = yield* ask(hosts[0])
    const [ours, theirs]: [Array<number>, Array<number>] = [[], []]
    let isSame = first.answer.unindexed === undefined
    for (let round = 0; round < Number(values.rounds); round++) {
      const [mine, logged] = [yield* ask(hosts[0]), yield* ask(hosts[1])]
      ours.push(mine.millis)
      theirs.push(logged.millis)
      isSame &&= isDeepStrictEqual(mine.answer, Struct.omit(logged.answer, ["unindexed"]))
    }
    const cells = [
      JSON.stringify(question),
      first.answer.totalCount,
      first.millis.toFixed(0),
      quantile(ours, 0.5).toFixed(0),
      quantile(theirs, 0.5).toFixed(0),
      isSame ? "yes" : "no"
    ]
    process.stdout.write(`| ${cells.join(" | ")} |\n`)
  }
}).pipe(Effect.scoped)

await Effect.runPromise(measure).finally(() => rmSync(folder, { recursive: true, force: true }))
