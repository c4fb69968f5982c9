import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { makeRandom, type Random } from "../../../bench/verify/random.ts"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import type { Extractor } from "../../../src/codeIndex/extracting/Extractor.ts"
import { makeIndexer } from "../../../src/codeIndex/indexing/localIndexer.ts"
import type { Reconciler } from "../../../src/codeIndex/indexing/Reconciler.ts"
import { settingsLayer } from "../../../src/Layers.ts"
import { makeFolder, makeRepository, repositoryAt, type TemporaryRepository } from "../TemporaryRepository.ts"
import { differencesOf, dumpDatabase } from "./dumpIndex.ts"
import { changeWord, type Extension, pick, pickFile } from "./mixedProject.ts"

/** How long a sequence is. */
export interface Length {
  /** Times that the index is brought up to date. */
  readonly rounds: number
  /** Most changes before each. */
  readonly steps: number
  /** Whether one indexer does all of it, as in a server, which keeps what it knows; otherwise each time another. */
  readonly isKept: boolean
  /** The language of all files; all four if undefined. */
  readonly only?: Extension | undefined
}

const someFile = (random: Random, only?: Extension): string => pickFile(random, only)[0]

const branch = (random: Random): string => `branch${random.below(3)}`

/** What git is asked to do, by what it is. Some of it fails, as it does for people. */
const gitSteps: ReadonlyArray<(random: Random, only?: Extension) => ReadonlyArray<ReadonlyArray<string>>> = [
  (random, only) => [["rm", "-f", "--quiet", someFile(random, only)]],
  (random, only) => [["mv", "-f", someFile(random, only), someFile(random, only)]],
  () => [
    ["add", "--all"],
    ["commit", "--quiet", "--allow-empty", "-m", "Change"]
  ],
  (random) => [["checkout", "--quiet", "-f", "-B", branch(random)]],
  (random) => [["checkout", "--quiet", "-f", "--ignore-other-worktrees", branch(random)]],
  () => [["stash", "--quiet", "--include-untracked"]],
  () => [["stash", "pop", "--quiet"]],
  (random) => [["merge", "--quiet", "-X", "ours", "--no-edit", branch(random)]],
  () => [["reset", "--quiet", "--hard", "HEAD~1"]],
  (random) => [["mv", "-f", pick(random, ["src", "app", "net"]), pick(random, ["lib", "src/net", "moved"])]]
]

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Makes one random change in a work tree. */
export const change = Effect.fnUntraced(function* (repository: TemporaryRepository, random: Random, only?: Extension) {
  const choice = random.below(24)
  const commands = gitSteps[choice]?.(random, only)
  if (commands !== undefined) {
    for (const args of commands) yield* repository.tryGit(args)
    return
  }
  const [path, content] = pickFile(random, only)
  const file = join(repository.directory, path)
  if (choice === gitSteps.length) return yield* repository.remove(path)
  if (choice < 17 && isFile(file)) {
    return yield* repository.write(path, changeWord(random, readFileSync(file, "utf8")))
  }
  if (!existsSync(file) || isFile(file)) yield* Effect.ignoreCause(repository.write(path, content))
})

/** Adds a linked work tree beside the first. */
const addWorkTree = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const directory = join(yield* makeFolder, "linked")
  yield* repository.git(["worktree", "add", "--quiet", "--detach", directory])
  return repositoryAt(directory)
})

const indexAt = (database: string, directory: string): Effect.Effect<void, never, Extractor> =>
  Effect.flatMap(makeIndexer(database), (indexer) => indexer.reconcile(false)).pipe(
    Effect.scoped,
    Effect.provide(Layer.fresh(settingsLayer)),
    Effect.provideService(GitDirectory, directory),
    Effect.asVoid,
    Effect.orDie
  )

/** Makes an indexer of the work tree at a directory, which ends with the scope. */
const keepIndexer = (database: string, directory: string) =>
  Layer.build(Layer.fresh(settingsLayer)).pipe(
    Effect.flatMap((context) => Effect.provideContext(makeIndexer(database, true), context)),
    Effect.provideService(GitDirectory, directory),
    Effect.orDie
  )

/**
 * Changes a repository of four languages at random, brings its index up to date in steps, for the first work tree and from
 * some round on for a linked one, and compares it with indexes made anew. Returns the differences, each with its round.
 */
export const runSequence = Effect.fn("runSequence")(function* (seed: number, { isKept, only, rounds, steps }: Length) {
  const random = makeRandom(seed)
  const repository = yield* makeRepository()
  for (let at = 0; at < 16; at += 1) yield* repository.write(...pickFile(random, only))
  yield* repository.commit("First")
  const folder = yield* makeFolder
  const incremental = join(folder, "incremental.db")
  const trees = [repository]
  const indexers = new Map<string, Reconciler>()
  const bringUpToDate = Effect.fnUntraced(function* (directory: string) {
    if (!isKept) return yield* indexAt(incremental, directory)
    const indexer = indexers.get(directory) ?? (yield* keepIndexer(incremental, directory))
    indexers.set(directory, indexer)
    yield* Effect.orDie(indexer.reconcile(false))
  })
  const differences: Array<string> = []
  for (let round = 1; round <= rounds; round += 1) {
    if (trees.length === 1 && random.below(rounds) === 0) trees.push(yield* addWorkTree(repository))
    for (let step = random.below(steps); step >= 0; step -= 1) {
      yield* change(random.pick(trees) ?? repository, random, only)
    }
    // Another work tree may be indexed later: its view stays as it was until then.
    const open = trees.filter(() => round === rounds || random.below(3) > 0)
    for (const { directory } of open) yield* bringUpToDate(directory)
    if (open.length < trees.length || (round !== rounds && random.below(2) === 0)) continue
    const full = join(folder, `full${round}.db`)
    for (const { directory } of trees) yield* indexAt(full, directory)
    const found = differencesOf(dumpDatabase(incremental), dumpDatabase(full))
    differences.push(...found.map((each) => `round ${round}: ${each}`))
  }
  return differences
})

/**
 * Brings the index of a repository up to date after each edit, and compares it with one made anew of what is there in the end.
 * An edit is a file with its new text.
 */
export const compareAfter = Effect.fn("compareAfter")(function* (
  repository: TemporaryRepository,
  edits: ReadonlyArray<readonly [path: string, text: string]>
) {
  const folder = yield* makeFolder
  const [incremental, full] = [join(folder, "incremental.db"), join(folder, "full.db")]
  yield* indexAt(incremental, repository.directory)
  for (const [path, text] of edits) {
    yield* repository.write(path, text)
    yield* indexAt(incremental, repository.directory)
  }
  yield* indexAt(full, repository.directory)
  return differencesOf(dumpDatabase(incremental), dumpDatabase(full))
})
