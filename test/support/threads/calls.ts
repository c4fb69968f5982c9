import { Schema } from "effect"
import type { RequestType } from "../../../src/adapters/threads/requests.ts"

export class Refused extends Schema.TaggedError<Refused>()("Refused", { why: Schema.String }) {}

/** Requests that show what can happen to a thread. */
export interface Calls {
  /** Adds up all numbers that this thread was ever given. */
  readonly add: RequestType<number, number>
  /** Like `add`, after a pause in milliseconds. */
  readonly addLater: RequestType<{ readonly number: number; readonly pauseMillis: number }, number>
  readonly refuse: RequestType<string, never>
  readonly die: RequestType<string, never>
  readonly exit: RequestType<number, never>
  readonly fill: RequestType<null, never>
  /** Returns a function, which cannot be copied to another thread. */
  readonly uncloneable: RequestType<null, () => void>
  readonly argument: RequestType<null, string>
}
