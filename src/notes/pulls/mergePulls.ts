import { compareTimestamps } from "../../domain/Instant.ts"
import { canonicalJson } from "../../domain/Json.ts"
import { encodePulls, type ImportedPull, maxPullsBytes } from "./PullsNote.ts"

/** Maximum pull requests kept on one commit. */
const maxPulls = 50

/** Identifies a pull request across hosts. */
const keyOf = ({ host, id, project }: ImportedPull): string => `${host}/${project}${id}`

/** The version that was changed later on the host; of the same age, the one with the lower text. */
const pickLater = (a: ImportedPull, b: ImportedPull): ImportedPull => {
  const order = compareTimestamps(a.updated_at, b.updated_at)
  if (order !== 0) return order < 0 ? b : a
  return canonicalJson(a) <= canonicalJson(b) ? a : b
}

const byKey = (a: ImportedPull, b: ImportedPull): number => (keyOf(a) < keyOf(b) ? -1 : 1)

const withoutComments = (pull: ImportedPull): ImportedPull => {
  const { comments: _, ...rest } = pull
  return rest
}

const withoutBody = (pull: ImportedPull): ImportedPull => {
  const { body: _, ...rest } = withoutComments(pull)
  return rest
}

const isWithin = (pulls: ReadonlyArray<ImportedPull>): boolean => Buffer.byteLength(encodePulls(pulls)) <= maxPullsBytes

/** Leaves out comments, then bodies, then pull requests, until a note is within its limit. */
const fit = (pulls: ReadonlyArray<ImportedPull>): ReadonlyArray<ImportedPull> => {
  if (isWithin(pulls)) return pulls
  const bare = pulls.map(withoutComments)
  if (isWithin(bare)) return bare
  let named = pulls.map(withoutBody)
  while (!isWithin(named)) named = named.slice(0, -1)
  return named
}

/**
 * Unites the pull requests of two notes of a commit: one entry each, the later version. The result is within the limits
 * of a note and does not depend on the order.
 */
export const mergePulls = (
  ours: ReadonlyArray<ImportedPull>,
  theirs: ReadonlyArray<ImportedPull>
): ReadonlyArray<ImportedPull> => {
  const merged = new Map<string, ImportedPull>()
  for (const pull of [...ours, ...theirs]) {
    const other = merged.get(keyOf(pull))
    merged.set(keyOf(pull), other === undefined ? pull : pickLater(other, pull))
  }
  return fit([...merged.values()].toSorted(byKey).slice(0, maxPulls))
}
