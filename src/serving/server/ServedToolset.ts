import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect, type Layer } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { GitCaller } from "../../adapters/git/GitCaller.ts"
import { CurrentPrincipal, type Principal } from "../../domain/Principal.ts"
import { CurrentVisibility, type KnownRepository } from "../../domain/Visibility.ts"
import { OpenRepositories } from "../../openRepositories/OpenRepositories.ts"
import type { BoundTool } from "../../toolsets/tool/bind.ts"
import type {
  AnyToolset,
  DeclaredResources,
  ToolLayers,
  ToolsetDescription,
  Variables
} from "../../toolsets/tool/Toolset.ts"
import type { AnyContract } from "../../toolsets/tool/jsonSchema.ts"
import { type ServedResources, servedResources } from "./ServedResources.ts"
import type { ToolsetUnknown } from "./ToolsetUnknown.ts"

/** What a transport says of a call, in addition to its tool and arguments. */
export interface CallContext {
  /** Directory of the repository to ask; empty: found from the environment or the working directory. */
  readonly repository: string
  /** Name under which a server of several serves it. */
  readonly repositoryName?: string
  /** Who sent the call; undefined for the user of this machine. */
  readonly principal?: Principal | undefined
  /** Whether tools that span repositories may name one; undefined: all of them. */
  readonly isVisible?: ((repository: KnownRepository) => boolean) | undefined
}

/** Runs work with the principal and the visible repositories of a call. */
export const onBehalfOf =
  ({ isVisible, principal }: CallContext) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    work.pipe(Effect.provideService(CurrentPrincipal, principal), Effect.provideService(CurrentVisibility, isVisible))

/** Runs a call by tool name; returns undefined if the toolset has no such tool. */
export type Caller = (context: CallContext, name: string, given: unknown) => Effect.Effect<CallToolResult> | undefined

/** A toolset that a server can open (spec mcp §4). */
export interface ServedToolset extends ToolsetDescription {
  readonly spansRepositories: boolean
  readonly indexesCode: boolean
  /** Tool names in the order of `tools/list`. */
  readonly names: ReadonlyArray<string>
  /** Contracts in the same order, loaded on first use. */
  readonly contracts: () => Promise<ReadonlyArray<AnyContract>>
  /**
   * Opens the toolset for calls. The first call in a repository builds its layer there. `beforeCall` runs before each call,
   * once its services are loaded.
   */
  readonly open: (beforeCall?: Effect.Effect<void>) => Effect.Effect<Caller, never, OpenRepositories>
  readonly resources?: ServedResources
}

export interface ToolsetOptions<R> extends ToolsetDescription {
  /** Tool names in the order of `tools/list`. */
  readonly names: ReadonlyArray<string>
  /** Tools in the same order. They load after the handshake, because schemas take time to build. */
  readonly tools: () => Promise<ReadonlyArray<BoundTool<R>>>
  readonly resources?: DeclaredResources<R>
  readonly layer: Layer.Layer<R, Failure, OpenRepositories>
}

const open = Effect.fnUntraced(function* <R>(
  options: ToolsetOptions<R>,
  beforeCall: Effect.Effect<void> = Effect.void
) {
  const services = (yield* OpenRepositories).services(options.layer)
  const callTool = Effect.fnUntraced(function* (position: number, context: CallContext, name: string, given: unknown) {
    const [{ answer }, tools] = yield* Effect.promise(() => Promise.all([import("./boundary.ts"), options.tools()]))
    const tool = tools[position]
    const accepted =
      tool === undefined ? Effect.die(new Error(`tool ${name} is listed but not defined`)) : tool.accept(given)
    const work = Effect.flatMap(accepted, (program) =>
      Effect.flatMap(Effect.tap(services(context.repository), beforeCall), (built) =>
        Effect.provideContext(program, built)
      )
    )
    return yield* answer(name, Effect.scoped(work)).pipe(Effect.provideService(GitCaller, {}), onBehalfOf(context))
  })
  const caller: Caller = (context, name, given) => {
    const position = options.names.indexOf(name)
    return position === -1 ? undefined : callTool(position, context, name, given)
  }
  return caller
})

/** Makes a toolset that can be served. Its layer must provide everything that its programs need. */
export const make = <R>(options: ToolsetOptions<R>): ServedToolset => ({
  name: options.name,
  title: options.title,
  instructions: options.instructions,
  ...(options.brief === undefined ? {} : { brief: options.brief }),
  default: options.default,
  spansRepositories: options.spansRepositories === true,
  indexesCode: options.indexesCode === true,
  names: options.names,
  contracts: () => options.tools().then((tools) => tools.map((tool) => tool.contract)),
  open: (beforeCall) => open(options, beforeCall),
  ...(options.resources === undefined ? {} : { resources: servedResources(options.resources, options.layer) })
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
