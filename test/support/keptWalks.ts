import { NodeServices } from "@effect/platform-node"
import { Effect, Layer, Option } from "effect"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { makeRandom, type Random } from "../../bench/verify/random.ts"
import { Additions } from "../../src/lineage/Additions.ts"
import { Blame } from "../../src/lineage/Blame.ts"
import { CommitTimes } from "../../src/lineage/CommitTimes.ts"
import { BroadCommits } from "../../src/evidence/finding/BroadCommits.ts"
import { KeptOrigins } from "../../src/evidence/quotes/KeptOrigins.ts"
import { Merges } from "../../src/lineage/Merges.ts"
import { LastChanges } from "../../src/lineage/LastChanges.ts"
import { Lineage } from "../../src/lineage/Lineage.ts"
import { Renames } from "../../src/lineage/Renames.ts"
import { DiskCache } from "../../src/store/DiskCache.ts"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { Git } from "../../src/adapters/git/Git.ts"
import { generateHistory } from "./generatedHistory.ts"
import { gitProcessAt } from "./gitLayer.ts"
import type { HistoryCommit } from "./history.ts"
import { isolation } from "./runGit.ts"
import { whenSettled } from "./settledClock.ts"
import { makeRepository, type TemporaryRepository } from "./TemporaryRepository.ts"

const walks = Layer.mergeAll(
  CommitTimes.layerNoDeps,
  KeptOrigins.layerNoDeps,
  Lineage.layerNoDeps,
  Merges.layerNoDeps
).pipe(
  Layer.provideMerge([Blame.layerNoDeps, BroadCommits.layerNoDeps]),
  Layer.provideMerge([Additions.layerNoDeps, LastChanges.layerNoDeps, Renames.layerNoDeps]),
  Layer.provideMerge(DiskCache.layerNoDeps)
)

/** All walks that are kept, as a new process has them: nothing but what lies on disk is known from before. */
export const walksAt = (directory: string) =>
  walks.pipe(Layer.provideMerge(gitProcessAt(directory, isolation)), Layer.provide(NodeServices.layer))

const hour = 3600

type Content = HistoryCommit["files"]

const treesOf = (history: ReadonlyArray<HistoryCommit>) => {
  const trees: Array<ReadonlyMap<string, string>> = []
  for (const { files = {}, parents = [] } of history) {
    const tree = new Map(trees[parents[0] ?? -1])
    for (const [path, content] of Object.entries(files)) {
      if (content === null) tree.delete(path)
      else tree.set(path, content.toString())
    }
    trees.push(tree)
  }
  return trees
}

const filesBetween = (from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>): Content =>
  Object.fromEntries(
    [...new Set([...from.keys(), ...to.keys()])]
      .filter((path) => from.get(path) !== to.get(path))
      .map((path) => [path, to.get(path) ?? null])
  )

/** A commit that takes back all since an old one, or a file of it, or merges it, taking either side whole. */
const returning = (random: Random, history: ReadonlyArray<HistoryCommit>): HistoryCommit => {
  const trees = treesOf(history)
  const head = history.length - 1
  const old = random.below(head)
  const [now, then] = [trees[head] ?? new Map(), trees[old] ?? new Map<string, string>()]
  const one = random.pick([...then.keys()]) ?? ""
  const kind = random.below(4)
  const target = kind === 0 ? new Map(now).set(one, then.get(one) ?? "") : kind === 1 ? now : then
  const parents = kind === 1 || kind === 2 ? [head, old] : [head]
  return { message: `Return ${head}`, files: filesBetween(now, target) ?? {}, parents }
}

/** A history of edits, moves, renames, copies, merges and reverts; in every second one clocks were wrong. */
export const wildHistory = (seed: number, count: number): ReadonlyArray<HistoryCommit> => {
  const random = makeRandom(seed)
  const history = [...generateHistory(seed, count)]
  for (let more = 2 + random.below(5); more > 0; more -= 1) {
    const last = history.at(-1)?.date ?? 0
    history.push({ ...returning(random, history), date: last + hour })
  }
  const skew = (): number => (random.below(3) === 0 ? (random.below(400) - 200) * hour : 0)
  return seed % 2 === 0 ? history : history.map((each) => ({ ...each, date: (each.date ?? 0) + skew() }))
}

/** What came out otherwise than git's own, and how many were asked, of each kind. */
export interface Outcome {
  readonly asked: Readonly<Record<Walk, number>>
  readonly wrong: ReadonlyArray<string>
  /** Answers of each kind that lie on disk at the end. */
  readonly kept: Readonly<Record<"blame-1" | "line-history-1", number>>
}

type Walk = "blame" | "file history" | "names" | "line history" | "renames"

