import { Option, Schema } from "effect"
import { hasScope, type Principal, type Scope, scopes } from "../../domain/Principal.ts"
import { requiredScope } from "./requiredScope.ts"

const Call = Schema.Struct({
  method: Schema.Literal("tools/call"),
  params: Schema.Struct({ name: Schema.String, arguments: Schema.optionalKey(Schema.Unknown) })
})
const decodeMessages = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Union([Schema.Array(Schema.Unknown), Schema.Unknown]))
)
const isCall = Schema.is(Call)

/** Reads the copy of a body; undefined if it is larger than `maxBytes` or does not arrive. */
const readCopy = (request: Request, maxBytes: number): Promise<string | undefined> => {
  const reader = request.clone().body?.getReader()
  if (reader === undefined) return Promise.resolve(undefined)
  const chunks: Array<Uint8Array> = []
  const readOn = (size: number): Promise<string | undefined> =>
    reader.read().then(({ done, value }) => {
      if (done) return Buffer.concat(chunks).toString("utf8")
      if (size + value.length > maxBytes) {
        void reader.cancel()
        return undefined
      }
      chunks.push(value)
      return readOn(size + value.length)
    })
  return readOn(0).catch(() => undefined)
}

/**
 * The scope that a request needs and its principal lacks, so that the refusal can be a challenge of HTTP. What cannot be
 * read here is refused when it is called.
 */
export const lackingScope = (principal: Principal, request: Request, maxBytes: number): Promise<Scope | undefined> => {
  if (!hasScope(principal, "read")) return Promise.resolve("read")
  if (request.method !== "POST" || scopes.every((scope) => hasScope(principal, scope)))
    return Promise.resolve(undefined)
  return readCopy(request, maxBytes).then((body) => {
    const content = Option.getOrUndefined(decodeMessages(body))
    const messages: ReadonlyArray<unknown> = Array.isArray(content) ? content : [content]
    return messages
      .filter(isCall)
      .map(({ params }) => requiredScope(params.name, params.arguments))
      .find((scope) => !hasScope(principal, scope))
  })
}
