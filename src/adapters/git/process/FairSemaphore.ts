import { Effect } from "effect"
import { CurrentPrincipal } from "../../../domain/Principal.ts"
import { GitCaller } from "../GitCaller.ts"

/** Runs an effect with one permit. */
export type FairSemaphore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** An effect that waits for a permit or holds one. */
interface Ticket {
  readonly caller: object
  /** Whom the caller works for. */
  readonly principal: object
  /** Resumes the waiting effect. */
  go: (() => void) | undefined
  running: boolean
}

/** Keeps who has how many running effects, and who was served when. */
const makeShares = () => {
  const running = new WeakMap<object, number>()
  const lastServed = new WeakMap<object, number>()
  const runningFor = (who: object): number => running.get(who) ?? 0
  return {
    start: (who: object, turn: number): void => {
      running.set(who, runningFor(who) + 1)
      lastServed.set(who, turn)
    },
    end: (who: object): void => void running.set(who, runningFor(who) - 1),
    /** Negative if the first is to be served before the second: it has fewer running effects, or was served longer ago. */
    compare: (a: object, b: object): number =>
      runningFor(a) - runningFor(b) || (lastServed.get(a) ?? 0) - (lastServed.get(b) ?? 0)
  }
}

/** For whom the user of this machine calls. */
const localUser = {}

/**
 * Creates a semaphore that all callers share fairly, first by whom they work for. A free permit goes to the principal with
 * the fewest running effects, and of its callers to the one with the fewest; among equals, to the one served longest ago.
 * So a folder summary with fifty blames does not delay a later question about one file, nor a principal's burst of calls
 * those of others. The effects of one caller run in the order submitted.
 */
export const makeFairSemaphore = (permits: number): FairSemaphore => {
  const waiting = new Map<object, Array<Ticket>>()
  const [callers, principals] = [makeShares(), makeShares()]
  let turns = 0
  let freePermits = permits

  const start = (ticket: Ticket): void => {
    freePermits -= 1
    turns += 1
    callers.start(ticket.caller, turns)
    principals.start(ticket.principal, turns)
    ticket.running = true
  }
  const isBefore = (a: Ticket, b: Ticket): boolean =>
    (principals.compare(a.principal, b.principal) || callers.compare(a.caller, b.caller)) < 0
  const next = (): Ticket | undefined => {
    if (freePermits === 0) return undefined
    let first: Ticket | undefined
    for (const [ticket] of waiting.values()) {
      if (ticket !== undefined && (first === undefined || isBefore(ticket, first))) first = ticket
    }
    return first
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
    callers.end(ticket.caller)
    principals.end(ticket.principal)
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
    Effect.flatMap(Effect.all([GitCaller, CurrentPrincipal]), ([caller, principal = localUser]) =>
      Effect.suspend(() => {
        const ticket: Ticket = { caller, principal, go: undefined, running: false }
        return Effect.ensuring(
          Effect.andThen(acquire(ticket), effect),
          Effect.sync(() => release(ticket))
        )
      })
    )
}
