import { Effect } from "effect"
import { CommitsError, VectorsMissing, VectorsOther } from "../model/CommitsError.ts"
import type { Registration } from "../model/Registration.ts"
import type { VectorCount } from "../store/vectors.ts"

/** What vectors must be of to be compared with a query's; the dimension, where it is known already. */
export interface Kind {
  readonly model: string
  readonly dimension?: number
}

const named = ({ dimension, model }: Kind): string =>
  dimension === undefined ? model : `${model} (${dimension} dimensions)`

const isOf = (kind: Kind, found: VectorCount): boolean =>
  found.model === kind.model && (kind.dimension === undefined || found.dimension === kind.dimension)

const failed = (reason: CommitsError["reason"]) => Effect.fail(new CommitsError({ reason }))

/** Fails with `VectorsMissing` or `VectorsOther` where these repositories have nothing that a query can be compared with. */
export const checkComparable = (
  repositories: ReadonlyArray<Registration>,
  counts: ReadonlyArray<VectorCount>,
  kind: Kind
): Effect.Effect<void, CommitsError> => {
  const has = (found: VectorCount) => repositories.some(({ id }) => id === found.repository)
  const there = counts.filter(has)
  if (there.some((found) => isOf(kind, found))) return Effect.void
  const [most] = there.toSorted((a, b) => b.count - a.count)
  if (most === undefined) {
    const names = repositories.map(({ name }) => name)
    const waiting = repositories.find(({ selection }) => selection.embed)?.name
    return failed(new VectorsMissing({ names, waiting }))
  }
  const names = repositories.filter(({ id }) => there.some((found) => found.repository === id)).map(({ name }) => name)
  const isSameModel = there.some(({ model }) => model === kind.model)
  return failed(new VectorsOther({ names, found: named(most), asked: named(kind), isSameModel }))
}

/** How many indexed commits of a repository a query cannot be compared with. */
export const countIncomparable = (
  { commitCount, id }: Registration,
  counts: ReadonlyArray<VectorCount>,
  kind: Kind
): number => {
  const own = counts.filter((found) => found.repository === id && isOf(kind, found))
  return Math.max(0, commitCount - own.reduce((sum, { count }) => sum + count, 0))
}
