import type { CallToolResult } from "@modelcontextprotocol/server"
import { type Context, Deferred, Effect, Exit, Layer, type Scope } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { GitCaller } from "../../adapters/git/GitCaller.ts"
import type { BoundTool } from "../../toolsets/tool/bind.ts"
import type { AnyToolset, ToolLayers, Variables } from "../../toolsets/tool/Toolset.ts"
import type { AnyContract } from "../../toolsets/tool/jsonSchema.ts"
import type { ToolsetUnknown } from "./ToolsetUnknown.ts"

/** Runs a call by tool name; returns undefined if the toolset has no such tool. */
export type Caller = (name: string, given: unknown) => Effect.Effect<CallToolResult> | undefined

/** A toolset that a server can open (spec mcp §4). */
export interface ServedToolset {
  readonly name: string
  readonly title: string
  /** When to call which tool, for the server's `instructions`. */
  readonly instructions: string
  /** Whether the toolset is served by default. */
  readonly default: boolean
  /** Tool names in the order of `tools/list`. */
  readonly names: ReadonlyArray<string>
  /** Contracts in the same order, loaded on first use. */
  readonly contracts: () => Promise<ReadonlyArray<AnyContract>>
  /**
   * Opens the toolset for calls. The first call builds its layer, in a fiber of the scope so that cancelling the call does not
   * stop the build; after a failure, the next call retries. `beforeCall` runs before each call, once its services are loaded.
   */
  readonly open: (memoMap: Layer.MemoMap, beforeCall?: Effect.Effect<void>) => Effect.Effect<Caller, never, Scope.Scope>
}

export interface ToolsetOptions<R> {
  readonly name: string
  readonly title: string
  readonly instructions: string
  readonly default: boolean
  /** Tool names in the order of `tools/list`. */
  readonly names: ReadonlyArray<string>
  /** Tools in the same order. They load after the handshake, because schemas take time to build. */
  readonly tools: () => Promise<ReadonlyArray<BoundTool<R>>>
  readonly layer: Layer.Layer<R, Failure>
}

/** Builds a layer on first use and keeps it. Toolsets with the same memo map share services. */
const buildLazily = Effect.fnUntraced(function* <R>(layer: Layer.Layer<R, Failure>, memoMap: Layer.MemoMap) {
  const scope = yield* Effect.scope
  let building: Deferred.Deferred<Context.Context<R>, Failure> | undefined

  const build = Effect.fnUntraced(function* (result: Deferred.Deferred<Context.Context<R>, Failure>) {
    const exit = yield* Effect.exit(Layer.buildWithMemoMap(layer, memoMap, scope))
    if (Exit.isFailure(exit)) building = undefined
    yield* Deferred.done(result, exit)
  })

  const services = Effect.suspend(() => {
    if (building !== undefined) return Deferred.await(building)
    const result = Deferred.makeUnsafe<Context.Context<R>, Failure>()
    building = result
    return build(result).pipe(Effect.forkIn(scope), Effect.andThen(Deferred.await(result)))
  })
  return { services }
})

const open = Effect.fnUntraced(function* <R>(
  options: ToolsetOptions<R>,
  memoMap: Layer.MemoMap,
  beforeCall: Effect.Effect<void> = Effect.void
) {
  const { services } = yield* buildLazily(options.layer, memoMap)
  const callTool = Effect.fnUntraced(function* (position: number, name: string, given: unknown) {
    const [{ answer }, tools] = yield* Effect.promise(() => Promise.all([import("./boundary.ts"), options.tools()]))
    const tool = tools[position]
    const accepted =
      tool === undefined ? Effect.die(new Error(`tool ${name} is listed but not defined`)) : tool.accept(given)
    const work = Effect.flatMap(accepted, (program) =>
      Effect.flatMap(Effect.tap(services, beforeCall), (context) => Effect.provideContext(program, context))
    )
    return yield* Effect.provideService(answer(name, work), GitCaller, {})
  })
  return (name: string, given: unknown) => {
    const position = options.names.indexOf(name)
    return position === -1 ? undefined : callTool(position, name, given)
  }
})

/** Makes a toolset that can be served. Its layer must provide everything that its programs need. */
export const make = <R>(options: ToolsetOptions<R>): ServedToolset => ({
  name: options.name,
  title: options.title,
  instructions: options.instructions,
  default: options.default,
  names: options.names,
  contracts: () => options.tools().then((tools) => tools.map((tool) => tool.contract)),
  open: (memoMap, beforeCall) => open(options, memoMap, beforeCall)
})

/** Prepares declared toolsets for serving. The first call of a tool builds the layer of its toolset. */
export const served = (
  toolsets: ReadonlyArray<AnyToolset>,
  layers: ToolLayers,
  environment: Variables
): ReadonlyArray<ServedToolset> =>
  toolsets.map((toolset) =>
    toolset.use(({ layer, tools, ...rest }) => {
      const servedTools = tools.filter(({ isServed }) => isServed === undefined || isServed(environment))
      return make({
        ...rest,
        names: servedTools.map(({ name }) => name),
        tools: () => Promise.all(servedTools.map(({ load }) => load())),
        layer: layer(layers)
      })
    })
  )

/**
 * Selects toolsets by name, in registry order. `all` selects every toolset, no names select the defaults. Fails with
 * `ToolsetUnknown`.
 */
export const select = (
  registry: ReadonlyArray<ServedToolset>,
  names: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<ServedToolset>, ToolsetUnknown> => {
  const requested = names.map((name) => name.trim()).filter((name) => name !== "")
  const known = registry.map((toolset) => toolset.name)
  const unknown = requested.find((name) => name !== "all" && !known.includes(name))
  if (unknown !== undefined) {
    return Effect.promise(() => import("./ToolsetUnknown.ts")).pipe(
      Effect.flatMap(({ ToolsetUnknown }) => new ToolsetUnknown({ toolset: unknown, known }))
    )
  }
  if (requested.length === 0) return Effect.succeed(registry.filter((toolset) => toolset.default))
  return Effect.succeed(registry.filter((toolset) => requested.includes("all") || requested.includes(toolset.name)))
}
