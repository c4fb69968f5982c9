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
import type { Caller } from "./ServedToolset.ts"

/** What one server serves; the same for every connection and both eras. */
export interface Served {
  readonly name: string
  readonly version: string
  readonly instructions: string
  readonly contracts: () => Promise<ReadonlyArray<AnyContract>>
  readonly call: Caller
  /** Runs a call; rejects when it was interrupted. */
  readonly run: (
    effect: Effect.Effect<CallToolResult>,
    options: { readonly signal: AbortSignal }
  ) => Promise<CallToolResult>
}

/** The revision with metadata in each request. */
const modernRevision = "2026-07-28"

/** The list changes only with the program, but the program may be replaced: five minutes. */
const listHint = { ttlMs: 300_000, cacheScope: "private" } as const

interface CallParams {
  readonly name: string
  readonly arguments?: unknown
}

/** What `tools/call` takes; plain, because a schema library would have to be loaded before the handshake for it. */
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

/** The tools as clients see them; their schemas are made at the first list. */
const listed = (contracts: ReadonlyArray<AnyContract>): Promise<Array<Tool>> =>
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

/** Each request of the new era names its revision; the SDK looks at the first one only. */
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

/** What a handshake need not say here: the second seed documents one without any parameter. */
const openingDefaults = {
  protocolVersion: "2024-11-05",
  capabilities: {},
  clientInfo: { name: "unknown", version: "unknown" }
}

const completed = (request: JSONRPCRequest): JSONRPCRequest =>
  request.method === "initialize" ? { ...request, params: { ...openingDefaults, ...request.params } } : request

/** The SDK reports parameters that do not fit as internal errors. */
const asInvalidParams = (method: string, error: unknown): unknown =>
  error instanceof ProtocolError
    ? error
    : new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid params for ${escapeControls(method)}`)

/**
 * The SDK's low-level server with our boundary: `tools/call` is checked by the contracts alone, which name the
 * argument that is wrong and take answers of any size without a second validation.
 */
export class ToolServer extends Server {
  readonly #era: ProtocolEra

  constructor(served: Served, era: ProtocolEra) {
    super(
      { name: served.name, version: served.version },
      {
        capabilities: { tools: {} },
        instructions: served.instructions,
        jsonSchemaValidator: new DefaultJsonSchemaValidator(),
        cacheHints: { "tools/list": listHint, "server/discover": listHint }
      }
    )
    this.#era = era
    this.setRequestHandler("tools/list", () =>
      served
        .contracts()
        .then(listed)
        .then((tools) => ({ tools }))
    )
    this.setRequestHandler("tools/call", { params: callParams }, (params, context) => call(served, params, context))
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = method === "tools/call" ? handler : super._wrapHandler(method, handler)
    return (request, context) =>
      new Promise<Result>((resolve) => {
        if (this.#era === "modern") checkRevision(context)
        resolve(wrapped(completed(request), context))
      }).catch((error: unknown) => Promise.reject(asInvalidParams(method, error)))
  }
}

const call = (served: Served, params: CallParams, context: ServerContext): Promise<CallToolResult> => {
  const answered = served.call(params.name, params.arguments)
  if (answered === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${escapeControls(params.name)}`)
  }
  return served
    .run(withProgress(answered, params.name, context), { signal: context.mcpReq.signal })
    .catch(() => Promise.reject(new ProtocolError(ProtocolErrorCode.InternalError, "The call was interrupted")))
}
