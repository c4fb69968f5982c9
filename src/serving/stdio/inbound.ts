import { isUtf8 } from "node:buffer"
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
  ProtocolErrorCode,
  type RequestId
} from "@modelcontextprotocol/server"
import { Option, Predicate, Result } from "effect"

/** An invalid message with the error to return. */
export interface Refusal {
  readonly kind: "refused"
  /** Null if the message has no valid id. */
  readonly id: RequestId | null
  readonly code: number
  readonly message: string
}

/** One message from the client, classified by how to handle it. */
export type Inbound =
  | { readonly kind: "request"; readonly message: JSONRPCRequest }
  | { readonly kind: "notification"; readonly message: JSONRPCNotification }
  | { readonly kind: "ignored" }
  | Refusal

/** One line from the client: a message or a batch. */
type InboundLine = Inbound | { readonly kind: "batch"; readonly items: ReadonlyArray<unknown> }

const refuse = (id: RequestId | null, code: number, message: string): Refusal => ({
  kind: "refused",
  id,
  code,
  message
})

const parseError = (detail: string): Refusal => refuse(null, ProtocolErrorCode.ParseError, `Parse error: ${detail}`)

export const invalidRequest = (detail: string, id: RequestId | null = null): Refusal =>
  refuse(id, ProtocolErrorCode.InvalidRequest, `Invalid Request: ${detail}`)

const parseId = (id: unknown): Option.Option<RequestId> =>
  typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? Option.some(id) : Option.none()

const isResponse = (value: object): boolean => "result" in value || "error" in value

/** Picks the members of the protocol. Drops null parameters, which some clients send. */
const pickMembers = (value: { readonly method: string; readonly params?: unknown }) =>
  value.params === undefined || value.params === null
    ? { jsonrpc: "2.0", method: value.method }
    : { jsonrpc: "2.0", method: value.method, params: value.params }

const classifyRequest = (id: RequestId, value: { readonly method: string; readonly params?: unknown }): Inbound => {
  const message = { ...pickMembers(value), id }
  if (isJSONRPCRequest(message)) return { kind: "request", message }
  return Predicate.isObjectOrArray(value.params)
    ? refuse(id, ProtocolErrorCode.InvalidParams, "Invalid params: an object with a valid _meta is expected")
    : invalidRequest("params must be an object", id)
}

const classifyNotification = (value: { readonly method: string; readonly params?: unknown }): Inbound => {
  const message = pickMembers(value)
  return isJSONRPCNotification(message) ? { kind: "notification", message } : { kind: "ignored" }
}

const hasMethod = (value: object): value is { readonly method: string; readonly params?: unknown } =>
  "method" in value && typeof value.method === "string"

/**
 * Classifies a parsed message by JSON-RPC 2.0 and spec mcp §2. Ignores invalid notifications, which must not be answered, and
 * responses, because this server sends no requests.
 */
export const classify = (value: unknown): Inbound => {
  if (!Predicate.isObject(value)) return invalidRequest("a message is an object")
  const id = "id" in value ? parseId(value["id"]) : Option.none()
  const known = Option.getOrNull(id)
  if (value["jsonrpc"] !== "2.0") return invalidRequest('"jsonrpc" must be "2.0"', known)
  if (!("method" in value) && isResponse(value)) return { kind: "ignored" }
  if (!hasMethod(value)) return invalidRequest("method must be a string", known)
  if (!("id" in value)) return classifyNotification(value)
  return Option.match(id, {
    onNone: () => invalidRequest("id must be a string or an integer"),
    onSome: (usable) => classifyRequest(usable, value)
  })
}

/** Decodes a line as UTF-8 and JSON and classifies it. Leaves the items of a batch to the caller, who knows the revision. */
export const readLine = (bytes: Buffer): InboundLine => {
  if (!isUtf8(bytes)) return parseError("the line is not UTF-8")
  const text = bytes.toString("utf8").replace(/^\ufeff/, "")
  if (text.trim() === "") return { kind: "ignored" }
  return Result.match(
    Result.try((): unknown => JSON.parse(text)),
    {
      onFailure: () => parseError("the line is not JSON"),
      onSuccess: (value) => (Array.isArray(value) ? { kind: "batch", items: value } : classify(value))
    }
  )
}
