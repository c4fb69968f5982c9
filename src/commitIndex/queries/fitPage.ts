import { Result } from "effect"
import { tokensForBytes } from "../../domain/Budget.ts"
import { jsonText } from "../../domain/Text.ts"
import { ArgumentInvalid, CommitsError } from "../model/CommitsError.ts"
import { defaultMaxTokens } from "./fitCommit.ts"
import type { ResultPage } from "./ResultPage.ts"

/** Bytes of an answer besides its results: names of fields and the cursor. */
const frameBytes = 400

const countBytes = (value: unknown): number => Buffer.byteLength(jsonText(value))

/** A page as far as it fits. */
export interface FittedPage<Item, Position> {
  readonly results: ReadonlyArray<Item>
  /** Number of results of the whole page, if some did not fit. */
  readonly trimmed: number | undefined
  /** Where the next page begins; undefined on the last page. */
  readonly next: Position | undefined
}

/**
 * Drops results from the end of a page until it fits the token budget together with `rest`, the other fields of the answer.
 * Fails with `ArgumentInvalid` if not even the first result fits.
 */
export const fitPage = <Item, Position>(
  { hasMore, results }: ResultPage<Item, Position>,
  rest: unknown,
  maxTokens: number = defaultMaxTokens
): Result.Result<FittedPage<Item, Position>, CommitsError> => {
  let bytes = frameBytes + countBytes(rest)
  const smallest = tokensForBytes(bytes + countBytes(results.at(0)?.result ?? null))
  if (smallest > maxTokens) {
    const expected = `at least ${smallest} for this answer`
    return Result.fail(
      new CommitsError({ reason: new ArgumentInvalid({ name: "max_tokens", expected, value: `${maxTokens}` }) })
    )
  }
  const fitting = results.findIndex(({ result }) => {
    bytes += countBytes(result) + 1
    return tokensForBytes(bytes) > maxTokens
  })
  const shown = fitting === -1 ? results : results.slice(0, Math.max(1, fitting))
  const isTrimmed = shown.length < results.length
  return Result.succeed({
    results: shown.map(({ result }) => result),
    trimmed: isTrimmed ? results.length : undefined,
    next: isTrimmed || hasMore ? shown.at(-1)?.position : undefined
  })
}