/** The paths that these have become by a history's renames, asked of git in full. */
const presentInFull = Effect.fnUntraced(function* (
  git: Git["Service"],
  commit: ObjectId,
  noted: ReadonlyArray<string>
) {
  const renames = yield* git.renames(commit)
  const all = new Set(noted)
  for (let known = -1; known < all.size;) {
    known = all.size
    for (const { from, to } of renames) if (from.some((path) => all.has(path))) for (const path of to) all.add(path)
  }
  return (yield* git.files(commit, "")).map(({ path }) => path).filter((path) => all.has(path))
})

/** What names a file has had that no other has now, where the notes name everything there was. */
const namesNoted = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
  const lineage = yield* Lineage
  const names = yield* lineage.findPaths(commit, path, ["gone for long"], (other) => other === "gone for long")
  return [...names].toSorted()
})

const namesInFull = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
  const git = yield* Git
  const present = new Set((yield* git.files(commit, "")).map((file) => file.path))
  const names = (yield* git.fileHistory(commit, path)).map((change) => change.path)
  return [...new Set([path, ...names.filter((name) => !present.has(name))])].toSorted()
})

/** Each walk at a random commit of a history, kept and by git itself. */
const comparison = Effect.fnUntraced(function* (random: Random, ids: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const blame = yield* Blame
  const lineage = yield* Lineage
  const commit = random.pick(ids)
  if (commit === undefined) return []
  const files = yield* git.files(commit, "")
  // Few of each, so that many questions have an answer that another commit's question left.
  const { path } = random.pick(files.slice(0, 2)) ?? { path: "" }
  const target = { commit, path, contents: Option.none<Uint8Array>() }
  const hunks = yield* git.blame(target)
  const start = 1 + 4 * random.below(2)
  const lines = { start, end: Math.min(start + 5, hunks.at(-1)?.lines.end ?? 0) }
  const noted = files.slice(0, 3).map((file) => file.path)
  const compared: ReadonlyArray<readonly [Walk, unknown, unknown]> = [
    ["blame", yield* blame.hunks(target), hunks],
    ["names", yield* namesNoted(commit, path), yield* namesInFull(commit, path)],
    ["file history", yield* lineage.fileHistory(commit, path), yield* git.fileHistory(commit, path)],
    [
      "renames",
      [...(yield* lineage.findPresentPaths(commit, noted))].toSorted(),
      yield* presentInFull(git, commit, noted)
    ]
  ]
  const lined =
    lines.end < lines.start
      ? []
      : ([
          [
            "line history",
            yield* lineage.lineHistory(commit, path, lines),
            yield* git.lineHistory({ commit, path, lines })
          ]
        ] as const)
  return [...compared, ...lined].map(([walk, kept, cold]) => ({
    walk,
    wrong: JSON.stringify(kept) === JSON.stringify(cold) ? undefined : `${walk} of ${path} ${start} at ${commit}`
  }))
})

interface Options {
  readonly commits: number
  readonly processes: number
  /** Of each process. */
  readonly questions: number
}

/** The processes share git's, which keep nothing of a walk. */
const trialIn = Effect.fnUntraced(function* (repository: TemporaryRepository, seed: number, options: Options) {
  const ids = yield* repository.importHistory(wildHistory(seed, options.commits))
  const random = makeRandom(seed + 1)
  const asked: Record<Walk, number> = { blame: 0, "file history": 0, names: 0, "line history": 0, renames: 0 }
  const wrong: Array<string> = []
  for (let process = 0; process < options.processes; process += 1) {
    const life = Effect.gen(function* () {
      for (let question = 0; question < options.questions; question += 1) {
        for (const found of yield* comparison(random, ids)) {
          asked[found.walk] += 1
          if (found.wrong !== undefined) wrong.push(`seed ${seed}: ${found.wrong}`)
        }
      }
    })
    yield* Effect.provide(life, walks, { local: true })
  }
  const counted = (kind: string) =>
    Effect.promise(() =>
      readdir(join(repository.directory, ".git", "ultragit", "cache", kind), { recursive: true }).then(
        (names) => names.filter((name) => name.length > 2).length,
        () => 0
      )
    )
  const kept = { "blame-1": yield* counted("blame-1"), "line-history-1": yield* counted("line-history-1") }
  return { asked, wrong, kept } satisfies Outcome
})

/** Asks for every walk at random commits of a random history, in some processes one after the other. */
export const trial = Effect.fnUntraced(function* (seed: number, options: Options) {
  const repository = yield* makeRepository()
  const git = gitProcessAt(repository.directory, isolation)
  const services = Layer.merge(NodeServices.layer, git)
  return yield* whenSettled(Effect.provide(trialIn(repository, seed, options), services, { local: true }))
}, Effect.scoped)
