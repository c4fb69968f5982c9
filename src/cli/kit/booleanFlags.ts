import * as Flag from "effect/cli/Flag"

/** A flag that is off unless given, and has no value and no negation. */
export const booleanFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withoutNegation, Flag.withDefault(false))

export const dryRunFlag = booleanFlag("dry-run", "Say what would be done and do nothing")

export const jsonFlag = booleanFlag("json", "One line of JSON instead of words")
