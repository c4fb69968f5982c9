import type { Effect, Scope } from "effect"
import type { Place } from "./Place.ts"
import type { Statement } from "./story.ts"

/** What must hold once an operation is done. */
export interface Outcome {
  /** Where to ask, if not in the repository of the story. */
  readonly place?: Place
  /** Found by `read`, `history` and `deps`, once each. */
  readonly speaks: ReadonlyArray<Statement>
  /** Of code that a later commit took away: found by `history` once, by `read` not. */
  readonly past?: ReadonlyArray<Statement>
  /** Of code that HEAD does not have: found by none. */
  readonly gone?: ReadonlyArray<Statement>
  /** Its text is in a note of HEAD's history, were it only because a newer one of the same note overruled it. */
  readonly kept?: ReadonlyArray<Statement>
}

/** An operation of git after which every annotation must still be found. */
export interface Operation {
  readonly name: string
  /** Another that leaves the hooks the same events to follow, so that this one is tried in the long run only. */
  readonly like?: string
  /** Done before the keeper sets the repository up, where that matters. */
  readonly before?: (place: Place) => Effect.Effect<void, never, Scope.Scope>
  readonly perform: (place: Place) => Effect.Effect<Outcome, never, Scope.Scope>
}
