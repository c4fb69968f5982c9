import { Effect } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { CurrentPrincipal } from "../../domain/Principal.ts"

/** Says why an index cannot be asked. The path of its database is for the user of this machine only. */
export const describeIndexFailure = (index: string, { code, message }: Failure): Effect.Effect<string> =>
  Effect.map(CurrentPrincipal, (principal) => (principal === undefined ? message : `${index} cannot be used (${code})`))
