import { Clock, Effect, Exit, References, Semaphore } from "effect"
import type { Principal } from "../../domain/Principal.ts"
import { jsonText } from "../../domain/Text.ts"

/** A call as its audit line has it. */
interface AuditedCall {
  readonly principal: Principal
  /** Name of the repository; empty if the call is about many. */
  readonly repository: string
  readonly tool: string
  /** Its arguments; undefined if the line is not to have them. */
  readonly given?: unknown
}

const outcomeOf = <A>(exit: Exit.Exit<A>, isError: (answer: A) => boolean): string => {
  if (Exit.isFailure(exit)) return Exit.hasInterrupts(exit) ? "interrupted" : "defect"
  return isError(exit.value) ? "error" : "ok"
}

/** Writes an audit line once a call has ended: who, where, what, outcome and milliseconds. */
export const audited = Effect.fnUntraced(function* <A>(
  { given, principal, repository, tool }: AuditedCall,
  work: Effect.Effect<A>,
  isError: (answer: A) => boolean
) {
  const started = yield* Clock.currentTimeMillis
  return yield* Effect.onExit(work, (exit) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.logInfo("call").pipe(
        Effect.annotateLogs({
          principal: principal.name,
          repository,
          tool,
          outcome: outcomeOf(exit, isError),
          ms: now - started,
          ...(given === undefined ? {} : { arguments: jsonText(given) })
        }),
        // Written whatever the level of other entries is.
        Effect.provideService(References.MinimumLogLevel, "Info")
      )
    )
  )
})

/** Calls of a principal that run at once; others of it wait, so that other principals need not. */
const maxCallsAtOnce = 8

/** Makes what lets a few calls of each principal run at once. */
export const makeCallLimit = () => {
  const permits = new WeakMap<Principal, Semaphore.Semaphore>()
  return (principal: Principal) => {
    const known = permits.get(principal) ?? Semaphore.makeUnsafe(maxCallsAtOnce)
    permits.set(principal, known)
    return known.withPermits(1)
  }
}
