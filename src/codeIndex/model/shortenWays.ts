/** A node that was reached from a start, and the nodes between them. */
interface Way {
  readonly node: string
  readonly path: ReadonlyArray<string>
}

/**
 * Leaves out of each path what an earlier one gives: it begins with the last node that was given before. The nodes must be
 * reached by one way each, so that the left out part can be found again.
 */
export const shortenWays = (ways: ReadonlyArray<Way>): ReadonlyArray<ReadonlyArray<string>> => {
  const given = new Set<string>()
  return ways.map(({ node, path }) => {
    const known = path.findLastIndex((each) => given.has(each))
    for (const each of [...path, node]) given.add(each)
    return path.slice(Math.max(known, 0))
  })
}
