import { distance } from "fastest-levenshtein"

const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Whether names differ by one character at most. Names of other lengths do, which costs nothing to know of long ones. */
const isNearName = (a: string, b: string): boolean => Math.abs(a.length - b.length) <= 1 && distance(a, b) <= 1

/** A path that is asked about, with its name. */
interface Queried {
  readonly path: string
  readonly name: string
}

const distanceScore = ({ name, path }: Queried, candidate: string, maxDistance: number): number => {
  const candidateName = fileName(candidate)
  if (candidateName === name) return 0
  const whole = Math.abs(candidate.length - path.length) <= maxDistance ? distance(path, candidate) : maxDistance + 1
  if (whole <= maxDistance) return whole
  return isNearName(name, candidateName) ? maxDistance : maxDistance + 1
}

/** Returns up to three paths similar to `queried`, most similar first. */
export const nearPaths = (queried: string, paths: Iterable<string>): ReadonlyArray<string> => {
  const asked = { path: queried, name: fileName(queried) }
  const maxDistance = Math.max(2, Math.floor(queried.length / 4))
  const found: Array<{ readonly path: string; readonly score: number; readonly lengthDifference: number }> = []
  for (const path of paths) {
    const points = distanceScore(asked, path, maxDistance)
    if (points <= maxDistance)
      found.push({ path, score: points, lengthDifference: Math.abs(path.length - queried.length) })
  }
  found.sort((a, b) => a.score - b.score || a.lengthDifference - b.lengthDifference || (a.path < b.path ? -1 : 1))
  return found.slice(0, 3).map((entry) => entry.path)
}
