import process from "node:process"
import { Clock, Effect, Option, Predicate } from "effect"
import type { PrivateFiles } from "../../adapters/git/PrivateFiles.ts"

/** A lock that its holder has not touched for this long is stale. */
const expiryMillis = 10 * 60_000

/** Maximum size of a lock file. */
export const maxBytes = 1024

/** The lock of the worker that handles the events of git's hooks. */
export const workerLock = "worker.lock"

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
export const lockState = Effect.fnUntraced(function* (files: PrivateFiles, lockName: string = workerLock) {
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
