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

/** A message that cannot be served, with the error to answer. */
export interface Refusal {
  readonly kind: "refused"
  /** Null when the message has no id that could be used. */
  readonly id: RequestId | null
  readonly code: number
  readonly message: string
}

/** One message from the client, by what is to be done with it. */
export type Inbound =
  | { readonly kind: "request"; readonly message: JSONRPCRequest }
  | { readonly kind: "notification"; readonly message: JSONRPCNotification }
  | { readonly kind: "ignored" }
  | Refusal

/** One line from the client: a message, or an array of them. */
export type InboundLine = Inbound | { readonly kind: "batch"; readonly items: ReadonlyArray<unknown> }

const refused = (id: RequestId | null, code: number, message: string): Refusal => ({
  kind: "refused",
  id,
  code,
  message
})

export const parseError = (detail: string): Refusal =>
  refused(null, ProtocolErrorCode.ParseError, `Parse error: ${detail}`)

export const invalidRequest = (detail: string, id: RequestId | null = null): Refusal =>
  refused(id, ProtocolErrorCode.InvalidRequest, `Invalid Request: ${detail}`)

const usableId = (id: unknown): Option.Option<RequestId> =>
  typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? Option.some(id) : Option.none()

const isResponse = (value: object): boolean => "result" in value || "error" in value

/** Only members of the protocol, and null parameters, which some clients send, as none. */
const members = (value: { readonly method: string; readonly params?: unknown }) =>
  value.params === undefined || value.params === null
    ? { jsonrpc: "2.0", method: value.method }
    : { jsonrpc: "2.0", method: value.method, params: value.params }

const classifyRequest = (id: RequestId, value: { readonly method: string; readonly params?: unknown }): Inbound => {
  const message = { ...members(value), id }
  if (isJSONRPCRequest(message)) return { kind: "request", message }
  return Predicate.isObjectOrArray(value.params)
    ? refused(id, ProtocolErrorCode.InvalidParams, "Invalid params: an object with a valid _meta is expected")
    : invalidRequest("params must be an object", id)
}

const classifyNotification = (value: { readonly method: string; readonly params?: unknown }): Inbound => {
  const message = members(value)
  return isJSONRPCNotification(message) ? { kind: "notification", message } : { kind: "ignored" }
}

const hasMethod = (value: object): value is { readonly method: string; readonly params?: unknown } =>
  "method" in value && typeof value.method === "string"

/**
 * Sorts a parsed message by JSON-RPC 2.0 and spec mcp §2. Notifications are never refused, only ignored:
 * they must not be answered. Answers from the client are ignored: this server asks nothing.
 */
export const classify = (value: unknown): Inbound => {
  if (!Predicate.isObject(value)) return invalidRequest("a message is an object")
  const id = "id" in value ? usableId(value["id"]) : Option.none()
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

/** Decodes one line: UTF-8, JSON, then `classify`; arrays are left to the caller, who knows the era. */
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
