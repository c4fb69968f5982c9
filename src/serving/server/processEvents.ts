import process from "node:process"
import { Cause, Effect, type Scope } from "effect"

/** Adds a listener to an emitter while the scope lasts. */
const listening = (add: () => void, remove: () => void): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(Effect.sync(add), () => Effect.sync(remove))

const onBrokenLog = () => {}

/**
 * While the scope lasts, an exception or rejection that nobody caught is logged and the process goes on: calls share
 * nothing that one of them could have broken. A standard error that nobody reads ends nothing either.
 */
export const surviveCrashes = Effect.gen(function* () {
  const run = Effect.runForkWith(yield* Effect.context())
  const onCrash = (defect: unknown) => void run(Effect.logError("Uncaught", Cause.die(defect)))
  yield* listening(
    () => process.on("uncaughtException", onCrash).on("unhandledRejection", onCrash),
    () => process.off("uncaughtException", onCrash).off("unhandledRejection", onCrash)
  )
  yield* listening(
    () => process.stderr.on("error", onBrokenLog),
    () => process.stderr.off("error", onBrokenLog)
  )
})
