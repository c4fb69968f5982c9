import process from "node:process"
import { Clock, Effect, Option, Predicate, Schedule } from "effect"
import type { PrivateFiles } from "../../adapters/git/PrivateFiles.ts"

/** Milliseconds after which a lock that its holder has not touched is nobody's. */
const expiresAfter = 10 * 60_000

/** Bytes that no lock has. */
const maxBytes = 1024

const lockName = "worker.lock"

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

/** Reads the lock; what is no file is nobody's lock. */
export const lockState = Effect.fnUntraced(function* (files: PrivateFiles) {
  const info = yield* Effect.orElseSucceed(files.stat(lockName), Option.none)
  if (Option.isNone(info)) return { kind: "free", holder: 0, text: "" } satisfies LockState
  const text = yield* Effect.option(files.readText(lockName, maxBytes))
  if (Option.isNone(text)) return { kind: "stale", holder: 0, text: "" } satisfies LockState
  if (Option.isNone(text.value)) return { kind: "free", holder: 0, text: "" } satisfies LockState
  const pid = Number(text.value.value.split(" ")[0])
  const holder = Number.isSafeInteger(pid) && pid > 0 ? pid : 0
  const touched = info.value.mtimeMs
  const fresh = touched + expiresAfter > (yield* Clock.currentTimeMillis)
  // A lock is empty for a moment while it is made.
  const alive = holder === 0 ? touched + 5_000 > (yield* Clock.currentTimeMillis) : yield* isAlive(holder)
  return { kind: fresh && alive ? "held" : "stale", holder, text: text.value.value } satisfies LockState
})

const textNow = (files: PrivateFiles, name: string) =>
  Effect.map(Effect.option(files.readText(name, maxBytes)), Option.flatten)

/** Takes a stale lock away; who finds that another was quicker puts back what he took. */
const clearStale = Effect.fnUntraced(
  function* (files: PrivateFiles, seen: string) {
    const aside = `${lockName}.${process.pid}`
    yield* files.move(lockName, aside)
    const taken = Option.getOrElse(yield* textNow(files, aside), () => "")
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

/** Removes the lock if it is still ours. */
const release = Effect.fnUntraced(function* (files: PrivateFiles, text: string) {
  const now = yield* textNow(files, lockName)
  if (Option.isSome(now) && now.value === text) yield* Effect.ignore(files.remove(lockName))
})

/**
 * Runs an effect while holding the lock, touching it every minute; none when another holds it. A lock whose holder is
 * dead, or that has not been touched for ten minutes, is taken over.
 */
export const withLock = Effect.fnUntraced(function* <A, E, R>(files: PrivateFiles, effect: Effect.Effect<A, E, R>) {
  const state = yield* lockState(files)
  if (state.kind === "held") return Option.none<A>()
  if (state.kind === "stale") yield* clearStale(files, state.text)
  const text = `${process.pid} ${yield* Clock.currentTimeMillis}\n`
  return yield* Effect.acquireUseRelease(
    files.create(lockName, text),
    (ours) => {
      if (!ours) return Effect.succeed(Option.none<A>())
      const heartbeat = Effect.repeat(touch(files), Schedule.spaced("1 minute"))
      return Effect.raceFirst(Effect.asSome(effect), Effect.andThen(heartbeat, Effect.never))
    },
    (ours) => (ours ? release(files, text) : Effect.void)
  )
})
