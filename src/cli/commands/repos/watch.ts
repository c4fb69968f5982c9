import { Effect, FiberMap, MutableRef, Option, Queue, Result, Semaphore } from "effect"
import { Repositories } from "../../../commitIndex/repositories/Repositories.ts"
import { type OperatorError } from "../../../commitIndex/model/Operations.ts"
import type { SyncOutcome } from "../../../commitIndex/model/SyncOutcome.ts"
import type { Failure } from "../../../domain/Failure.ts"
import { escapeControls } from "../../../domain/Text.ts"
import { watchRefs } from "../../../adapters/git/read/RefWatch.ts"
import { exitCodes } from "../../kit/failures.ts"
import { InterruptedCode } from "../../kit/ExitCode.ts"
import type { OutputError } from "../../kit/OutputError.ts"
import { writeOutput } from "../../kit/output.ts"
import { countCommits, toSyncFailure, formatSynced } from "./run.ts"
import { limitYoungGeneration } from "../../../adapters/runtime/limitYoungGeneration.ts"

/** Arguments and flags of `ultragit repos watch`. */
interface WatchInput {
  readonly names: ReadonlyArray<string>
  /** Seconds. */
  readonly interval: number
}

/** Debounces changes of refs, because a rebase moves them many times. */
const quietPeriod = "300 millis"
/** How often to look for added and removed repositories. */
const listInterval = "2 seconds"

/** How long to collect names before syncing them together. */
const batchDelay = "50 millis"

const isSelected = (names: ReadonlyArray<string>, name: string): boolean => names.length === 0 || names.includes(name)

type Report = Effect.Effect<void, OperatorError | OutputError, Repositories>

const printLine = (name: string, words: string) => writeOutput(`${escapeControls(`${name}: ${words}`)}\n`)

/** Makes a reporter that prints a sync only if it is news: changed commits, a new failure, or the end of one. */
const makeReporter = () => {
  const failing = new Map<string, string>()
  return ({ name, result }: SyncOutcome): Report => {
    if (Result.isFailure(result)) {
      const { hint, message } = toSyncFailure(name, result.failure)
      if (failing.get(name) === message) return Effect.void
      failing.set(name, message)
      return Effect.logWarning(`${name}: ${message}${hint === undefined ? "" : ` ${hint}`}`)
    }
    const isNews = failing.delete(name) || result.success.added + result.success.removed > 0
    return isNews
      ? Effect.flatMap(countCommits, (counts) => printLine(name, formatSynced(result.success, counts.get(name))))
      : Effect.void
  }
}

type Reporter = ReturnType<typeof makeReporter>

/** Waits until refs have changed and settled, or the interval has passed. */
const waitForChange = Effect.fnUntraced(function* (changes: Queue.Queue<void>, seconds: number) {
  const changed = yield* Effect.timeoutOption(Queue.take(changes), `${seconds} seconds`)
  if (Option.isNone(changed)) return
  while (Option.isSome(yield* Effect.timeoutOption(Queue.take(changes), quietPeriod))) continue
})

/** Makes the queue of a family: names to sync once its current sync is done. */
const makeSyncQueue = Effect.gen(function* () {
  const names = new Set<string>()
  const wake = yield* Queue.sliding<void>(1)
  const add = (name: string) =>
    Effect.sync(() => {
      names.add(name)
      Queue.offerUnsafe(wake, undefined)
    })
  const next = Effect.gen(function* () {
    yield* Queue.take(wake)
    yield* Effect.sleep(batchDelay)
    const all = [...names]
    names.clear()
    return all
  })
  return { add, next }
})

type SyncQueue = Effect.Success<typeof makeSyncQueue>

/** More than one, so that a long first sync does not delay other families. */
const maxConcurrentFamilies = 3

/**
 * Follows the chain of forks to its watched root. A fork is synced after its upstream, because it only indexes the
 * commits that its upstream lacks.
 */
const findFamily = (name: string, upstreams: ReadonlyMap<string, string | null>): string => {
  const seen = new Set([name])
  let family = name
  for (let next = upstreams.get(name) ?? family; upstreams.has(next) && !seen.has(next);) {
    seen.add(next)
    family = next
    next = upstreams.get(next) ?? family
  }
  return family
}

