import type { Effect } from "effect"
import type { BatchAnswer } from "./BatchParser.ts"
import type { GitError } from "../GitError.ts"

/** The names of one caller, queued for the process. */
export interface BatchCall {
  readonly lines: ReadonlyArray<Uint8Array>
  readonly maxBytes: number
  /** Requests contents, instead of only id, type and size. */
  readonly withContents: boolean
  readonly answers: Array<BatchAnswer>
  readonly resume: (result: Effect.Effect<ReadonlyArray<BatchAnswer>, GitError>) => void
  /** Number of names taken from the queue. */
  next: number
  /** Number of names without an answer. */
  left: number
  /** Answered, failed or abandoned. Later answers are dropped. */
  done: boolean
}

/** One name of a call, sent to the process. */
export interface BatchRequest {
  readonly call: BatchCall
  readonly index: number
  /** Number of processes that died while working on this name. */
  deaths: number
}

/** Names that one call may send before the next call gets its turn, so that bulk reads do not delay small ones. */
const namesPerTurn = 32

/** Creates a queue that serves calls in turn. Requeued requests come first. */
export const makeBatchQueue = () => {
  let retries: Array<BatchRequest> = []
  let calls: Array<BatchCall> = []

  const nextTurn = (room: number): Array<BatchRequest> => {
    const call = calls.shift()
    if (call === undefined) return []
    const count = Math.min(namesPerTurn, room, call.lines.length - call.next)
    const taken = Array.from({ length: count }, (_, n) => ({ call, index: call.next + n, deaths: 0 }))
    call.next += count
    if (call.next < call.lines.length) calls.push(call)
    return taken
  }

  return {
    add: (call: BatchCall): void => {
      calls.push(call)
    },
    /** Requeues the requests that a dead process left unanswered. */
    requeue: (requests: ReadonlyArray<BatchRequest>): void => {
      retries = [...requests, ...retries]
    },
    /** Takes up to `room` requests from calls that still wait. */
    take: (room: number): Array<BatchRequest> => {
      retries = retries.filter((request) => !request.call.done)
      calls = calls.filter((call) => !call.done)
      const taken = retries.splice(0, room)
      while (taken.length < room && calls.length > 0) taken.push(...nextTurn(room - taken.length))
      return taken
    },
    /** Removes and returns all calls with queued requests. */
    drain: (): ReadonlyArray<BatchCall> => {
      const waiting = new Set([...retries.map((request) => request.call), ...calls])
      retries = []
      calls = []
      return Array.from(waiting)
    }
  }
}
