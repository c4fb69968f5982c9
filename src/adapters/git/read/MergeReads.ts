import { Effect, Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import { type GitSession, sessionCall } from "../process/GitSession.ts"
import { makeRecordReader } from "../parse/Records.ts"

/**
 * Follows history from `head`, children before parents. Every commit gets the position of the oldest commit of the
 * first-parent line that descends from it: the largest among its children.
 */
const makeMergeFinder = (wanted: ReadonlySet<string>, head: ObjectId) => {
  const line: Array<string> = []
  const positions = new Map<string, number>()
  const found = new Map<string, string>()
  let next: string | undefined = head
  const reader = makeRecordReader(10, (record) => {
    const [id = "", ...parents] = record.toString("latin1").split(" ")
    const isOnLine = id === next
    if (isOnLine) {
      next = parents[0]
      line.push(id)
    }
    const position = isOnLine ? line.length - 1 : positions.get(id)
    positions.delete(id)
    if (position === undefined) return
    const merge = line[position]
    if (!isOnLine && merge !== undefined && wanted.has(id)) found.set(id, merge)
    for (const parent of parents) positions.set(parent, Math.max(position, positions.get(parent) ?? 0))
  })
  return { found, reader }
}

/** {@link Git.mergesOf}. One walk over the whole history, however many commits. */
export const mergesOf = Effect.fn("Git.mergesOf")(function* (
  session: GitSession,
  commits: ReadonlyArray<ObjectId>,
  head: ObjectId
) {
  if (commits.length === 0) return new Map<ObjectId, ObjectId>()
  const { found, reader } = makeMergeFinder(new Set<string>(commits), head)
  yield* session.runner.stream(sessionCall(session, "rev-list", ["--topo-order", "--parents", head, "--"]), reader)
  return new Map(
    commits.flatMap((commit) =>
      Option.toArray(Option.map(ObjectId.makeOption(found.get(commit) ?? ""), (merge) => [commit, merge] as const))
    )
  )
})
