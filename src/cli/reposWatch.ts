import { Effect, FiberMap, MutableRef, Option, Queue, Result } from "effect"
import { Repositories } from "../commits/Repositories.ts"
import type { SyncOutcome } from "../commits/Sync.ts"
import type { Failure } from "../domain/Failure.ts"
import { escapeControls } from "../domain/Text.ts"
import { watchRefs } from "../git/RefWatch.ts"
import { exitCodes } from "./failures.ts"
import { InterruptedCode } from "./InterruptedCode.ts"
import { writeOutput } from "./output.ts"
import { countsNow, failureOf, outcomeWords } from "./repos.ts"

/** What `ultragit repos watch` takes. */
interface WatchInput {
  readonly names: ReadonlyArray<string>
  /** Seconds. */
  readonly interval: number
}

/** How long refs must be left alone before they are read: a rebase moves them many times. */
const settling = "300 millis"
/** How often repositories that were added or removed are looked for. */
const looking = "10 seconds"

const say = (name: string, words: string) => writeOutput(`${escapeControls(`${name}: ${words}`)}\n`)

/** Tells what a sync did where that is news: commits, a failure that was not told yet, that it works again. */
const makeTeller = () => {
  let failing: string | undefined
  return ({ name, result }: SyncOutcome) => {
    if (Result.isFailure(result)) {
      const { hint, message } = failureOf(name, result.failure)
      if (failing === message) return Effect.void
      failing = message
      return Effect.logWarning(`${name}: ${message}${hint === undefined ? "" : ` ${hint}`}`)
    }
    const isNews = result.success.added + result.success.removed > 0 || failing !== undefined
    failing = undefined
    return isNews
      ? Effect.flatMap(countsNow, (counts) => say(name, outcomeWords(result.success, counts.get(name))))
      : Effect.void
  }
}

/** Waits until refs changed and stay as they are, or the interval is over. */
const nextTurn = Effect.fnUntraced(function* (changes: Queue.Queue<void>, seconds: number) {
  const changed = yield* Effect.timeoutOption(Queue.take(changes), `${seconds} seconds`)
  if (Option.isNone(changed)) return
  while (Option.isSome(yield* Effect.timeoutOption(Queue.take(changes), settling))) continue
})

/** Keeps one repository up to date until it is no longer in the index. */
const watchOne = Effect.fnUntraced(function* (name: string, seconds: number) {
  const repositories = yield* Repositories
  const changes = yield* Queue.sliding<void>(1)
  const directory = yield* Effect.option(repositories.refsDirectory(name))
  const watch = Option.isSome(directory)
    ? yield* watchRefs(directory.value, () => void Queue.offerUnsafe(changes, undefined))
    : undefined
  const tell = makeTeller()
  const failed = (failure: Failure): ReadonlyArray<SyncOutcome> => [{ name, result: Result.fail(failure) }]
  while ((yield* Effect.orElseSucceed(repositories.list, () => [{ name }])).some((one) => one.name === name)) {
    const outcomes = yield* Effect.match(repositories.sync([name]), { onFailure: failed, onSuccess: (done) => done })
    yield* Effect.forEach(outcomes, tell, { discard: true })
    if (watch !== undefined) yield* watch.refresh
    yield* nextTurn(changes, seconds)
  }
  yield* say(name, "no longer in the index")
}, Effect.scoped)

/** Keeps the index up to date until it is interrupted, which is its ordinary end. */
export const watchRepositories = Effect.fn("Cli.reposWatch")(function* ({ interval, names }: WatchInput) {
  const repositories = yield* Repositories
  MutableRef.set(yield* InterruptedCode, exitCodes.success)
  const known = (yield* repositories.list).map(({ name }) => name)
  yield* repositories.check(names)
  const watched = yield* FiberMap.make<string>()
  const start = (name: string) => FiberMap.run(watched, name, watchOne(name, interval), { onlyIfMissing: true })
  const wanted = (all: ReadonlyArray<string>) => (names.length === 0 ? all : all.filter((name) => names.includes(name)))
  yield* say("Watching", `${wanted(known).join(", ") || "nothing yet"}; Ctrl-C ends it.`)
  while (true) {
    const all = yield* Effect.orElseSucceed(repositories.list, () => [])
    yield* Effect.forEach(wanted(all.map(({ name }) => name)), start, { discard: true })
    yield* Effect.sleep(looking)
  }
}, Effect.scoped)
