import * as Flag from "effect/cli/Flag"

export const dryRunFlag = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("Say what would be done and do nothing"),
  Flag.withoutNegation,
  Flag.withDefault(false)
)

export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("One line of JSON instead of words"),
  Flag.withoutNegation,
  Flag.withDefault(false)
)
