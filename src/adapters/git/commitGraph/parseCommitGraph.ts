/** The content of a repository's commit-graph. */
export interface CommitGraph {
  readonly commits: number
  /** How many of these have changed-path filters. */
  readonly withPaths: number
  readonly has: (commit: string) => boolean
}

const headerLength = 8
const entryLength = 12

/** Parses the chunks of a commit-graph file, by name. Returns none for another file. */
const parseChunks = (bytes: Buffer): ReadonlyMap<string, Buffer> => {
  if (bytes.length < headerLength || bytes.toString("latin1", 0, 4) !== "CGPH") return new Map()
  const starts = Array.from({ length: bytes.readUInt8(6) + 1 }).flatMap((_, at) => {
    const from = headerLength + at * entryLength
    if (from + entryLength > bytes.length) return []
    const start = Number(bytes.readBigUInt64BE(from + 4))
    return [{ name: bytes.toString("latin1", from, from + 4), start }]
  })
  return new Map(starts.map(({ name, start }, at) => [name, bytes.subarray(start, starts[at + 1]?.start ?? start)]))
}

/** Counts the commits with changed-path filters. An empty filter means that git did not compute it. */
const countFilters = (index: Buffer): number => {
  let count = 0
  let before = 0
  for (let at = 0; at + 4 <= index.length; at += 4) {
    const end = index.readUInt32BE(at)
    if (end > before) count += 1
    before = end
  }
  return count
}

/** Searches a sorted list of ids. */
const includesId = (ids: Buffer, id: Buffer): boolean => {
  let low = 0
  let high = Math.floor(ids.length / id.length)
  while (low < high) {
    const middle = (low + high) >> 1
    const order = ids.compare(id, 0, id.length, middle * id.length, (middle + 1) * id.length)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

/** Parses one commit-graph file (gitformat-commit-graph). A damaged file has no commits. */
export const parseCommitGraph = (bytes: Buffer): CommitGraph => {
  const chunks = parseChunks(bytes)
  const ids = chunks.get("OIDL") ?? Buffer.alloc(0)
  const length = bytes[5] === 2 ? 32 : 20
  return {
    commits: Math.floor(ids.length / length),
    withPaths: countFilters(chunks.get("BIDX") ?? Buffer.alloc(0)),
    has: (commit) => commit.length === 2 * length && includesId(ids, Buffer.from(commit, "hex"))
  }
}
