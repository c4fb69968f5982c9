import { Context, Effect } from "effect"

/** A repository as one of many: its name there, and where it is if it is on this machine. */
export interface KnownRepository {
  readonly name: string
  /** Absolute. */
  readonly directory?: string
}

/** Which repositories the running call may know of; undefined: all. */
export const CurrentVisibility = Context.Reference<((repository: KnownRepository) => boolean) | undefined>(
  "ultragit/domain/Visibility",
  { defaultValue: () => undefined }
)

/** Leaves the repositories that the running call may know of. */
export const keepVisible = <A extends KnownRepository>(all: ReadonlyArray<A>): Effect.Effect<ReadonlyArray<A>> =>
  Effect.map(CurrentVisibility, (isVisible) => (isVisible === undefined ? all : all.filter(isVisible)))
