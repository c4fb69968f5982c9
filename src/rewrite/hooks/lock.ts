import process from "node:process"
import { Clock, Effect, Option, Schedule } from "effect"
import type { PrivateFiles } from "../../adapters/git/PrivateFiles.ts"
import { lockState, maxBytes, workerLock } from "./lockState.ts"

const readLockText = (files: PrivateFiles, name: string) =>
  Effect.map(Effect.option(files.readText(name, maxBytes)), Option.flatten)

/** Removes a stale lock. If another process has replaced it in the meantime, restores that lock. */
const clearStale = Effect.fnUntraced(
  function* (files: PrivateFiles, lockName: string, seen: string) {
    const aside = `${lockName}.${process.pid}`
    yield* files.move(lockName, aside)
    const taken = Option.getOrElse(yield* readLockText(files, aside), () => "")
    if (taken !== seen) yield* Effect.ignore(files.link(aside, lockName))
    yield* files.remove(aside)
  },
  (work) => Effect.ignore(work)
)

const touch = Effect.fnUntraced(
  function* (files: PrivateFiles, lockName: string) {
    yield* files.touch(lockName, (yield* Clock.currentTimeMillis) / 1000)
  },
  (work) => Effect.ignore(work)
)

/** Removes the lock if this process still holds it. */
const release = Effect.fnUntraced(function* (files: PrivateFiles, lockName: string, text: string) {
  const now = yield* readLockText(files, lockName)
  if (Option.isSome(now) && now.value === text) yield* Effect.ignore(files.remove(lockName))
})

/**
 * Runs an effect under a lock, by default that of the worker, and touches the lock every minute; none if another process
 * holds it. Takes over a stale lock.
 */
export const withLock = Effect.fnUntraced(function* <A, E, R>(
  files: PrivateFiles,
  effect: Effect.Effect<A, E, R>,
  lockName: string = workerLock
) {
  const state = yield* lockState(files, lockName)
  if (state.kind === "held") return Option.none<A>()
  if (state.kind === "stale") yield* clearStale(files, lockName, state.text)
  const text = `${process.pid} ${yield* Clock.currentTimeMillis}\n`
  return yield* Effect.acquireUseRelease(
    files.create(lockName, text),
    (isOurs) => {
      if (!isOurs) return Effect.succeed(Option.none<A>())
      const heartbeat = Effect.repeat(touch(files, lockName), Schedule.spaced("1 minute"))
      return Effect.raceFirst(Effect.asSome(effect), Effect.andThen(heartbeat, Effect.never))
    },
    (isOurs) => (isOurs ? release(files, lockName, text) : Effect.void)
  )
})
