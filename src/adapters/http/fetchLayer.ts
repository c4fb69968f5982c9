import { Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"

/** The runtime's `fetch` without redirects, so that a key only goes to the host it is for. */
export const fetchLayer = FetchHttpClient.layer.pipe(
  Layer.provide(Layer.succeed(FetchHttpClient.RequestInit)({ redirect: "manual" }))
)

/** Disables tracing for a request, which would put its address and headers into spans. */
export const withoutTracing = <A, E, R>(exchange: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  exchange.pipe(
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
    Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
  )
