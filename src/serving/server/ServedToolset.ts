import type { CallToolResult } from "@modelcontextprotocol/server"
import { type Context, Deferred, Effect, Exit, Layer, type Scope } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { GitCaller } from "../../adapters/git/GitCaller.ts"
import type { BoundTool } from "../../toolsets/tool/bind.ts"
import type { AnyToolset, ToolLayers, Variables } from "../../toolsets/tool/Toolset.ts"
import type { AnyContract } from "../../toolsets/tool/jsonSchema.ts"
import type { ToolsetUnknown } from "./ToolsetUnknown.ts"

/** Answers one call by the tool's name; none when the toolset has no such tool. */
export type Caller = (name: string, given: unknown) => Effect.Effect<CallToolResult> | undefined

/** A toolset as servers open it (spec mcp §4). */
export interface ServedToolset {
  readonly name: string
  readonly title: string
  /** When to call which tool, for the server's `instructions`. */
  readonly instructions: string
  /** Whether it is served when nothing else is asked for. */
  readonly default: boolean
  /** Names of its tools, in the order of `tools/list`. */
  readonly names: ReadonlyArray<string>
  /** The contracts, in the same order; loaded when first asked for. */
  readonly contracts: () => Promise<ReadonlyArray<AnyContract>>
  /**
   * Opens the toolset for calls. Its layer is built when the first of its tools is called, in a fiber of the scope,
   * so that a cancelled call does not undo it; after a failure the next call tries again. `loaded` runs before each call,
   * when all that it needs is loaded.
   */
  readonly open: (memoMap: Layer.MemoMap, loaded?: Effect.Effect<void>) => Effect.Effect<Caller, never, Scope.Scope>
}

export interface ToolsetOptions<R> {
  readonly name: string
  readonly title: string
  readonly instructions: string
  readonly default: boolean
  /** Names of the tools, in the order of `tools/list`. */
  readonly names: ReadonlyArray<string>
  /** The tools, in the same order. Schemas take time to build: they are loaded after the handshake. */
  readonly tools: () => Promise<ReadonlyArray<BoundTool<R>>>
  readonly layer: Layer.Layer<R, Failure>
}

/** A layer that is built on first need and kept; toolsets that share a memo map share what they have in common. */
const lazily = Effect.fnUntraced(function* <R>(layer: Layer.Layer<R, Failure>, memoMap: Layer.MemoMap) {
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
  loaded: Effect.Effect<void> = Effect.void
) {
  const { services } = yield* lazily(options.layer, memoMap)
  const called = Effect.fnUntraced(function* (position: number, name: string, given: unknown) {
    const [{ answer }, tools] = yield* Effect.promise(() => Promise.all([import("./boundary.ts"), options.tools()]))
    const tool = tools[position]
    const accepted = tool === undefined ? Effect.die(new Error(`${name} is named and not there`)) : tool.accept(given)
    const work = Effect.flatMap(accepted, (program) =>
      Effect.flatMap(Effect.tap(services, loaded), (context) => Effect.provideContext(program, context))
    )
    return yield* Effect.provideService(answer(name, work), GitCaller, {})
  })
  return (name: string, given: unknown) => {
    const position = options.names.indexOf(name)
    return position === -1 ? undefined : called(position, name, given)
  }
})

/** Makes a toolset ready to be served; what its programs need, its layer must give. */
export const make = <R>(options: ToolsetOptions<R>): ServedToolset => ({
  name: options.name,
  title: options.title,
  instructions: options.instructions,
  default: options.default,
  names: options.names,
  contracts: () => options.tools().then((tools) => tools.map((tool) => tool.contract)),
  open: (memoMap, loaded) => open(options, memoMap, loaded)
})

/** The declared toolsets, ready to be served: their layers are built at the first call of one of their tools. */
export const served = (
  toolsets: ReadonlyArray<AnyToolset>,
  layers: ToolLayers,
  environment: Variables
): ReadonlyArray<ServedToolset> =>
  toolsets.map((toolset) =>
    toolset.use(({ layer, tools, ...rest }) => {
      const offered = tools.filter(({ isServed }) => isServed === undefined || isServed(environment))
      return make({
        ...rest,
        names: offered.map(({ name }) => name),
        tools: () => Promise.all(offered.map(({ load }) => load())),
        layer: layer(layers)
      })
    })
  )

/**
 * Chooses toolsets by name, in the registry's order; `all` is every one, no name at all the default ones.
 * Fails with `ToolsetUnknown`.
 */
export const select = (
  registry: ReadonlyArray<ServedToolset>,
  names: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<ServedToolset>, ToolsetUnknown> => {
  const wanted = names.map((name) => name.trim()).filter((name) => name !== "")
  const known = registry.map((toolset) => toolset.name)
  const unknown = wanted.find((name) => name !== "all" && !known.includes(name))
  if (unknown !== undefined) {
    return Effect.promise(() => import("./ToolsetUnknown.ts")).pipe(
      Effect.flatMap(({ ToolsetUnknown }) => new ToolsetUnknown({ toolset: unknown, known }))
    )
  }
  if (wanted.length === 0) return Effect.succeed(registry.filter((toolset) => toolset.default))
  return Effect.succeed(registry.filter((toolset) => wanted.includes("all") || wanted.includes(toolset.name)))
}
