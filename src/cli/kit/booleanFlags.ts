import * as Flag from "effect/cli/Flag"

/** A flag without a value or a negated form; its default is false. */
export const booleanFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withoutNegation, Flag.withDefault(false))

export const dryRunFlag = booleanFlag("dry-run", "Show what would be done, change nothing")

export const jsonFlag = booleanFlag("json", "Print one line of JSON")
