import { env } from "node:process"
import { Context } from "effect"

/**
 * The environment of the process, for the few variables that decide how it starts. `Config` would load all of `Schema`
 * before the first answer.
 */
export const Environment = Context.Reference<Readonly<Record<string, string | undefined>>>(
  "ultragit/cli/kit/Environment",
  {
    defaultValue: () => env
  }
)
