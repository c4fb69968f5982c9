import { isAbsolute, join, resolve } from "node:path"
import { Effect, FileSystem, Option, type PlatformError } from "effect"
import type { ConfigEntry } from "../Git.ts"
import { isSetToFalse } from "../read/ConfigReads.ts"
import { type CommitGraph, parseCommitGraph } from "./parseCommitGraph.ts"

/** Git's limit for alternates of alternates. */
export const maxAlternateDepth = 5

/** Number of commits from which blame can gain from a commit-graph with changed paths. */
export const minGraphCommits = 2000
/** Commits that a commit-graph may lack before a new one pays off. */
export const maxMissingCommits = 500

/** Whether git is not to read commit-graphs. */
export const isGraphOff = (config: ReadonlyArray<ConfigEntry>): boolean => isSetToFalse(config, "core.commitgraph")

const mergeGraphs = (graphs: ReadonlyArray<CommitGraph>): CommitGraph => ({
  commits: graphs.reduce((sum, { commits }) => sum + commits, 0),
  withPaths: graphs.reduce((sum, { withPaths }) => sum + withPaths, 0),
  has: (commit) => graphs.some((graph) => graph.has(commit))
})

/** Reads a file; none if it does not exist. Anything other than a regular file is empty. */
const readBytes = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const info = yield* Effect.option(files.stat(file))
  if (Option.isNone(info)) return Option.none<Buffer>()
  return Option.some(info.value.type === "File" ? Buffer.from(yield* files.readFile(file)) : Buffer.alloc(0))
})

const readLines = (file: string) =>
  Effect.map(
    readBytes(file),
    Option.map((bytes) => bytes.toString("utf8").split("\n"))
  )

/** Reads the commit-graph of one object folder: a single file or a chain. */
const readGraph = Effect.fnUntraced(function* (objects: string) {
  const one = yield* readBytes(join(objects, "info", "commit-graph"))
  if (Option.isSome(one)) return Option.some(parseCommitGraph(one.value))
  const chain = join(objects, "info", "commit-graphs")
  const listed = yield* readLines(join(chain, "commit-graph-chain"))
  if (Option.isNone(listed)) return Option.none<CommitGraph>()
  const names = listed.value.filter((name) => /^[0-9a-f]+$/.test(name))
  const layers = yield* Effect.forEach(names, (name) => readBytes(join(chain, `graph-${name}.graph`)))
  return Option.some(mergeGraphs(layers.flatMap((layer) => Option.toArray(layer)).map(parseCommitGraph)))
})

/** The object folders of which one object folder borrows. */
const readAlternates = (objects: string) =>
  Effect.map(readLines(join(objects, "info", "alternates")), (lines) =>
    Option.getOrElse(lines, (): ReadonlyArray<string> => [])
      .filter((text) => text !== "" && !text.startsWith("#"))
      .map((place) => (isAbsolute(place) ? place : resolve(objects, place)))
  )

type Reading<A> = Effect.Effect<A, PlatformError.PlatformError, FileSystem.FileSystem>

/** Finds the commit-graph that git reads: that of the repository's own object folder, otherwise of its alternates. */
const findCommitGraph = (objects: string, depth = 0): Reading<Option.Option<CommitGraph>> =>
  Effect.gen(function* () {
    const own = yield* readGraph(objects)
    if (Option.isSome(own) || depth > maxAlternateDepth) return own
    for (const place of yield* readAlternates(objects)) {
      const found = yield* findCommitGraph(place, depth + 1)
      if (Option.isSome(found)) return found
    }
    return own
  })

/** How many object folders borrow of one another, starting with one: 0 if it borrows of none. */
export const alternateDepth = (objects: string, limit = maxAlternateDepth + 1): Reading<number> =>
  Effect.gen(function* () {
    const places = limit === 0 ? [] : yield* readAlternates(objects)
    const depths = yield* Effect.forEach(places, (place) => alternateDepth(place, limit - 1))
    return depths.reduce((most, depth) => Math.max(most, depth + 1), 0)
  })

/**
 * Says in words what the commit-graph of a repository lacks to make blame fast; undefined if nothing.
 *
 * @param newest the ids of the {@link minGraphCommits} newest commits
 */
export const findGraphFault = Effect.fnUntraced(function* (objects: string, newest: ReadonlyArray<string>) {
  const graph = yield* findCommitGraph(objects)
  if (Option.isNone(graph) || graph.value.commits === 0) return "there is no commit-graph"
  const { commits, has, withPaths } = graph.value
  if (withPaths === 0) return "the commit-graph has no changed paths"
  const withoutPaths = commits - withPaths
  if (withoutPaths >= maxMissingCommits) {
    return `the commit-graph has no changed paths for ${withoutPaths} of ${commits} commits`
  }
  const missing = newest.filter((commit) => !has(commit)).length
  if (missing < maxMissingCommits) return undefined
  return `the commit-graph is out of date: it lacks ${missing} of the newest ${newest.length} commits`
})
