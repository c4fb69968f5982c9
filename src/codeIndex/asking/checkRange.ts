import { Result } from "effect"
import { ArgumentInvalid, CodeError } from "../model/CodeError.ts"

/** Checks that an argument lies between two numbers. */
export const checkRange = (name: string, value: number, min: number, max: number): Result.Result<number, CodeError> =>
  value >= min && value <= max
    ? Result.succeed(value)
    : Result.fail(
        new CodeError({ reason: new ArgumentInvalid({ name, expected: `${min} to ${max}`, value: String(value) }) })
      )
