import process from "node:process"
import { Clock, Effect, Option, Predicate, Schedule } from "effect"
import type { PrivateFiles } from "../../adapters/git/PrivateFiles.ts"

/** A lock that its holder has not touched for this long is stale. */
const expiryMillis = 10 * 60_000

/** Maximum size of a lock file. */
const maxBytes = 1024

const lockName = "worker.lock"

/** State of the lock. `stale`: its holder is dead or has not touched it for ten minutes. */
interface LockState {
  readonly kind: "free" | "held" | "stale"
  /** Process id of the holder; 0 if unknown. */
  readonly holder: number
  /** Content of the lock file. */
  readonly text: string
}

/** Whether a process is alive. `EPERM` means that it is, but belongs to another user. */
const isAlive = (pid: number): Effect.Effect<boolean> =>
  Effect.try({
    try: () => process.kill(pid, 0),
    catch: (error) => Predicate.hasProperty(error, "code") && error.code === "EPERM"
  }).pipe(Effect.catch((exists) => Effect.succeed(exists)))

/** Reads the lock. Anything other than a regular file counts as stale. */
export const lockState = Effect.fnUntraced(function* (files: PrivateFiles) {
  const info = yield* Effect.orElseSucceed(files.stat(lockName), Option.none)
  if (Option.isNone(info)) return { kind: "free", holder: 0, text: "" } satisfies LockState
  const text = yield* Effect.option(files.readText(lockName, maxBytes))
  if (Option.isNone(text)) return { kind: "stale", holder: 0, text: "" } satisfies LockState
  if (Option.isNone(text.value)) return { kind: "free", holder: 0, text: "" } satisfies LockState
  const pid = Number(text.value.value.split(" ")[0])
  const holder = Number.isSafeInteger(pid) && pid > 0 ? pid : 0
  const touched = info.value.mtimeMs
  const fresh = touched + expiryMillis > (yield* Clock.currentTimeMillis)
  // A lock is briefly empty while it is created.
  const alive = holder === 0 ? touched + 5_000 > (yield* Clock.currentTimeMillis) : yield* isAlive(holder)
  return { kind: fresh && alive ? "held" : "stale", holder, text: text.value.value } satisfies LockState
})

const readLockText = (files: PrivateFiles, name: string) =>
  Effect.map(Effect.option(files.readText(name, maxBytes)), Option.flatten)

/** Removes a stale lock. If another process has replaced it in the meantime, restores that lock. */
const clearStale = Effect.fnUntraced(
  function* (files: PrivateFiles, seen: string) {
    const aside = `${lockName}.${process.pid}`
    yield* files.move(lockName, aside)
    const taken = Option.getOrElse(yield* readLockText(files, aside), () => "")
    if (taken !== seen) yield* Effect.ignore(files.link(aside, lockName))
    yield* files.remove(aside)
  },
  (work) => Effect.ignore(work)
)

const touch = Effect.fnUntraced(
  function* (files: PrivateFiles) {
    yield* files.touch(lockName, (yield* Clock.currentTimeMillis) / 1000)
  },
  (work) => Effect.ignore(work)
)

/** Removes the lock if this process still holds it. */
const release = Effect.fnUntraced(function* (files: PrivateFiles, text: string) {
  const now = yield* readLockText(files, lockName)
  if (Option.isSome(now) && now.value === text) yield* Effect.ignore(files.remove(lockName))
})

/**
 * Runs an effect under the lock and touches the lock every minute; none if another process holds it. Takes over a stale
 * lock.
 */
export const withLock = Effect.fnUntraced(function* <A, E, R>(files: PrivateFiles, effect: Effect.Effect<A, E, R>) {
  const state = yield* lockState(files)
  if (state.kind === "held") return Option.none<A>()
  if (state.kind === "stale") yield* clearStale(files, state.text)
  const text = `${process.pid} ${yield* Clock.currentTimeMillis}\n`
  return yield* Effect.acquireUseRelease(
    files.create(lockName, text),
    (isOurs) => {
      if (!isOurs) return Effect.succeed(Option.none<A>())
      const heartbeat = Effect.repeat(touch(files), Schedule.spaced("1 minute"))
      return Effect.raceFirst(Effect.asSome(effect), Effect.andThen(heartbeat, Effect.never))
    },
    (isOurs) => (isOurs ? release(files, text) : Effect.void)
  )
})
