import { Result } from "effect"

const bytesPerToken = 3

/** Estimates the tokens in a number of UTF-8 bytes: bytes divided by three, rounded up (spec annotations §5). */
export const tokensForBytes = (bytes: number): number => Math.ceil(bytes / bytesPerToken)

/** Estimates the tokens in a text. */
export const countTokens = (text: string): number => tokensForBytes(Buffer.byteLength(text, "utf8"))

/**
 * One way to shrink an answer. `apply` performs it `count` times, at most `size`, on the least important parts first.
 * Stages are exhausted in order.
 */
export interface Stage<A> {
  readonly name: string
  readonly size: number
  readonly apply: (answer: A, count: number) => A
}

/** How {@link fitToBudget} measures and shrinks an answer. */
export interface ShrinkPlan<A> {
  readonly limit: number
  readonly stages: ReadonlyArray<Stage<A>>
  /** Returns the tokens of the answer as it will be written. */
  readonly cost: (answer: A) => number
  /** Returns the shrunk answer with a note of what was omitted; `strategy` names the stages used, in order. */
  readonly describe: (answer: A, strategy: ReadonlyArray<string>) => A
}

const applyStages = <A>(answer: A, count: number, shrinking: ShrinkPlan<A>): A => {
  const used: Array<string> = []
  let left = count
  let shrunk = answer
  for (const stage of shrinking.stages) {
    if (left === 0) break
    const times = Math.min(left, stage.size)
    if (times > 0) {
      shrunk = stage.apply(shrunk, times)
      used.push(stage.name)
    }
    left -= times
  }
  return shrinking.describe(shrunk, used)
}

/**
 * Shrinks an answer as little as possible until it costs at most `limit` tokens. Fails with the cost of the smallest
 * possible answer if that exceeds the limit too.
 */
export const fitToBudget = <A>(
  answer: A,
  shrinking: ShrinkPlan<A>
): Result.Result<A, { readonly smallest: number }> => {
  if (shrinking.cost(answer) <= shrinking.limit) return Result.succeed(answer)
  const total = shrinking.stages.reduce((sum, stage) => sum + stage.size, 0)
  let best = applyStages(answer, total, shrinking)
  const smallest = shrinking.cost(best)
  if (smallest > shrinking.limit) return Result.fail({ smallest })
  let low = 1
  let high = total
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const candidate = applyStages(answer, middle, shrinking)
    if (shrinking.cost(candidate) <= shrinking.limit) {
      best = candidate
      high = middle
    } else {
      low = middle + 1
    }
  }
  return Result.succeed(best)
}

/**
 * Applies `change` to the last `count` entries for which `affects` is true. If `change` returns undefined, the entry is
 * removed.
 */
export const changeLast = <E>(
  entries: ReadonlyArray<E>,
  count: number,
  affects: (entry: E) => boolean,
  change: (entry: E) => E | undefined
): ReadonlyArray<E> => {
  const kept: Array<E> = []
  let left = count
  for (const entry of entries.toReversed()) {
    const changed = left > 0 && affects(entry) ? change(entry) : entry
    if (left > 0 && affects(entry)) left -= 1
    if (changed !== undefined) kept.push(changed)
  }
  return kept.toReversed()
}
