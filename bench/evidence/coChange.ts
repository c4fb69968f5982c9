/**
 * Predicts the files of held-out commits: for each file of such a commit, are the others among the five that changed
 * together with it before? Compares with the five files that change most. Writes nothing to the repository.
 *
 *     node bench/evidence/coChange.ts PATH [--held-out 500]
 *
 * `--held-out`: commits on the first-parent line to hold out, with what they merge.
 */
import { NodeServices } from "@effect/platform-node"
import { Console, Duration, Effect, Layer, Option } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { parseArgs } from "node:util"
import type { PathChange } from "../../src/adapters/git/CommitChange.ts"
import { Git } from "../../src/adapters/git/Git.ts"
import { CoChanges } from "../../src/lineage/CoChanges.ts"
import { MaxHistoryWait } from "../../src/lineage/MaxHistoryWait.ts"
import { DiskCache, DiskCacheEnabled } from "../../src/store/DiskCache.ts"
import { gitProcessAt } from "../../test/support/gitLayer.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { "held-out": { type: "string", default: "500" } }
})
const [path = "."] = positionals

const maxFiles = 30
const maxGuesses = 5
const hubShare = 0.1
/** The newest commits before those held out, in which hubs and the files that change most are counted. */
const maxRecent = 1_000

const editedPaths = ({ files }: PathChange): ReadonlyArray<string> =>
  files.length > maxFiles ? [] : files.filter(({ isEdited }) => isEdited).map((file) => file.path)

/** Commits per path, most first. */
const countEdits = (changes: ReadonlyArray<PathChange>): ReadonlyArray<readonly [path: string, count: number]> => {
  const counts = new Map<string, number>()
  for (const each of changes.flatMap(editedPaths)) counts.set(each, (counts.get(each) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)
}

const readChanges = (walk: Parameters<Git["Service"]["pathChanges"]>[0]) =>
  Effect.gen(function* () {
    const changes: Array<PathChange> = []
    yield* (yield* Git).pathChanges(walk, (change) => changes.push(change))
    return changes
  })

/** Counts hits of guesses: right ones, all of them, and files to guess with and without hubs. */
const makeTally = (hubs: ReadonlySet<string>) => {
  let [asked, answered, right, given, wanted, wantedWithoutHubs] = [0, 0, 0, 0, 0, 0]
  const add = (guesses: ReadonlyArray<string>, partners: ReadonlyArray<string>) => {
    asked += 1
    answered += guesses.length > 0 ? 1 : 0
    given += guesses.length
    right += guesses.filter((guess) => partners.includes(guess)).length
    wanted += partners.length
    wantedWithoutHubs += partners.filter((partner) => !hubs.has(partner)).length
  }
  const format = (name: string): string => {
    const ratios = [right / given, right / wanted, right / wantedWithoutHubs].map((ratio) => ratio.toFixed(2))
    return [name, asked, (answered / asked).toFixed(2), ...ratios].join(" | ")
  }
  return { add, format }
}

const measure = Effect.gen(function* () {
  const git = yield* Git
  const coChanges = yield* CoChanges
  const head = yield* git.resolveCommit("HEAD")
  const base = yield* git.resolveCommit(`HEAD~${values["held-out"]}`)
  const [metadata = Option.none()] = yield* git.commits([base])
  const now = Option.match(metadata, { onNone: () => 0, onSome: ({ committerTime }) => committerTime })
  const past = yield* readChanges({ commit: base, maxCount: 1_000_000 })
  const heldOut = yield* readChanges({ commit: head, without: base, maxCount: 1_000_000 })
  const present = new Set((yield* git.files(base, "")).map((file) => file.path))
  const recent = past.slice(0, maxRecent)
  const counts = countEdits(recent).filter(([file]) => present.has(file))
  const hubs = new Set(counts.filter(([, count]) => count > hubShare * recent.length).map(([file]) => file))
  const frequent = counts.map(([file]) => file).filter((file) => !hubs.has(file))

  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  yield* coChanges.find(base, "", now)
  delay.disable()

  const [own, most] = [makeTally(hubs), makeTally(hubs)]
  for (const files of heldOut.map(editedPaths)) {
    const known = files.filter((file) => present.has(file))
    for (const file of known.length < 2 ? [] : known) {
      const partners = known.filter((other) => other !== file)
      const found = Option.getOrElse(yield* coChanges.find(base, file, now), () => [])
      own.add(
        found.slice(0, maxGuesses).map((each) => each.path),
        partners
      )
      most.add(frequent.filter((other) => other !== file).slice(0, maxGuesses), partners)
    }
  }
  yield* Console.log(
    [
      `${path}: ${past.length} commits, ${heldOut.length} held out; longest pause ${Math.round(delay.max / 1e6)} ms`,
      "guesses | files asked | answered | precision | recall | recall without hubs",
      own.format("changed together"),
      most.format("change most")
    ].join("\n")
  )
})

const layer = CoChanges.layerNoDeps.pipe(
  Layer.provide(DiskCache.layerNoDeps),
  Layer.provide([Layer.succeed(DiskCacheEnabled)(false), Layer.succeed(MaxHistoryWait)(Duration.infinity)]),
  Layer.provideMerge([gitProcessAt(path, {}), NodeServices.layer])
)

await Effect.runPromise(Effect.provide(measure, layer))
