import { Effect, Option, Semaphore } from "effect"
import { findCommonDirectory } from "../../adapters/git/process/StateProbe.ts"
import { type CallEntry, recordCall } from "./usage.ts"

/** Makes a function that records calls of tools beside what hooks did. `folder`: in the repository; empty: the current one. */
export const makeCallRecorder = Effect.fnUntraced(function* (folder: string) {
  const find = yield* Effect.cached(findCommonDirectory(folder === "" ? "." : folder))
  // Two that shorten a full file at once would lose one of the calls.
  const permit = yield* Semaphore.make(1)
  return Effect.fnUntraced(function* (entry: CallEntry) {
    const directory = yield* find
    if (Option.isSome(directory)) yield* recordCall(directory.value, entry)
  }, permit.withPermits(1))
})
