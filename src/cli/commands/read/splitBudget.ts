/** What one part of an output costs, in tokens: at least, and when nothing is left out. */
export interface Need {
  readonly least: number
  readonly full: number
}

const clampShare = ({ full, least }: Need, level: number): number => Math.max(least, Math.min(full, level))

/**
 * Shares a budget out fairly: nobody gets more than he needs, and those who get less than they need all get the same,
 * unless they need more than that to say anything at all. Undefined when not even the least fits.
 */
export const splitBudget = (budget: number, needs: ReadonlyArray<Need>): ReadonlyArray<number> | undefined => {
  const spent = (level: number): number => needs.reduce((sum, need) => sum + clampShare(need, level), 0)
  if (spent(0) > budget) return undefined
  let low = 0
  let high = Math.max(0, ...needs.map(({ full }) => full))
  if (spent(high) <= budget) return needs.map(({ full }) => full)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (spent(middle) <= budget) low = middle
    else high = middle
  }
  return needs.map((need) => clampShare(need, low))
}
