import { Effect } from "effect"
import { ArgumentInvalid } from "../../codeIndex/model/CodeError.ts"
import { GraphError } from "../model/GraphError.ts"

/** Checks that a limit, which an argument gives, lies between 1 and another number. */
export const checkLimit = (limit: number, most: number, name = "limit") =>
  limit >= 1 && limit <= most
    ? Effect.succeed(limit)
    : Effect.fail(
        new GraphError({
          reason: new ArgumentInvalid({ name, expected: `1 to ${most}`, value: String(limit) })
        })
      )
