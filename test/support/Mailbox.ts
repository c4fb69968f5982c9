import { Effect, Predicate } from "effect"

/** A message as it was received. */
export type Message = { readonly [key: string]: unknown }

/** A connection to a server, whatever carries its messages. */
export interface Connection {
  readonly send: (...messages: ReadonlyArray<unknown>) => Effect.Effect<void>
  /** The next message. */
  readonly next: Effect.Effect<unknown>
  /** The answer with this id, now or later. */
  readonly answer: (id: string | number | null) => Effect.Effect<Message>
}

const isMessage = (value: unknown): value is Message => Predicate.isObject(value)

/** Keeps what was received until a test asks for it. `whyOver` says why nothing more can come, if so. */
export const makeMailbox = (whyOver: () => string | undefined) => {
  const received: Array<unknown> = []
  const parked: Array<Message> = []
  const waiting = new Set<() => void>()

  /** Waits until `take` finds something. */
  const awaited = <A>(what: string, take: () => A | undefined): Effect.Effect<A> =>
    Effect.callback((resume) => {
      const attempt = () => {
        const found = take()
        const reason = whyOver()
        if (found === undefined && reason === undefined) return
        waiting.delete(attempt)
        resume(
          found === undefined
            ? Effect.die(new Error(`The server ended before ${what}: ${reason}`))
            : Effect.succeed(found)
        )
      }
      waiting.add(attempt)
      attempt()
      return Effect.sync(() => waiting.delete(attempt))
    })

  const takeAnswer = (id: string | number | null): Message | undefined => {
    for (const message of received.splice(0)) if (isMessage(message)) parked.push(message)
    const index = parked.findIndex((message) => "id" in message && message["id"] === id)
    return index === -1 ? undefined : parked.splice(index, 1)[0]
  }

  const wake = () => waiting.forEach((resume) => resume())
  return {
    /** Adds messages. */
    push: (...messages: ReadonlyArray<unknown>) => {
      received.push(...messages)
      wake()
    },
    /** Lets those who wait look again. */
    wake,
    awaited,
    next: awaited("its next message", () => received.shift()),
    answer: (id: string | number | null) => awaited(`its answer to ${id}`, () => takeAnswer(id))
  }
}
