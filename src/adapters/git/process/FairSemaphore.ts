import { Effect } from "effect"
import { GitCaller } from "../GitCaller.ts"

/** Runs an effect with one permit. */
export type FairSemaphore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** An effect that waits for a permit or holds one. */
interface Ticket {
  readonly caller: object
  /** Resumes the waiting effect. */
  go: (() => void) | undefined
  running: boolean
}

/**
 * Creates a semaphore that all callers share fairly. A free permit goes to the caller with the fewest running effects;
 * among equals, to the one served longest ago. So a folder summary with fifty blames does not delay a later question
 * about one file. The effects of one caller run in the order submitted.
 */
export const makeFairSemaphore = (permits: number): FairSemaphore => {
  const waiting = new Map<object, Array<Ticket>>()
  const running = new Map<object, number>()
  /** The turn in which each caller was last served. */
  const lastServed = new WeakMap<object, number>()
  let turns = 0
  let freePermits = permits

  const runningFor = (caller: object): number => running.get(caller) ?? 0

  const start = (ticket: Ticket): void => {
    freePermits -= 1
    turns += 1
    lastServed.set(ticket.caller, turns)
    ticket.running = true
    running.set(ticket.caller, runningFor(ticket.caller) + 1)
  }
  const isBefore = (a: object, b: object): boolean =>
    runningFor(a) === runningFor(b)
      ? (lastServed.get(a) ?? 0) < (lastServed.get(b) ?? 0)
      : runningFor(a) < runningFor(b)
  const next = (): Ticket | undefined => {
    let first: object | undefined
    for (const caller of waiting.keys()) if (first === undefined || isBefore(caller, first)) first = caller
    return first === undefined || freePermits === 0 ? undefined : waiting.get(first)?.[0]
  }
  const dequeue = (ticket: Ticket): void => {
    const others = (waiting.get(ticket.caller) ?? []).filter((other) => other !== ticket)
    if (others.length > 0) waiting.set(ticket.caller, others)
    else waiting.delete(ticket.caller)
  }
  const serve = (): void => {
    for (let ticket = next(); ticket !== undefined; ticket = next()) {
      dequeue(ticket)
      start(ticket)
      ticket.go?.()
    }
  }
  const release = (ticket: Ticket): void => {
    if (!ticket.running) return dequeue(ticket)
    freePermits += 1
    const left = runningFor(ticket.caller) - 1
    if (left === 0) running.delete(ticket.caller)
    else running.set(ticket.caller, left)
    serve()
  }
  const acquire = (ticket: Ticket): Effect.Effect<void> =>
    Effect.callback((resume) => {
      ticket.go = () => resume(Effect.void)
      waiting.set(ticket.caller, [...(waiting.get(ticket.caller) ?? []), ticket])
      serve()
    })

  // Also releases a permit granted in the moment in which its effect was interrupted.
  return (effect) =>
    Effect.flatMap(GitCaller, (caller) =>
      Effect.suspend(() => {
        const ticket: Ticket = { caller, go: undefined, running: false }
        return Effect.ensuring(
          Effect.andThen(acquire(ticket), effect),
          Effect.sync(() => release(ticket))
        )
      })
    )
}
