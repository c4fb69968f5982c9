import type { Effect } from "effect"
import type { BatchAnswer } from "./BatchParser.ts"
import type { GitError } from "../GitError.ts"

/** One caller's names, on their way to the process. */
export interface BatchCall {
  readonly lines: ReadonlyArray<Uint8Array>
  readonly maxBytes: number
  /** Whether contents are asked for, or only id, type and size. */
  readonly withContents: boolean
  readonly answers: Array<BatchAnswer>
  readonly resume: (result: Effect.Effect<ReadonlyArray<BatchAnswer>, GitError>) => void
  /** Names handed out so far. */
  next: number
  /** Names without an answer. */
  left: number
  /** Answered, failed or given up: what is still to come for it is dropped. */
  done: boolean
}

/** One name of a call that was sent. */
export interface BatchRequest {
  readonly call: BatchCall
  readonly index: number
  /** Processes that died while this name was the one they were working on. */
  deaths: number
}

/** Names one call may send before it is the next call's turn, so that a bulk read does not keep small ones waiting. */
const turn = 32

/** The names to send next, from several calls by turns; those to be sent again come first. */
export const makeBatchQueue = () => {
  let again: Array<BatchRequest> = []
  let calls: Array<BatchCall> = []

  const nextTurn = (room: number): Array<BatchRequest> => {
    const call = calls.shift()
    if (call === undefined) return []
    const count = Math.min(turn, room, call.lines.length - call.next)
    const taken = Array.from({ length: count }, (_, n) => ({ call, index: call.next + n, deaths: 0 }))
    call.next += count
    if (call.next < call.lines.length) calls.push(call)
    return taken
  }

  return {
    add: (call: BatchCall): void => {
      calls.push(call)
    },
    /** Puts back what a process that died did not answer. */
    putBack: (requests: ReadonlyArray<BatchRequest>): void => {
      again = [...requests, ...again]
    },
    /** Up to `room` requests of calls that still wait. */
    take: (room: number): Array<BatchRequest> => {
      again = again.filter((request) => !request.call.done)
      calls = calls.filter((call) => !call.done)
      const taken = again.splice(0, room)
      while (taken.length < room && calls.length > 0) taken.push(...nextTurn(room - taken.length))
      return taken
    },
    /** All calls that still wait for something to be sent, taken out. */
    drain: (): ReadonlyArray<BatchCall> => {
      const waiting = new Set([...again.map((request) => request.call), ...calls])
      again = []
      calls = []
      return Array.from(waiting)
    }
  }
}
