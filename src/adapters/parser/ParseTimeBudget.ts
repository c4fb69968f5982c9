import { maxParsingMillis } from "./limits.ts"

/** Milliseconds that files may take without an outline to show for it, before others get less time. */
const allowanceMillis = 5 * maxParsingMillis
/** Milliseconds that a file may take when the allowance is used up: enough for 1 MB of ordinary source. */
const minMillisPerFile = maxParsingMillis / 4
/** Elapsed milliseconds in which one of the allowance comes back. */
const millisPerRegained = 5

/**
 * How long files may be parsed, where many of them take too long: a folder of such files must not cost the full time
 * for each. `now`: milliseconds of a clock that never goes back.
 */
export class ParseTimeBudget {
  readonly #now: () => number
  #wastedMillis = 0
  #updatedAt: number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#updatedAt = now()
  }

  /** Processor time, in milliseconds, that the next file may take. */
  nextLimitMillis(): number {
    const now = this.#now()
    this.#wastedMillis = Math.max(0, this.#wastedMillis - (now - this.#updatedAt) / millisPerRegained)
    this.#updatedAt = now
    return Math.min(maxParsingMillis, Math.max(minMillisPerFile, allowanceMillis - this.#wastedMillis))
  }

  /** A file took this long in vain. */
  recordTimeout(millis: number): void {
    this.#wastedMillis = Math.min(allowanceMillis, this.#wastedMillis + millis)
  }
}
