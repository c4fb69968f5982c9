import { isAbsolute, join, resolve } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { readFile } from "../../rewrite/hooks/files.ts"

/** What the commit-graph of a repository knows. */
export interface CommitGraph {
  readonly commits: number
  /** Of these, those with the paths that they changed. */
  readonly withPaths: number
  readonly has: (commit: string) => boolean
}

const headerLength = 8
const entryLength = 12
/** As git has it: how far borrowed objects may be borrowed themselves. */
const deepest = 5

/** The chunks of a commit-graph file by name: where each begins and ends. */
const chunksOf = (bytes: Buffer): ReadonlyMap<string, Buffer> => {
  if (bytes.length < headerLength || bytes.toString("latin1", 0, 4) !== "CGPH") return new Map()
  const starts = Array.from({ length: (bytes[6] ?? 0) + 1 }).flatMap((_, at) => {
    const from = headerLength + at * entryLength
    if (from + entryLength > bytes.length) return []
    const start = Number(bytes.readBigUInt64BE(from + 4))
    return [{ name: bytes.toString("latin1", from, from + 4), start }]
  })
  return new Map(starts.map(({ name, start }, at) => [name, bytes.subarray(start, starts[at + 1]?.start ?? start)]))
}

/** Commits whose changed paths are there: a filter without a byte has not been made. */
const filters = (index: Buffer): number => {
  let count = 0
  let before = 0
  for (let at = 0; at + 4 <= index.length; at += 4) {
    const end = index.readUInt32BE(at)
    if (end > before) count += 1
    before = end
  }
  return count
}

/** Whether a sorted list of ids has one. */
const isIn = (ids: Buffer, id: Buffer): boolean => {
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

/** What one file of a commit-graph knows (gitformat-commit-graph); nothing where it is damaged. */
export const graphOf = (bytes: Buffer): CommitGraph => {
  const chunks = chunksOf(bytes)
  const ids = chunks.get("OIDL") ?? Buffer.alloc(0)
  const length = bytes[5] === 2 ? 32 : 20
  return {
    commits: Math.floor(ids.length / length),
    withPaths: filters(chunks.get("BIDX") ?? Buffer.alloc(0)),
    has: (commit) => commit.length === 2 * length && isIn(ids, Buffer.from(commit, "hex"))
  }
}

const together = (graphs: ReadonlyArray<CommitGraph>): CommitGraph => ({
  commits: graphs.reduce((sum, { commits }) => sum + commits, 0),
  withPaths: graphs.reduce((sum, { withPaths }) => sum + withPaths, 0),
  has: (commit) => graphs.some((graph) => graph.has(commit))
})

const bytesOf = (file: string) =>
  Effect.map(
    readFile(file),
    Option.map(({ text }) => Buffer.from(text, "latin1"))
  )

/** The graph of one folder of objects: one file, or a chain of them. */
const graphIn = Effect.fnUntraced(function* (objects: string) {
  const one = yield* bytesOf(join(objects, "info", "commit-graph"))
  if (Option.isSome(one)) return Option.some(graphOf(one.value))
  const chain = join(objects, "info", "commit-graphs")
  const listed = yield* readFile(join(chain, "commit-graph-chain"))
  if (Option.isNone(listed)) return Option.none<CommitGraph>()
  const names = listed.value.text.split("\n").filter((name) => /^[0-9a-f]+$/.test(name))
  const layers = yield* Effect.forEach(names, (name) => bytesOf(join(chain, `graph-${name}.graph`)))
  return Option.some(together(layers.flatMap((layer) => Option.toArray(layer)).map(graphOf)))
})

/** The commit-graph that git reads: of a repository's own objects, or else of those it borrows. */
export const findGraph = (
  objects: string,
  depth = 0
): Effect.Effect<Option.Option<CommitGraph>, Effect.Error<ReturnType<typeof readFile>>, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const own = yield* graphIn(objects)
    if (Option.isSome(own) || depth > deepest) return own
    const alternates = yield* readFile(join(objects, "info", "alternates"))
    const lines = Option.match(alternates, { onNone: () => [], onSome: ({ text }) => text.split("\n") })
    for (const line of lines.filter((text) => text !== "" && !text.startsWith("#"))) {
      const place = Buffer.from(line, "latin1").toString("utf8")
      const found = yield* findGraph(isAbsolute(place) ? place : resolve(objects, place), depth + 1)
      if (Option.isSome(found)) return found
    }
    return own
  })

const isIndex = (bytes: Buffer): boolean => bytes.length >= 12 && bytes.toString("latin1", 0, 4) === "MIDX"

/** Packs of a repository, and how many of them its multi-pack-index knows. */
export const countPacks = Effect.fnUntraced(function* (objects: string) {
  const files = yield* FileSystem.FileSystem
  const folder = join(objects, "pack")
  const names = yield* Effect.orElseSucceed(files.readDirectory(folder), (): ReadonlyArray<string> => [])
  const index = yield* bytesOf(join(folder, "multi-pack-index"))
  return {
    packs: names.filter((name) => name.endsWith(".pack")).length,
    indexed: Option.match(index, { onNone: () => 0, onSome: (bytes) => (isIndex(bytes) ? bytes.readUInt32BE(8) : 0) })
  }
})
