import { Effect, Option } from "effect"
import { join } from "node:path"
import { Git } from "../../adapters/git/Git.ts"
import { inspectPath } from "../../adapters/git/process/FileFingerprint.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"

/**
 * Finds the commits at the boundary of a shallow clone. Git attributes to them everything that is older, so they are not
 * known to have changed any line.
 */
export const findBoundary = Effect.fn("Evidence.findBoundary")(function* (ids: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const { commonDirectory } = yield* git.repository
  const shallow = yield* inspectPath(join(commonDirectory, "shallow"))
  if (!Option.exists(shallow, ({ size }) => size > 0)) return new Set<ObjectId>()
  const found = (yield* git.commits(ids)).flatMap(Option.toArray)
  const parents = [...new Set(found.flatMap((commit) => commit.parents))]
  const there = yield* git.commits(parents)
  const absent = new Set(parents.filter((_, at) => Option.isNone(there[at] ?? Option.none())))
  return new Set(found.filter((commit) => commit.parents.some((id) => absent.has(id))).map(({ id }) => id))
})
