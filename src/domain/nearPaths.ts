import { distance } from "fastest-levenshtein"

const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const distanceScore = (queried: string, candidate: string, maxDistance: number): number => {
  if (fileName(candidate) === fileName(queried)) return 0
  const whole =
    Math.abs(candidate.length - queried.length) <= maxDistance ? distance(queried, candidate) : maxDistance + 1
  if (whole <= maxDistance) return whole
  return distance(fileName(queried), fileName(candidate)) <= 1 ? maxDistance : maxDistance + 1
}

/** Returns up to three paths similar to `queried`, most similar first. */
export const nearPaths = (queried: string, paths: Iterable<string>): ReadonlyArray<string> => {
  const maxDistance = Math.max(2, Math.floor(queried.length / 4))
  const found: Array<{ readonly path: string; readonly score: number; readonly lengthDifference: number }> = []
  for (const path of paths) {
    const points = distanceScore(queried, path, maxDistance)
    if (points <= maxDistance)
      found.push({ path, score: points, lengthDifference: Math.abs(path.length - queried.length) })
  }
  found.sort((a, b) => a.score - b.score || a.lengthDifference - b.lengthDifference || (a.path < b.path ? -1 : 1))
  return found.slice(0, 3).map((entry) => entry.path)
}
