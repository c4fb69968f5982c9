import { Duration, Effect, FileSystem, Option } from "effect"
import { join } from "node:path"
import { Git } from "../Git.ts"
import { GitEnvironment, gitEnvironment, globalOptions } from "../GitEnvironment.ts"
import { makeGitRunner } from "../process/GitRunner.ts"
import { repositoryOptions } from "../process/OpenRepository.ts"

/** A file that git can write beside its objects to read them faster. */
export type AuxiliaryIndex = "commit-graph" | "multi-pack-index"

/** What blame takes without and with indexes. */
export interface BlameGain {
  /** Number of files blamed. */
  readonly files: number
  readonly beforeMillis: number
  /** None where git writes none of the indexes. */
  readonly afterMillis: Option.Option<number>
  /** The indexes that git writes here. */
  readonly written: ReadonlyArray<AuxiliaryIndex>
}

/** Time limit of a measurement, writing the indexes included. */
export const gainTimeLimit = Duration.seconds(20)
/** Blame time after which no further round starts. */
const maxBlameMillis = 2000
const rounds = 3
/** Commits whose files are candidates, and how many of these files are listed. */
const recentCommits = 500
const maxListedFiles = 200
const minFileBytes = 200
const maxFileBytes = 200_000

const ignoreOutput = { push: () => {}, end: () => {} }

/** Git calls on the repository, as it is or with an object folder in front of its own. */
const makeCalls = Effect.gen(function* () {
  const repository = yield* (yield* Git).repository
  const runner = yield* makeGitRunner(gitEnvironment(yield* GitEnvironment))
  const call = (name: string, args: ReadonlyArray<string>, objects?: string, stdin?: Uint8Array) => {
    // A repository that has an auxiliary index switched off learns what it would gain, too.
    const enabled = objects === undefined ? [] : ["-c", "core.commitGraph=true", "-c", "core.multiPackIndex=true"]
    return {
      name,
      args: [...repositoryOptions(repository), ...globalOptions, ...enabled, name, ...args],
      env: objects === undefined ? undefined : { GIT_OBJECT_DIRECTORY: objects },
      stdin
    }
  }
  return { objects: join(repository.commonDirectory, "objects"), runner, call }
})

type Calls = Effect.Success<typeof makeCalls>

/** Of the files that recent commits changed: one changed most often, one in the middle, one changed least often. */
const chooseFiles = Effect.fnUntraced(function* ({ call, runner }: Calls, head: string) {
  const limit = `--max-count=${recentCommits}`
  const log = call("log", ["--format=", "--name-only", "-z", "--no-renames", "--no-merges", limit, head, "--"])
  const changed = (yield* runner.collect(log)).stdout.toString("utf8").split("\0")
  const changes = Map.groupBy(
    changed.filter((path) => path !== "" && !path.includes("\uFFFD")),
    (path) => path
  )
  const ranked = [...changes].toSorted(([a, more], [b, less]) => less.length - more.length || (a < b ? -1 : 1))
  const step = Math.max(1, ranked.length / maxListedFiles)
  const paths = ranked.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step)).map(([path]) => path)
  if (paths.length === 0) return []
  const { stdout } = yield* runner.collect(call("ls-tree", ["-l", "-z", head, "--", ...paths]))
  const bytes = new Map(
    Array.from(stdout.toString("utf8").matchAll(/100\d{3} blob \S+ +(\d+)\t([^\0]*)\0/g), ([, size, path]) => [
      path,
      Number(size)
    ])
  )
  const fitting = paths.filter((path) => {
    const size = bytes.get(path)
    return size !== undefined && size >= minFileBytes && size <= maxFileBytes
  })
  const chosen = new Set([0, Math.floor((fitting.length - 1) / 2), fitting.length - 1])
  return fitting.filter((_, at) => chosen.has(at))
})

/** Writes indexes into an object folder in front of the repository's own; returns those that git writes. */
const writeIndexes = Effect.fnUntraced(function* (
  { call, objects: own, runner }: Calls,
  indexes: ReadonlyArray<AuxiliaryIndex>,
  head: string,
  objects: string
) {
  const system = yield* FileSystem.FileSystem
  const [info, pack] = [join(objects, "info"), join(objects, "pack")]
  yield* system.makeDirectory(info, { recursive: true })
  yield* system.makeDirectory(pack)
  yield* system.writeFileString(join(info, "alternates"), `${own}\n`)
  if (indexes.includes("commit-graph")) {
    const args = ["write", "--stdin-commits", "--changed-paths", "--no-progress"]
    yield* runner.stream(call("commit-graph", args, objects, Buffer.from(`${head}\n`)), ignoreOutput)
  }
  if (indexes.includes("multi-pack-index")) {
    for (const name of yield* system.readDirectory(join(own, "pack"))) {
      if (/^pack-.*\.(?:pack|idx|rev)$/.test(name)) yield* system.symlink(join(own, "pack", name), join(pack, name))
    }
    yield* runner.stream(call("multi-pack-index", ["write", "--no-progress"], objects), ignoreOutput)
  }
  // In shallow clones, and with grafts or replaced objects, git reports success and writes no commit-graph.
  const hasGraph = yield* system.exists(join(info, "commit-graph"))
  return indexes.filter((index) => index === "multi-pack-index" || hasGraph)
})

/** The fastest of a few rounds, before and after in turn, so that other load on the machine affects both. */
const timeBlame = Effect.fnUntraced(function* (
  { call, runner }: Calls,
  head: string,
  paths: ReadonlyArray<string>,
  objects: string | undefined
) {
  const blameAll = (folder?: string) =>
    Effect.forEach(
      paths,
      (path) => runner.stream(call("blame", ["-s", "--no-textconv", head, "--", path], folder), ignoreOutput),
      { discard: true }
    ).pipe(
      Effect.timed,
      Effect.map(([took]) => Duration.toMillis(took))
    )
  let [before, after, spent] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
  for (let round = 0; round < rounds && spent < maxBlameMillis; round += 1) {
    const own = yield* blameAll()
    const indexed = objects === undefined ? Number.POSITIVE_INFINITY : yield* blameAll(objects)
    before = Math.min(before, own)
    after = Math.min(after, indexed)
    spent += own + (objects === undefined ? 0 : indexed)
  }
  return { beforeMillis: before, afterMillis: objects === undefined ? Option.none<number>() : Option.some(after) }
})

/**
 * Measures how much faster indexes make blame here, without touching the repository: writes them into a temporary
 * object folder that git reads before the repository's own. None where that takes longer than {@link gainTimeLimit}, and
 * where HEAD has no suitable file. Fails with `GitError`, and with `PlatformError` where the folder cannot be written.
 */
export const measureBlameGain = Effect.fn("Git.measureBlameGain")(function* (indexes: ReadonlyArray<AuxiliaryIndex>) {
  const calls = yield* makeCalls
  const head = yield* (yield* Git).resolveCommit("HEAD")
  const system = yield* FileSystem.FileSystem
  const measure = Effect.gen(function* () {
    const paths = yield* chooseFiles(calls, head)
    if (paths.length === 0) return Option.none<BlameGain>()
    const objects = yield* system.makeTempDirectoryScoped({ prefix: "ultragit-" })
    const written = yield* writeIndexes(calls, indexes, head, objects)
    const times = yield* timeBlame(calls, head, paths, written.length === 0 ? undefined : objects)
    return Option.some<BlameGain>({ files: paths.length, ...times, written })
  })
  return Option.flatten(yield* Effect.timeoutOption(Effect.scoped(measure), gainTimeLimit))
})
