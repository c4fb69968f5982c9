import { Clock, Effect, Exit, References, Semaphore } from "effect"
import type { Principal } from "../../domain/Principal.ts"
import { jsonText } from "../../domain/Text.ts"

/** A call as its audit line has it. */
interface AuditedCall {
  /** Undefined for the user of this machine. */
  readonly principal: Principal | undefined
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

const writeLine = ({ given, principal, repository, tool }: AuditedCall, outcome: string, ms: number) =>
  Effect.logInfo("call").pipe(
    Effect.annotateLogs({
      principal: principal?.name ?? "",
      repository,
      tool,
      outcome,
      ms,
      ...(given === undefined ? {} : { arguments: jsonText(given) })
    }),
    // Written whatever the level of other entries is.
    Effect.provideService(References.MinimumLogLevel, "Info")
  )

/** Writes the audit line of a call that its principal may not make. */
export const auditRefused = (call: AuditedCall): Effect.Effect<void> => writeLine(call, "refused", 0)

/** Writes an audit line once a call has ended: who, where, what, outcome and milliseconds. */
export const audited = Effect.fnUntraced(function* <A>(
  call: AuditedCall,
  work: Effect.Effect<A>,
  isError: (answer: A) => boolean
) {
  const started = yield* Clock.currentTimeMillis
  return yield* Effect.onExit(work, (exit) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => writeLine(call, outcomeOf(exit, isError), now - started))
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
