/**
 * What every expected error of the program offers the one who must act on it.
 * Error classes implement it; the boundary and the command line print it.
 */
export interface Failure {
  /** Stable word for programs, e.g. `path_not_found`. */
  readonly code: string
  /** One sentence that names the thing that is wrong. */
  readonly message: string
  /** What to do about it, where something can be done. */
  readonly hint: string | undefined
  /** Where several things are wrong at once: each in a sentence of its own. */
  readonly details?: ReadonlyArray<string> | undefined
}