/** Queues a repository for sync now, whenever its refs change, and after each interval. */
const watchRepository = Effect.fnUntraced(function* (name: string, seconds: number, due: SyncQueue) {
  const repositories = yield* Repositories
  const changes = yield* Queue.sliding<void>(1)
  const directory = yield* Effect.option(repositories.refsDirectory(name))
  const watch = Option.isSome(directory)
    ? yield* watchRefs(directory.value, () => void Queue.offerUnsafe(changes, undefined))
    : undefined
  while (true) {
    yield* due.add(name)
    yield* waitForChange(changes, seconds)
    if (watch !== undefined) yield* watch.refresh
  }
}, Effect.scoped)

/** Syncs the named repositories that are still in the index, and reports news. */
const syncQueued = Effect.fnUntraced(function* (names: ReadonlyArray<string>, report: Reporter) {
  const repositories = yield* Repositories
  const there = (yield* repositories.list).map(({ name }) => name)
  const due = names.filter((name) => there.includes(name))
  if (due.length > 0) yield* Effect.forEach(yield* repositories.sync(due), report, { discard: true })
})

/** Syncs the queued repositories of a family, forever. */
const syncFamily = Effect.fnUntraced(function* (due: SyncQueue, turns: Semaphore.Semaphore, report: Reporter) {
  while (true) {
    const names = yield* due.next
    const failed = (failure: Failure) =>
      Effect.forEach(names, (name) => report({ name, result: Result.fail(failure) }), { discard: true })
    yield* turns.withPermits(1)(syncQueued(names, report).pipe(Effect.catch(failed)))
  }
})

/**
 * Watches each selected repository from its addition to the index until its removal, and reports both, except the
 * addition of those that are announced.
 */
const watchAll = Effect.fnUntraced(function* ({ interval, names }: WatchInput, announced: ReadonlyArray<string>) {
  const repositories = yield* Repositories
  const watched = yield* FiberMap.make<string>()
  const synced = yield* FiberMap.make<string, never, OperatorError | OutputError>()
  const dues = new Map<string, SyncQueue>()
  const turns = yield* Semaphore.make(maxConcurrentFamilies)
  const report = makeReporter()
  const unseen = new Set(announced)
  const watch = Effect.fnUntraced(function* (name: string, family: string) {
    const due = dues.get(family) ?? (yield* makeSyncQueue)
    dues.set(family, due)
    yield* FiberMap.run(synced, family, syncFamily(due, turns, report), { onlyIfMissing: true })
    yield* FiberMap.run(watched, name, watchRepository(name, interval, due), { onlyIfMissing: true })
  })
  const look = Effect.gen(function* () {
    const all = yield* Effect.option(repositories.list)
    if (Option.isSome(all)) {
      const selected = all.value.filter(({ name }) => isSelected(names, name))
      const upstreams = new Map(selected.map(({ name, selection }) => [name, selection.forkOf]))
      for (const name of Array.from(watched, ([one]) => one).filter((one) => !upstreams.has(one))) {
        yield* FiberMap.remove(watched, name)
        yield* printLine(name, "no longer in the index, not watched any more")
      }
      for (const name of upstreams.keys()) {
        if (!unseen.delete(name) && !FiberMap.hasUnsafe(watched, name)) yield* printLine(name, "now watched")
        yield* watch(name, findFamily(name, upstreams))
      }
    }
    yield* Effect.sleep(listInterval)
  })
  // A family's syncs only end for good with a failure such as closed output, which ends the command.
  return yield* Effect.raceFirst(Effect.forever(look), FiberMap.join(synced))
}, Effect.scoped)

/** Keeps the index up to date until interrupted, which is its normal end and exits with 0. */
export const watchRepositories = Effect.fn("Cli.reposWatch")(function* (input: WatchInput) {
  const repositories = yield* Repositories
  MutableRef.set(yield* InterruptedCode, exitCodes.success)
  yield* limitYoungGeneration
  yield* repositories.check(input.names)
  const known = (yield* repositories.list).map(({ name }) => name).filter((name) => isSelected(input.names, name))
  yield* printLine("Watching", `${known.join(", ") || "nothing yet"}; stop with Ctrl-C.`)
  return yield* watchAll(input, known)
})
