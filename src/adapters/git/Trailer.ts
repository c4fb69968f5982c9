/** A `Key: value` trailer of a commit message, continuation lines folded. */
export interface Trailer {
  readonly key: string
  readonly value: string
}
