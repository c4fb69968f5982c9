import { Schema } from "effect"

/**
 * What a quote is: `request`: what the user asked for; `why`: why the agent did it so; `constraint`: a rule of the user;
 * `rejected`: what was considered and not done.
 */
const QuoteKind = Schema.Literals(["request", "why", "constraint", "rejected"])
type QuoteKind = typeof QuoteKind.Type

/** Words of a session, verbatim but for line breaks and, marked by `…`, what is left out. */
export const Quote = Schema.Struct({
  kind: QuoteKind,
  by: Schema.Literals(["person", "agent"]),
  text: Schema.NonEmptyString
})
export type Quote = typeof Quote.Type
