import { Effect } from "effect"
import { GitCaller } from "../GitCaller.ts"

/** Lets so many effects run at once, whoever asks. */
type FairSemaphore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** One effect that wants to run. */
interface Ticket {
  readonly caller: object
  /** Set while it waits. */
  go: (() => void) | undefined
  running: boolean
}

/**
 * Makes shares of a pool that is bounded over all callers. When a place is free, it goes to the caller for whom the
 * fewest run, of several to the one who was served longest ago; so a summary of a folder that wants fifty blames
 * does not keep a later question about one file waiting. Within one caller it goes in the order asked.
 */
export const makeFairSemaphore = (places: number): FairSemaphore => {
  const waiting = new Map<object, Array<Ticket>>()
  const running = new Map<object, number>()
  /** In which turn a caller was served last. */
  const served = new WeakMap<object, number>()
  let turns = 0
  let free = places

  const runningFor = (caller: object): number => running.get(caller) ?? 0

  const start = (ticket: Ticket): void => {
    free -= 1
    turns += 1
    served.set(ticket.caller, turns)
    ticket.running = true
    running.set(ticket.caller, runningFor(ticket.caller) + 1)
  }
  const isBefore = (a: object, b: object): boolean =>
    runningFor(a) === runningFor(b) ? (served.get(a) ?? 0) < (served.get(b) ?? 0) : runningFor(a) < runningFor(b)
  const next = (): Ticket | undefined => {
    let first: object | undefined
    for (const caller of waiting.keys()) if (first === undefined || isBefore(caller, first)) first = caller
    return first === undefined || free === 0 ? undefined : waiting.get(first)?.[0]
  }
  const takeOut = (ticket: Ticket): void => {
    const others = (waiting.get(ticket.caller) ?? []).filter((other) => other !== ticket)
    if (others.length > 0) waiting.set(ticket.caller, others)
    else waiting.delete(ticket.caller)
  }
  const serve = (): void => {
    for (let ticket = next(); ticket !== undefined; ticket = next()) {
      takeOut(ticket)
      start(ticket)
      ticket.go?.()
    }
  }
  const giveBack = (ticket: Ticket): void => {
    if (!ticket.running) return takeOut(ticket)
    free += 1
    const left = runningFor(ticket.caller) - 1
    if (left === 0) running.delete(ticket.caller)
    else running.set(ticket.caller, left)
    serve()
  }
  const place = (ticket: Ticket): Effect.Effect<void> =>
    Effect.callback((resume) => {
      ticket.go = () => resume(Effect.void)
      waiting.set(ticket.caller, [...(waiting.get(ticket.caller) ?? []), ticket])
      serve()
    })

  // Given back whatever happens: also a place that was given in the moment in which its effect was interrupted.
  return (effect) =>
    Effect.flatMap(GitCaller, (caller) =>
      Effect.suspend(() => {
        const ticket: Ticket = { caller, go: undefined, running: false }
        return Effect.ensuring(
          Effect.andThen(place(ticket), effect),
          Effect.sync(() => giveBack(ticket))
        )
      })
    )
}
