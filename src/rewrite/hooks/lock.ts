import process from "node:process"
import { Clock, Effect, FileSystem, Option, Predicate, Schedule } from "effect"
import { textOf } from "./queue.ts"

/** Milliseconds after which a lock that its holder has not touched is nobody's. */
const expiresAfter = 10 * 60_000

/** How the lock stands. `stale`: its holder is gone, or has not been heard of for ten minutes. */
export interface LockState {
  readonly kind: "free" | "held" | "stale"
  /** The holder's process id, 0 when not known. */
  readonly holder: number
  /** As it was read. */
  readonly text: string
}

/** A process of somebody else's cannot be asked, but lives. */
const isAlive = (pid: number): Effect.Effect<boolean> =>
  Effect.try({
    try: () => process.kill(pid, 0),
    catch: (error) => Predicate.hasProperty(error, "code") && error.code === "EPERM"
  }).pipe(Effect.catch((exists) => Effect.succeed(exists)))

/** Reads the lock. */
export const lockState = Effect.fnUntraced(function* (lock: string) {
  const files = yield* FileSystem.FileSystem
  const text = yield* textOf(lock)
  const info = yield* Effect.option(files.stat(lock))
  if (Option.isNone(text) || Option.isNone(info)) return { kind: "free", holder: 0, text: "" } satisfies LockState
  const pid = Number(text.value.split(" ")[0])
  const holder = Number.isSafeInteger(pid) && pid > 0 ? pid : 0
  const touched = Option.match(info.value.mtime, { onNone: () => 0, onSome: (date) => date.getTime() })
  const fresh = touched + expiresAfter > (yield* Clock.currentTimeMillis)
  // A lock is empty for a moment while it is made.
  const alive = holder === 0 ? touched + 5_000 > (yield* Clock.currentTimeMillis) : yield* isAlive(holder)
  return { kind: fresh && alive ? "held" : "stale", holder, text: text.value } satisfies LockState
})

/** Takes a stale lock away; who finds that another was quicker puts back what he took. */
const clearStale = Effect.fnUntraced(
  function* (lock: string, seen: string) {
    const files = yield* FileSystem.FileSystem
    const aside = `${lock}.${process.pid}`
    yield* files.rename(lock, aside)
    if (Option.getOrElse(yield* textOf(aside), () => "") !== seen) yield* Effect.ignore(files.link(aside, lock))
    yield* files.remove(aside, { force: true })
  },
  (work) => Effect.ignore(work)
)

const create = Effect.fnUntraced(function* (lock: string, text: string) {
  const files = yield* FileSystem.FileSystem
  return yield* files.writeFileString(lock, text, { flag: "wx" }).pipe(
    Effect.as(true),
    Effect.catchIf(
      (error) => error.reason._tag === "AlreadyExists",
      () => Effect.succeed(false)
    )
  )
})

const touch = Effect.fnUntraced(
  function* (lock: string) {
    const files = yield* FileSystem.FileSystem
    const seconds = (yield* Clock.currentTimeMillis) / 1000
    yield* files.utimes(lock, seconds, seconds)
  },
  (work) => Effect.ignore(work)
)

/** Removes the lock if it is still ours. */
const release = Effect.fnUntraced(function* (lock: string, text: string) {
  const files = yield* FileSystem.FileSystem
  const now = yield* textOf(lock)
  if (Option.isSome(now) && now.value === text) yield* Effect.ignore(files.remove(lock, { force: true }))
})

/**
 * Runs an effect while holding the lock, touching it every minute; none when another holds it. A lock whose holder is
 * dead, or that has not been touched for ten minutes, is taken over.
 */
export const withLock = Effect.fnUntraced(function* <A, E, R>(lock: string, effect: Effect.Effect<A, E, R>) {
  const state = yield* lockState(lock)
  if (state.kind === "held") return Option.none<A>()
  if (state.kind === "stale") yield* clearStale(lock, state.text)
  const text = `${process.pid} ${yield* Clock.currentTimeMillis}\n`
  return yield* Effect.acquireUseRelease(
    create(lock, text),
    (ours) => {
      if (!ours) return Effect.succeed(Option.none<A>())
      const heartbeat = Effect.repeat(touch(lock), Schedule.spaced("1 minute"))
      return Effect.raceFirst(Effect.asSome(effect), Effect.andThen(heartbeat, Effect.never))
    },
    (ours) => (ours ? release(lock, text) : Effect.void)
  )
})
