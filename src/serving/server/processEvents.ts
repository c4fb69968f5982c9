import process from "node:process"
import { Cause, Effect, type Scope } from "effect"

/** Adds a listener until the scope closes. */
const withListener = (add: () => void, remove: () => void): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(Effect.sync(add), () => Effect.sync(remove))

const ignoreError = () => {}

/**
 * Logs uncaught exceptions and rejections instead of exiting, until the scope closes. Continuing is safe because calls share
 * no mutable state. Also ignores errors of writing to standard error.
 */
export const surviveCrashes = Effect.gen(function* () {
  const run = Effect.runForkWith(yield* Effect.context())
  const onCrash = (defect: unknown) => void run(Effect.logError("Uncaught", Cause.die(defect)))
  yield* withListener(
    () => process.on("uncaughtException", onCrash).on("unhandledRejection", onCrash),
    () => process.off("uncaughtException", onCrash).off("unhandledRejection", onCrash)
  )
  yield* withListener(
    () => process.stderr.on("error", ignoreError),
    () => process.stderr.off("error", ignoreError)
  )
})
