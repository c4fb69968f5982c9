import { Schema } from "effect"
import { hasScope, type Principal, type Scope } from "../../domain/Principal.ts"
import { requiredScope } from "./requiredScope.ts"

const Call = Schema.Struct({
  method: Schema.Literal("tools/call"),
  params: Schema.Struct({ name: Schema.String, arguments: Schema.optionalKey(Schema.Unknown) })
})
const isCall = Schema.is(Call)

/**
 * The scope that a message, or one of several, needs and its principal lacks, so that the refusal can be a challenge of
 * HTTP.
 */
export const lackingScope = (principal: Principal, content: unknown): Scope | undefined => {
  if (!hasScope(principal, "read")) return "read"
  const messages: ReadonlyArray<unknown> = Array.isArray(content) ? content : [content]
  return messages
    .filter(isCall)
    .map(({ params }) => requiredScope(params.name, params.arguments))
    .find((scope) => !hasScope(principal, scope))
}
