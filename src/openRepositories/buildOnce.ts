import { type Context, Deferred, Effect, Exit, Layer, type Scope } from "effect"

/** Where layers are built and share services. They end with its scope. */
export interface Place<R> {
  readonly memoMap: Layer.MemoMap
  readonly scope: Scope.Scope
  /** The services with which layers are built, in place of those of the call that builds them. */
  readonly context: Context.Context<R>
}

/**
 * Makes a function that builds a layer in a place, on first use, and returns its services. A fiber of the place builds it,
 * so that interrupting the caller does not stop the build. After a failure, the next use builds it again.
 */
export const buildOnce = <A, E, R>(
  layer: Layer.Layer<A, E, R>
): ((place: Place<R>) => Effect.Effect<Context.Context<A>, E>) => {
  const started = new WeakMap<Place<R>, Deferred.Deferred<Context.Context<A>, E>>()

  const build = Effect.fnUntraced(function* (place: Place<R>, result: Deferred.Deferred<Context.Context<A>, E>) {
    const exit = yield* Effect.exit(Layer.buildWithMemoMap(layer, place.memoMap, place.scope))
    if (Exit.isFailure(exit)) started.delete(place)
    yield* Deferred.done(result, exit)
  })

  const start = (place: Place<R>) => {
    const result = Deferred.makeUnsafe<Context.Context<A>, E>()
    started.set(place, result)
    return Effect.updateContext<void, never, R, never>(build(place, result), () => place.context).pipe(
      Effect.forkIn(place.scope),
      Effect.as(result)
    )
  }

  // A caller interrupted between noting that the build started and starting it would leave all later ones waiting.
  const startOnce = (place: Place<R>) =>
    Effect.uninterruptible(
      Effect.suspend(() => {
        const running = started.get(place)
        return running === undefined ? start(place) : Effect.succeed(running)
      })
    )

  return (place) => Effect.flatMap(startOnce(place), Deferred.await)
}
