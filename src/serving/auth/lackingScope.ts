import { Schema } from "effect"
import { hasScope, type Principal, type Scope } from "../../domain/Principal.ts"
import { requiredScope } from "./requiredScope.ts"

const Call = Schema.Struct({
  method: Schema.Literal("tools/call"),
  params: Schema.Struct({ name: Schema.String, arguments: Schema.optionalKey(Schema.Unknown) })
})
const isCall = Schema.is(Call)

/** The calls in a message, or in several. */
export const callsIn = (content: unknown): ReadonlyArray<(typeof Call.Type)["params"]> => {
  const messages: ReadonlyArray<unknown> = Array.isArray(content) ? content : [content]
  return messages.filter(isCall).map(({ params }) => params)
}

/** The scope that one of some calls needs and its principal lacks, so that the refusal can be a challenge of HTTP. */
export const lackingScope = (
  principal: Principal,
  calls: ReadonlyArray<(typeof Call.Type)["params"]>
): Scope | undefined =>
  hasScope(principal, "read")
    ? calls.map((call) => requiredScope(call.name, call.arguments)).find((scope) => !hasScope(principal, scope))
    : "read"
