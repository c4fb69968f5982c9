import { Effect } from "effect"
import { CommitsError, VectorsMissing, VectorsOther } from "../model/CommitsError.ts"
import type { Registration } from "../model/Registration.ts"
import type { VectorCount } from "../store/vectors.ts"

/** Model and dimension of the query's vector; no dimension before the vector is made. */
interface VectorKind {
  readonly model: string
  readonly dimension?: number
}

const formatKind = ({ dimension, model }: VectorKind): string =>
  dimension === undefined ? model : `${model} (${dimension} dimensions)`

const hasKind = (kind: VectorKind, found: VectorCount): boolean =>
  found.model === kind.model && (kind.dimension === undefined || found.dimension === kind.dimension)

const failWith = (reason: CommitsError["reason"]) => Effect.fail(new CommitsError({ reason }))

/** Fails with `VectorsMissing` or `VectorsOther` if no vector of these repositories is comparable with the query's. */
export const checkComparable = (
  repositories: ReadonlyArray<Registration>,
  counts: ReadonlyArray<VectorCount>,
  kind: VectorKind
): Effect.Effect<void, CommitsError> => {
  const has = (found: VectorCount) => repositories.some(({ id }) => id === found.repository)
  const stored = counts.filter(has)
  if (stored.some((found) => hasKind(kind, found))) return Effect.void
  const [most] = stored.toSorted((a, b) => b.count - a.count)
  if (most === undefined) {
    const names = repositories.map(({ name }) => name)
    const waiting = repositories.find(({ selection }) => selection.embed)?.name
    return failWith(new VectorsMissing({ names, waiting }))
  }
  const names = repositories.filter(({ id }) => stored.some((found) => found.repository === id)).map(({ name }) => name)
  const isSameModel = stored.some(({ model }) => model === kind.model)
  return failWith(new VectorsOther({ names, found: formatKind(most), queried: formatKind(kind), isSameModel }))
}

/** Counts the indexed commits of a repository that have no vector comparable with the query's. */
export const countIncomparable = (
  { commitCount, id }: Registration,
  counts: ReadonlyArray<VectorCount>,
  kind: VectorKind
): number => {
  const own = counts.filter((found) => found.repository === id && hasKind(kind, found))
  return Math.max(0, commitCount - own.reduce((sum, { count }) => sum + count, 0))
}
