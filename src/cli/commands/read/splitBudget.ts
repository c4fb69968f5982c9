/** Cost of one part of the output: the minimum, and the cost with nothing left out. */
export interface Need {
  readonly minTokens: number
  readonly fullTokens: number
}

const clampShare = ({ fullTokens, minTokens }: Need, level: number): number =>
  Math.max(minTokens, Math.min(fullTokens, level))

/**
 * Splits a budget fairly. No part gets more than its full cost; the parts that get less all get the same number of
 * tokens, or their minimum if that is more. Undefined if the minimums exceed the budget.
 */
export const splitBudget = (budget: number, needs: ReadonlyArray<Need>): ReadonlyArray<number> | undefined => {
  const spent = (level: number): number => needs.reduce((sum, need) => sum + clampShare(need, level), 0)
  if (spent(0) > budget) return undefined
  let low = 0
  let high = Math.max(0, ...needs.map(({ fullTokens }) => fullTokens))
  if (spent(high) <= budget) return needs.map(({ fullTokens }) => fullTokens)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (spent(middle) <= budget) low = middle
    else high = middle
  }
  return needs.map((need) => clampShare(need, low))
}
