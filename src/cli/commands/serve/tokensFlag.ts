import * as Flag from "effect/cli/Flag"

/** `--tokens`: the file of tokens. */
export const tokensFlag = Flag.String("tokens").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("File of tokens (default: ultragit/tokens.json in the user's configuration folder)"),
  Flag.optional
)
