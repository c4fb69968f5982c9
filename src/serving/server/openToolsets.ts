import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect, FiberSet } from "effect"
import { type Caller, onBehalfOf, type ServedToolset } from "./ServedToolset.ts"
import { IndexOnDemand } from "../../codeIndex/service/IndexOnDemand.ts"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls, jsonText, takeBefore } from "../../domain/Text.ts"
import { joinInstructions } from "./joinInstructions.ts"
import type { OfferedResources, ResourceOutcome } from "./resourceHandlers.ts"
import type { Served } from "./Server.ts"

/** What a server offers, whatever its transport. */
export interface ServerOptions {
  /** Program name sent to clients. */
  readonly name: string
  readonly version: string
  readonly toolsets: ReadonlyArray<ServedToolset>
  /** Runs after each call that ended, before its answer is sent. */
  readonly afterCall?: (call: { readonly tool: string; readonly isError: boolean }) => Effect.Effect<void>
}

/** The outcome of reading a resource, for the client: its JSON, or what went wrong. */
const toText = (uri: string, read: Effect.Effect<unknown, Failure>): Effect.Effect<ResourceOutcome> =>
  read.pipe(
    Effect.map((content): ResourceOutcome => (content === undefined ? undefined : { text: jsonText(content) })),
    Effect.catch((failure) =>
      Effect.promise(() => import("./boundary.ts")).pipe(
        Effect.flatMap(({ toShown }) => toShown(uri, failure)),
        Effect.map(({ message }) => ({ problem: escapeControls(message) }))
      )
    ),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logError("Internal error", cause), { problem: "Internal error" } satisfies ResourceOutcome)
    )
  )

/** Opens the resources of all toolsets; undefined if they have none. */
const openResources = Effect.fnUntraced(function* (toolsets: ReadonlyArray<ServedToolset>) {
  const all = toolsets.flatMap(({ resources }) => resources ?? [])
  if (all.length === 0) return undefined
  const run = yield* FiberSet.makeRuntimePromise<never, ResourceOutcome, never>()
  const runCompletion = yield* FiberSet.makeRuntimePromise<never, ReadonlyArray<string>, never>()
  const opened = yield* Effect.forEach(all, ({ list, open, templates }) =>
    Effect.map(open, (caller) => ({ list, templates, caller }))
  )
  const findByUri = (uri: string) =>
    opened.find(
      ({ list, templates }) =>
        list.some((resource) => resource.uri === uri) ||
        templates.some(({ uriTemplate }) => uri.startsWith(takeBefore(uriTemplate, "{")))
    )
  const findByTemplate = (uriTemplate: string) =>
    opened.find(({ templates }) => templates.some((template) => template.uriTemplate === uriTemplate))
  const offered: OfferedResources = {
    list: opened.flatMap(({ list }) => list),
    templates: opened.flatMap(({ templates }) => templates),
    read: (context, uri, signal) => {
      const owner = findByUri(uri)
      return owner === undefined
        ? Promise.resolve(undefined)
        : run(onBehalfOf(context)(toText(uri, owner.caller.read(context.repository, uri))), { signal })
    },
    complete: (context, uriTemplate, value, signal) => {
      const owner = findByTemplate(uriTemplate)
      const found =
        owner === undefined ? Effect.succeed([]) : owner.caller.complete(context.repository, uriTemplate, value)
      return runCompletion(onBehalfOf(context)(Effect.orElseSucceed(found, () => [])), { signal })
    }
  }
  return offered
})

/** Opens all toolsets on the open repositories, and makes the runner of their calls, which ends with the scope. */
export const openToolsets = Effect.fnUntraced(function* (options: ServerOptions) {
  const callers: ReadonlyArray<Caller> = yield* Effect.forEach(options.toolsets, (toolset) => toolset.open())
  const run = yield* FiberSet.makeRuntimePromise<never, CallToolResult, never>()
  const indexesCode = options.toolsets.some((toolset) => toolset.indexesCode)
  const after = options.afterCall ?? (() => Effect.void)
  const served: Served = {
    name: options.name,
    version: options.version,
    instructions: joinInstructions(options.toolsets),
    contracts: () => Promise.all(options.toolsets.map((toolset) => toolset.contracts())).then((each) => each.flat()),
    call: (context, name, given) => {
      for (const caller of callers) {
        const result = caller(context, name, given)
        if (result !== undefined)
          return result.pipe(
            Effect.provideService(IndexOnDemand, indexesCode),
            Effect.tap(({ isError }) => after({ tool: name, isError: isError === true }))
          )
      }
      return undefined
    },
    resources: yield* openResources(options.toolsets),
    run: (effect, { signal }) => run(effect, { signal })
  }
  return served
})
