import { Context, Duration, Effect, Random, Schedule } from "effect"
import { GitError } from "../adapters/git/GitError.ts"
import { NotesContended, NotesError } from "./NotesError.ts"

/** How long a writer goes on trying when others are quicker. Read at each write. */
export const NotesPatience = Context.Reference<Duration.Input>("ultragit/notes/Patience/NotesPatience", {
  defaultValue: () => "1 minute"
})

const firstDelay = "10 millis"
const longestDelay = "500 millis"

/** Waits longer each time, anything from nothing to the whole delay, so that writers that met do not meet again. */
const backoff = (patience: Duration.Input) =>
  Schedule.min([Schedule.exponential(firstDelay), Schedule.spaced(longestDelay)]).pipe(
    Schedule.modifyDelay(({ duration }) => Effect.map(Random.next, (part) => Duration.times(duration, part))),
    Schedule.upTo({ duration: patience })
  )

const moved = (error: unknown) =>
  error instanceof GitError && error.reason._tag === "RefMoved" ? error.reason : undefined

/** Makes an attempt again while other writers are quicker; fails with `NotesContended` when patience is at its end. */
export const patiently = <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E | NotesError, R> =>
  Effect.flatMap(NotesPatience, (patience) =>
    attempt.pipe(
      Effect.retry({ schedule: backoff(patience), while: (error) => moved(error) !== undefined }),
      Effect.mapError((error) => {
        const reason = moved(error)
        if (reason === undefined) return error
        const { detail, hint: advice = "Try again.", ref } = reason
        return new NotesError({ reason: new NotesContended({ ref, detail, advice }) })
      })
    )
  )
