import type { CallToolResult } from "@modelcontextprotocol/server"
import { Clock, Effect, Exit, References, Semaphore } from "effect"
import { hasScope, type Principal } from "../../domain/Principal.ts"
import { jsonText } from "../../domain/Text.ts"
import type { CallContext } from "../server/ServedToolset.ts"
import type { Served } from "../server/Server.ts"
import { scopeName } from "./challenges.ts"
import { requiredScope } from "./requiredScope.ts"

/** Calls of a principal that run at once; others of it wait, so that other principals need not. */
const maxCallsAtOnce = 8

interface GuardOptions {
  /** Whether audit lines have the arguments of calls. */
  readonly auditArguments: boolean
}

const outcomeOf = (exit: Exit.Exit<CallToolResult>): string => {
  if (Exit.isFailure(exit)) return Exit.hasInterrupts(exit) ? "interrupted" : "defect"
  return exit.value.isError === true ? "error" : "ok"
}

const refuse = (tool: string, given: unknown): CallToolResult => ({
  content: [{ type: "text", text: `This call needs the scope ${scopeName(requiredScope(tool, given))}` }],
  isError: true
})

/** The same tools: calls of principals need their scopes, are audited, and run a few at once. */
export const guardCalls = (served: Served, { auditArguments }: GuardOptions): Served => {
  const permits = new WeakMap<Principal, Semaphore.Semaphore>()
  const permitsOf = (principal: Principal): Semaphore.Semaphore => {
    const known = permits.get(principal) ?? Semaphore.makeUnsafe(maxCallsAtOnce)
    permits.set(principal, known)
    return known
  }
  const audited = Effect.fnUntraced(function* (
    principal: Principal,
    { repositoryName }: CallContext,
    tool: string,
    given: unknown,
    work: Effect.Effect<CallToolResult>
  ) {
    const started = yield* Clock.currentTimeMillis
    return yield* Effect.onExit(work, (exit) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.logInfo("call").pipe(
          Effect.annotateLogs({
            principal: principal.name,
            repository: repositoryName ?? "",
            tool,
            outcome: outcomeOf(exit),
            ms: now - started,
            ...(auditArguments ? { arguments: jsonText(given ?? {}) } : {})
          }),
          // Written whatever the level of other entries is.
          Effect.provideService(References.MinimumLogLevel, "Info")
        )
      )
    )
  })
  return {
    ...served,
    call: (context, tool, given) => {
      const work = served.call(context, tool, given)
      const { principal } = context
      if (work === undefined || principal === undefined) return work
      const allowed = hasScope(principal, requiredScope(tool, given))
        ? permitsOf(principal).withPermits(1)(work)
        : Effect.succeed(refuse(tool, given))
      return audited(principal, context, tool, given, allowed)
    }
  }
}
