/** A node that was reached from a start, and the nodes between them. */
interface Way {
  readonly node: string
  readonly path: ReadonlyArray<string>
}

/** Identifies a way. Names have no NUL. */
const keyOf = (path: ReadonlyArray<string>): string => path.join("\0")

/**
 * Leaves out of each path what an earlier one gives: it begins with the last node whose first way in the list is the way to it
 * here, so that the left out part can be found again.
 */
export const shortenWays = (ways: ReadonlyArray<Way>): ReadonlyArray<ReadonlyArray<string>> => {
  const given = new Map<string, string>()
  return ways.map(({ node, path }) => {
    const known = path.findLastIndex((each, at) => given.get(each) === keyOf(path.slice(0, at)))
    for (const [at, each] of [...path, node].entries()) {
      if (!given.has(each)) given.set(each, keyOf(path.slice(0, at)))
    }
    return path.slice(Math.max(known, 0))
  })
}
