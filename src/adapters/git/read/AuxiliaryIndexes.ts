import { Duration, Effect, FileSystem, Option } from "effect"
import { join } from "node:path"
import { Git } from "../Git.ts"
import { GitEnvironment, gitEnvironment, globalOptions } from "../GitEnvironment.ts"
import { makeGitRunner } from "../process/GitRunner.ts"
import { repositoryOptions } from "../process/OpenRepository.ts"

/** What git can write beside the objects so that they are found the quicker. */
export type AuxiliaryIndex = "commit-graph" | "multi-pack-index"

/** What reading takes without and with the aids. */
export interface IndexTimings {
  /** Files of HEAD that were blamed. */
  readonly files: number
  /** Milliseconds to blame them all: as the repository is, then with one aid more each; none for an aid git refuses. */
  readonly times: ReadonlyArray<Option.Option<number>>
}

/** Everything together, aids written included. */
export const measureTimeout = Duration.seconds(20)
/** Once blame has taken so long, no further round starts. */
const enough = Duration.seconds(2)
const rounds = 3
const files = 3
/** Commits whose files come into question, and files that are looked at. */
const newest = 500
const looked = 200
/** Bytes of a file that is worth a blame and not too long for one. */
const sizes = { least: 200, most: 200_000 }

const reading = { push: () => {}, end: () => {} }

/** Calls git on the repository with a folder of objects of our own in front of the repository's. */
const makeCalls = Effect.gen(function* () {
  const repository = yield* (yield* Git).repository
  const env = gitEnvironment(yield* GitEnvironment)
  const runner = yield* makeGitRunner(env)
  const call = (name: string, args: ReadonlyArray<string>, objects?: string, stdin?: Uint8Array) => ({
    name,
    // As git has it by itself: who has switched the graph off learns what it would gain.
    args: [
      ...repositoryOptions(repository),
      ...globalOptions,
      ...(objects === undefined ? [] : ["-c", "core.commitGraph=true", "-c", "core.multiPackIndex=true"]),
      name,
      ...args
    ],
    env: objects === undefined ? undefined : { GIT_OBJECT_DIRECTORY: objects },
    stdin
  })
  return { repository, runner, call }
})

type Calls = Effect.Success<typeof makeCalls>

const evenly = <A>(items: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  items.length <= count
    ? items
    : Array.from({ length: count }).flatMap((_, at) => {
        const item = items[Math.round((at * (items.length - 1)) / Math.max(1, count - 1))]
        return item === undefined ? [] : [item]
      })

/** Files of HEAD that were changed of late: the one changed most often, one of the middle, one changed once. */
const chooseFiles = Effect.fnUntraced(function* ({ call, runner }: Calls, head: string) {
  const args = ["--format=", "--name-only", "-z", "--no-renames", "--no-merges", `--max-count=${newest}`, head, "--"]
  const { stdout } = yield* runner.collect(call("log", args))
  const counts = new Map<string, number>()
  for (const path of stdout.toString("utf8").split("\0")) {
    if (path !== "" && !path.includes("\uFFFD")) counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  const busiest = [...counts].toSorted(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
  const paths = evenly(busiest, looked).map(([path]) => path)
  if (paths.length === 0) return []
  const listed = yield* runner.collect(call("ls-tree", ["-l", "-z", head, "--", ...paths]))
  const fitting = new Set(
    listed.stdout
      .toString("utf8")
      .split("\0")
      .flatMap((line) => {
        const [, size = "0", path = ""] = /^100\d{3} blob \S+ +(\d+)\t(.*)$/s.exec(line) ?? []
        return Number(size) >= sizes.least && Number(size) <= sizes.most ? [path] : []
      })
  )
  return evenly(
    paths.filter((path) => fitting.has(path)),
    files
  )
})

/** Writes an aid into a new folder of objects in front of another. None where git writes nothing. */
const writeAid = Effect.fnUntraced(function* (
  calls: Calls,
  aid: AuxiliaryIndex,
  head: string,
  behind: string,
  folder: string
) {
  const system = yield* FileSystem.FileSystem
  const { call, repository, runner } = calls
  const objects = join(folder, aid)
  const pack = join(objects, "pack")
  yield* system.makeDirectory(join(objects, "info"), { recursive: true })
  yield* system.makeDirectory(pack)
  yield* system.writeFileString(join(objects, "info", "alternates"), `${behind}\n`)
  if (aid === "commit-graph") {
    const args = ["write", "--stdin-commits", "--changed-paths", "--no-progress"]
    yield* runner.stream(call("commit-graph", args, objects, Buffer.from(`${head}\n`)), reading)
    const written = yield* system.exists(join(objects, "info", "commit-graph"))
    return written ? Option.some(objects) : Option.none<string>()
  }
  const theirs = join(repository.commonDirectory, "objects", "pack")
  for (const name of yield* system.readDirectory(theirs)) {
    if (/^pack-.*\.(?:pack|idx|rev)$/.test(name)) yield* system.symlink(join(theirs, name), join(pack, name))
  }
  yield* runner.stream(call("multi-pack-index", ["write", "--no-progress"], objects), reading)
  return Option.some(objects)
})

/** The quickest of a few rounds for each, in turn, so that what else the machine does hits all alike. */
const timeThem = Effect.fnUntraced(function* (
  { call, runner }: Calls,
  head: string,
  paths: ReadonlyArray<string>,
  objects: ReadonlyArray<Option.Option<string | undefined>>
) {
  const best = objects.map(() => Number.POSITIVE_INFINITY)
  let spent = 0
  for (let round = 0; round < rounds && (round === 0 || spent < Duration.toMillis(enough)); round += 1) {
    for (const [at, place] of objects.entries()) {
      if (Option.isNone(place)) continue
      const blame = (path: string) =>
        runner.stream(call("blame", ["-s", "--no-textconv", head, "--", path], place.value), reading)
      const [took] = yield* Effect.timed(Effect.forEach(paths, blame, { discard: true }))
      const time = Duration.toMillis(took)
      spent += time
      best[at] = Math.min(best[at] ?? time, time)
    }
  }
  return best.map((time) => (Number.isFinite(time) ? Option.some(time) : Option.none<number>()))
})

/**
 * Measures what aids would gain here, without touching the repository: they are written into a folder for a moment, whose
 * objects git then takes before the repository's own. None where that takes longer than {@link measureTimeout} or HEAD has no
 * files to blame. Fails with `GitError`, and with `PlatformError` where that folder cannot be.
 */
export const measureIndexes = Effect.fn("Git.tryAids")(function* (aids: ReadonlyArray<AuxiliaryIndex>) {
  const calls = yield* makeCalls
  const head = yield* (yield* Git).resolveCommit("HEAD")
  const system = yield* FileSystem.FileSystem
  const trial = Effect.gen(function* () {
    const paths = yield* chooseFiles(calls, head)
    if (paths.length === 0) return Option.none<IndexTimings>()
    const folder = yield* system.makeTempDirectoryScoped({ prefix: "ultragit-" })
    let behind = join(calls.repository.commonDirectory, "objects")
    const objects: Array<Option.Option<string | undefined>> = [Option.some(undefined)]
    for (const aid of aids) {
      const written = yield* writeAid(calls, aid, head, behind, folder)
      objects.push(written)
      behind = Option.getOrElse(written, () => behind)
    }
    return Option.some<IndexTimings>({ files: paths.length, times: yield* timeThem(calls, head, paths, objects) })
  })
  return Option.flatten(yield* Effect.timeoutOption(Effect.scoped(trial), measureTimeout))
})
