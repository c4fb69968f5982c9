import { Result } from "effect"
import { ArgumentInvalid, CodeError } from "../model/CodeError.ts"

/** Checks that an argument lies between two numbers. */
export const checkRange = (
  name: string,
  value: number,
  least: number,
  most: number
): Result.Result<number, CodeError> =>
  value >= least && value <= most
    ? Result.succeed(value)
    : Result.fail(
        new CodeError({ reason: new ArgumentInvalid({ name, expected: `${least} to ${most}`, value: String(value) }) })
      )
