import { maxParsingMillis } from "./limits.ts"

/** Milliseconds that timed-out files may waste before the limit shrinks. */
const allowanceMillis = 5 * maxParsingMillis
/** Minimum limit per file, in milliseconds: enough for 1 MB of ordinary source. */
const minMillisPerFile = maxParsingMillis / 4
/** Elapsed milliseconds that restore one millisecond of the allowance. */
const millisPerRegained = 5

/**
 * Limits parse time when many files time out, so that a folder of such files does not cost the full timeout for each.
 * `now`: milliseconds of a monotonic clock.
 */
export class ParseTimeBudget {
  readonly #now: () => number
  #wastedMillis = 0
  #updatedAt: number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#updatedAt = now()
  }

  /** Returns the CPU time limit for the next file, in milliseconds. */
  nextLimitMillis(): number {
    const now = this.#now()
    this.#wastedMillis = Math.max(0, this.#wastedMillis - (now - this.#updatedAt) / millisPerRegained)
    this.#updatedAt = now
    return Math.min(maxParsingMillis, Math.max(minMillisPerFile, allowanceMillis - this.#wastedMillis))
  }

  /** Records the time wasted on a file that timed out. */
  recordTimeout(millis: number): void {
    this.#wastedMillis = Math.min(allowanceMillis, this.#wastedMillis + millis)
  }
}
