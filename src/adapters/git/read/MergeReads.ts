import { Effect } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { MergesOfHistory } from "../CommitChange.ts"
import { type GitSession, walkCall } from "../process/GitSession.ts"
import { makeLineReader } from "../parse/Records.ts"

/**
 * Follows history from `head`, children before parents. Every commit gets the position of the oldest commit of the
 * first-parent line that descends from it: the largest among its children.
 */
const makeMergeFinder = (head: ObjectId) => {
  const line: Array<string> = []
  const positions = new Map<string, number>()
  const merges = new Map<string, string | undefined>()
  let next: string | undefined = head
  const reader = makeLineReader((commit) => {
    const [id = "", ...parents] = commit.split(" ")
    const isOnLine = id === next
    if (isOnLine) {
      next = parents[0]
      line.push(id)
    }
    const position = isOnLine ? line.length - 1 : positions.get(id)
    positions.delete(id)
    if (position === undefined) return
    merges.set(id, isOnLine ? undefined : line[position])
    for (const parent of parents) positions.set(parent, Math.max(position, positions.get(parent) ?? 0))
  })
  return { found: (): MergesOfHistory => ({ merges, next }), reader }
}

/** {@link Git.mergesOf}. One walk over the history. */
export const mergesOf = Effect.fn("Git.mergesOf")(function* (
  session: GitSession,
  head: ObjectId,
  without: ObjectId | undefined
) {
  const { found, reader } = makeMergeFinder(head)
  const excluded = without === undefined ? [] : [`^${without}`]
  const call = yield* walkCall(session, "rev-list", ["--topo-order", "--parents", head, ...excluded, "--"])
  yield* session.runner.stream(call, reader)
  return found()
})
