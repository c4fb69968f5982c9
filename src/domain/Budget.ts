import { Result } from "effect"

const bytesPerToken = 3

/** Tokens of so many UTF-8 bytes: by three, rounded up (spec annotations §5). */
export const tokensForBytes = (bytes: number): number => Math.ceil(bytes / bytesPerToken)

/** Tokens of a text. */
export const countTokens = (text: string): number => tokensForBytes(Buffer.byteLength(text, "utf8"))

/**
 * One way to make an answer smaller. `size` says how often it can be done, `apply` does it `count` times, to the
 * least important parts first. Stages are used up one after the other.
 */
export interface Stage<A> {
  readonly name: string
  readonly size: number
  readonly apply: (answer: A, count: number) => A
}

/** What `fit` needs to know of an answer. */
export interface ShrinkPlan<A> {
  readonly limit: number
  readonly stages: ReadonlyArray<Stage<A>>
  /** Tokens of the answer as it will be written. */
  readonly cost: (answer: A) => number
  /** The shrunk answer with the note of what was left out; `strategy` names the stages used, in order. */
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
 * The answer with as little taken away as makes it cost no more than `limit` tokens. Fails with the cost of the
 * smallest answer there is when even that is too dear.
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

/** Applies `change` to the last `count` of the entries that `affects` holds for; undefined takes the entry out. */
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
