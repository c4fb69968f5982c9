import { Effect, Option, Result, Schema } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { GitError } from "../../adapters/git/GitError.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import type { QueuedEvent } from "../../rewrite/hooks/queue.ts"
import { handleEvent } from "./handleEvent.ts"

/** Maximum objects fetched in one try of an event. */
const maxFetched = 100

const promisorKey = /^remote\.(.+)\.promisor$/s

/** Returns the remote that has what a partial clone lacks. */
const findPromisor = Effect.gen(function* () {
  const config = yield* (yield* Git).config
  return Option.fromUndefinedOr(
    config.flatMap(({ key, value }) => (value === "false" ? [] : (promisorKey.exec(key)?.[1] ?? []))).at(0)
  )
})

const decodeId = Schema.decodeUnknownOption(ObjectId)

/** Returns the object for want of which an event could not be handled. */
const missingObject = (failure: unknown): Option.Option<ObjectId> =>
  failure instanceof GitError && failure.reason._tag === "ObjectMissing" && failure.reason.damaged !== true
    ? decodeId(failure.reason.id)
    : Option.none()

/**
 * Handles an event. In a partial clone, fetches contents that are missing and handles the event again, as git itself
 * would: a commit made without them, for example after `git reset --soft`, would otherwise lose its notes.
 */
export const handleInPartialClone = Effect.fnUntraced(function* (event: QueuedEvent) {
  const fetched = new Set<ObjectId>()
  for (;;) {
    const result = yield* Effect.result(handleEvent(event))
    if (Result.isSuccess(result)) return result.success
    const id = missingObject(result.failure)
    if (Option.isNone(id) || fetched.has(id.value) || fetched.size === maxFetched) return yield* result.failure
    const remote = yield* findPromisor
    if (Option.isNone(remote)) return yield* result.failure
    fetched.add(id.value)
    yield* (yield* GitWrites).fetchObjects({ remote: remote.value, ids: [id.value] })
  }
})
