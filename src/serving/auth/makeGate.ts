import { Context, Effect, FiberSet, Layer } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type { Authenticator } from "./Authenticator.ts"
import { Gate } from "./Gate.ts"

/** How requests are authenticated, and how many a principal may send. */
export interface Authentication {
  readonly authenticator: Authenticator
  /** Requests a minute of each principal. */
  readonly requestsPerMinute: number
  /** Whether audit lines have the arguments of calls. */
  readonly auditArguments: boolean
}

/** Makes the gate of a server, whose counts of requests end with the scope. */
export const makeGate = Effect.fnUntraced(function* (authentication: Authentication) {
  const built = yield* Layer.build(RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory)))
  const limiter = Context.get(built, RateLimiter.RateLimiter)
  const run = yield* FiberSet.makeRuntimePromise<never, unknown, never>()
  return new Gate({ ...authentication, limiter, run })
})
