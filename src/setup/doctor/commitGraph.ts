import { isAbsolute, join, resolve } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { readFile } from "../../rewrite/hooks/files.ts"
import { type CommitGraph, parseCommitGraph } from "./parseCommitGraph.ts"

/** Git's limit for alternates of alternates. */
const maxAlternateDepth = 5

const mergeGraphs = (graphs: ReadonlyArray<CommitGraph>): CommitGraph => ({
  commits: graphs.reduce((sum, { commits }) => sum + commits, 0),
  withPaths: graphs.reduce((sum, { withPaths }) => sum + withPaths, 0),
  has: (commit) => graphs.some((graph) => graph.has(commit))
})

const readBytes = (file: string) =>
  Effect.map(
    readFile(file),
    Option.map(({ text }) => Buffer.from(text, "latin1"))
  )

/** Reads the commit-graph of one object folder: a single file or a chain. */
const readGraph = Effect.fnUntraced(function* (objects: string) {
  const one = yield* readBytes(join(objects, "info", "commit-graph"))
  if (Option.isSome(one)) return Option.some(parseCommitGraph(one.value))
  const chain = join(objects, "info", "commit-graphs")
  const listed = yield* readFile(join(chain, "commit-graph-chain"))
  if (Option.isNone(listed)) return Option.none<CommitGraph>()
  const names = listed.value.text.split("\n").filter((name) => /^[0-9a-f]+$/.test(name))
  const layers = yield* Effect.forEach(names, (name) => readBytes(join(chain, `graph-${name}.graph`)))
  return Option.some(mergeGraphs(layers.flatMap((layer) => Option.toArray(layer)).map(parseCommitGraph)))
})

/** Finds the commit-graph that git reads: that of the repository's own object folder, otherwise of its alternates. */
export const findCommitGraph = (
  objects: string,
  depth = 0
): Effect.Effect<Option.Option<CommitGraph>, Effect.Error<ReturnType<typeof readFile>>, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const own = yield* readGraph(objects)
    if (Option.isSome(own) || depth > maxAlternateDepth) return own
    const alternates = yield* readFile(join(objects, "info", "alternates"))
    const lines = Option.match(alternates, { onNone: () => [], onSome: ({ text }) => text.split("\n") })
    for (const line of lines.filter((text) => text !== "" && !text.startsWith("#"))) {
      const place = Buffer.from(line, "latin1").toString("utf8")
      const found = yield* findCommitGraph(isAbsolute(place) ? place : resolve(objects, place), depth + 1)
      if (Option.isSome(found)) return found
    }
    return own
  })

const isIndex = (bytes: Buffer): boolean => bytes.length >= 12 && bytes.toString("latin1", 0, 4) === "MIDX"

/** Counts the packs of a repository, and those in its multi-pack-index. */
export const countPacks = Effect.fnUntraced(function* (objects: string) {
  const files = yield* FileSystem.FileSystem
  const folder = join(objects, "pack")
  const names = yield* Effect.orElseSucceed(files.readDirectory(folder), (): ReadonlyArray<string> => [])
  const index = yield* readBytes(join(folder, "multi-pack-index"))
  return {
    packs: names.filter((name) => name.endsWith(".pack")).length,
    indexed: Option.match(index, { onNone: () => 0, onSome: (bytes) => (isIndex(bytes) ? bytes.readUInt32BE(8) : 0) })
  }
})
