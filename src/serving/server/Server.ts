import {
  type CallToolResult,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  type ProtocolEra,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  type StandardSchemaV1,
  type Tool,
  UnsupportedProtocolVersionError
} from "@modelcontextprotocol/server"
import { type Effect, Predicate } from "effect"
import { escapeControls } from "../../domain/Text.ts"
import type { AnyContract } from "../../toolsets/tool/jsonSchema.ts"
import { withProgress } from "./progress.ts"
import { DefaultJsonSchemaValidator } from "./sdkShims.ts"
import { handleResources, type OfferedResources } from "./resourceHandlers.ts"
import type { CallContext, Caller } from "./ServedToolset.ts"

/** What a server offers, the same for every connection and protocol era. */
export interface Served {
  readonly name: string
  readonly version: string
  readonly instructions: string
  readonly contracts: () => Promise<ReadonlyArray<AnyContract>>
  readonly call: Caller
  /** Undefined if no toolset has resources. */
  readonly resources?: OfferedResources | undefined
  /** Runs a call. Rejects if it is interrupted. */
  readonly run: (
    effect: Effect.Effect<CallToolResult>,
    options: { readonly signal: AbortSignal }
  ) => Promise<CallToolResult>
}

/** The protocol revision whose requests each carry metadata. */
const modernRevision = "2026-07-28"

/** Cache hint: the list changes only if the program is updated. */
const listHint = { ttlMs: 300_000, cacheScope: "private" } as const

interface CallParams {
  readonly name: string
  readonly arguments?: unknown
}

/** Validates the parameters of `tools/call` by hand, to avoid loading a schema library before the handshake. */
const callParams: StandardSchemaV1<unknown, CallParams> = {
  "~standard": {
    version: 1,
    vendor: "ultragit",
    validate: (value) =>
      Predicate.hasProperty(value, "name") && typeof value.name === "string"
        ? {
            value: {
              name: value.name,
              ...(Predicate.hasProperty(value, "arguments") ? { arguments: value.arguments } : {})
            }
          }
        : { issues: [{ message: "name must be a string", path: ["name"] }] }
  }
}

/** Lists the tools for clients. The first call builds their schemas. */
const listTools = (contracts: ReadonlyArray<AnyContract>): Promise<Array<Tool>> =>
  import("../../toolsets/tool/jsonSchema.ts").then(({ inputSchema, outputSchema }) =>
    contracts.map((contract) => ({
      name: contract.name,
      title: contract.title,
      description: contract.description,
      inputSchema: inputSchema(contract),
      outputSchema: outputSchema(contract),
      annotations: {
        readOnlyHint: contract.hints.readOnly,
        idempotentHint: contract.hints.idempotent,
        destructiveHint: contract.hints.destructive,
        openWorldHint: false
      }
    }))
  )

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/** Checks the revision of a request of the new era; the SDK checks only the first request. */
const checkRevision = (context: ServerContext): void => {
  const { envelope } = context.mcpReq
  const requested = Predicate.hasProperty(envelope, PROTOCOL_VERSION_META_KEY)
    ? envelope[PROTOCOL_VERSION_META_KEY]
    : undefined
  if (requested === undefined || requested === modernRevision) return
  throw new UnsupportedProtocolVersionError({
    supported: [modernRevision],
    requested: typeof requested === "string" ? requested : "unknown"
  })
}

/** Defaults for `initialize`: documented clients may send it without parameters. */
const initializeDefaults = {
  protocolVersion: "2024-11-05",
  capabilities: {},
  clientInfo: { name: "unknown", version: "unknown" }
}

const addInitializeDefaults = (request: JSONRPCRequest): JSONRPCRequest =>
  request.method === "initialize" ? { ...request, params: { ...initializeDefaults, ...request.params } } : request

/** Reports invalid parameters as such; the SDK reports them as internal errors. */
const toInvalidParams = (method: string, error: unknown): unknown =>
  error instanceof ProtocolError
    ? error
    : new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid params for ${escapeControls(method)}`)

/**
 * The SDK's low-level server with our boundary. Only the contracts validate `tools/call`: their errors name the invalid
 * argument, and large answers are not validated twice.
 */
export class ToolServer extends Server {
  readonly #era: ProtocolEra
  #answering = 0

  /** Serves a connection, or one request of it; all its calls have the same context. */
  constructor(served: Served, era: ProtocolEra, context: CallContext) {
    super(
      { name: served.name, version: served.version },
      {
        capabilities: { tools: {}, ...(served.resources === undefined ? {} : { resources: {}, completions: {} }) },
        instructions: served.instructions,
        jsonSchemaValidator: new DefaultJsonSchemaValidator(),
        cacheHints: { "tools/list": listHint, "server/discover": listHint }
      }
    )
    this.#era = era
    this.setRequestHandler("tools/list", () =>
      served
        .contracts()
        .then(listTools)
        .then((tools) => ({ tools }))
    )
    this.setRequestHandler("tools/call", { params: callParams }, (params, request) =>
      call(served, context, params, request)
    )
    if (served.resources !== undefined) handleResources(this, served.resources, context)
  }

  /** Whether a request is being answered. */
  get isBusy(): boolean {
    return this.#answering > 0
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = method === "tools/call" ? handler : super._wrapHandler(method, handler)
    return (request, context) =>
      new Promise<Result>((resolve) => {
        this.#answering += 1
        if (this.#era === "modern") checkRevision(context)
        resolve(wrapped(addInitializeDefaults(request), context))
      })
        .catch((error: unknown) => Promise.reject(toInvalidParams(method, error)))
        .finally(() => {
          this.#answering -= 1
        })
  }
}

const call = (
  served: Served,
  callContext: CallContext,
  { arguments: given, name }: CallParams,
  context: ServerContext
): Promise<CallToolResult> => {
  const result = served.call(callContext, name, given)
  if (result === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${escapeControls(name)}`)
  }
  return served
    .run(withProgress(result, name, context), { signal: context.mcpReq.signal })
    .catch(() => Promise.reject(new ProtocolError(ProtocolErrorCode.InternalError, "The call was interrupted")))
}
