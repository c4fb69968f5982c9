import { maxParsingMillis } from "./limits.ts"

/** Milliseconds that files may take without an outline to show for it, before others get less time. */
const allowanceMillis = 5 * maxParsingMillis
/** Milliseconds that a file may take when the allowance is used up: enough for 1 MB of ordinary source. */
const leastMillis = maxParsingMillis / 4
/** Elapsed milliseconds in which one of the allowance comes back. */
const regainMillis = 5

/**
 * How long files may be parsed, where many of them take too long: a folder of such files must not cost the full time
 * for each. `now`: milliseconds of a clock that never goes back.
 */
export class LostTime {
  readonly #now: () => number
  #lost = 0
  #at: number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#at = now()
  }

  /** Processor time, in milliseconds, that the next file may take. */
  limit(): number {
    const now = this.#now()
    this.#lost = Math.max(0, this.#lost - (now - this.#at) / regainMillis)
    this.#at = now
    return Math.min(maxParsingMillis, Math.max(leastMillis, allowanceMillis - this.#lost))
  }

  /** A file took this long in vain. */
  lose(millis: number): void {
    this.#lost = Math.min(allowanceMillis, this.#lost + millis)
  }
}
