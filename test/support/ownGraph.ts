import process from "node:process"
import { NodeServices } from "@effect/platform-node"
import { Effect, Layer, Option } from "effect"
import { ownGraph } from "../../src/adapters/git/commitGraph/OwnGraph.ts"
import {
  MinOwnGraphCommits,
  removeOwnGraph,
  updateOwnGraph
} from "../../src/adapters/git/commitGraph/updateOwnGraph.ts"
import { Git } from "../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../src/adapters/git/GitEnvironment.ts"
import { gitProcessAt } from "./gitLayer.ts"
import { isolation } from "./runGit.ts"

/** Runs an effect on the repository of a folder over git processes, with additional environment variables. */
export const withGit =
  (directory: string, environment: Readonly<Record<string, string>> = isolation) =>
  <A, E>(effect: Effect.Effect<A, E, Git | NodeServices.NodeServices>) =>
    effect.pipe(
      Effect.provide(Layer.merge(gitProcessAt(directory, environment), NodeServices.layer), { local: true }),
      Effect.provideService(GitEnvironment, { ...process.env, ...environment })
    )

/** Brings the commit-graph of our own up to date, for a history of any length. */
export const keepOwnGraph = (directory: string, environment?: Readonly<Record<string, string>>) =>
  updateOwnGraph().pipe(Effect.provideService(MinOwnGraphCommits, 1), withGit(directory, environment))

/** Whether the commit-graph of our own is used now. */
export const usesOwnGraph = (directory: string) =>
  Effect.gen(function* () {
    return yield* ownGraph(yield* (yield* Git).repository).isUsable
  }).pipe(withGit(directory))

/** Removes the commit-graph of our own. */
export const removeGraphAt = (directory: string, environment?: Readonly<Record<string, string>>) =>
  Effect.ignore(withGit(directory, environment)(removeOwnGraph()))

/** `Git` over git processes, with a commit-graph of our own while it is open. */
export const gitWithGraphAt = (directory: string, environment: Readonly<Record<string, string>>) =>
  Layer.effectDiscard(
    Effect.acquireRelease(
      // Where there is no repository, or none that can be read, there is no commit-graph either.
      Effect.ignore(keepOwnGraph(directory, environment)),
      () => removeGraphAt(directory, environment)
    )
  ).pipe(Layer.provideMerge(gitProcessAt(directory, environment)))

/** What walks say of the history of a commit: each file's blame, last change, names and lines, and the order of all commits. */
export const askHistory = (directory: string, revision = "HEAD") =>
  Effect.gen(function* () {
    const git = yield* Git
    const commit = yield* git.resolveCommit(revision)
    const all = yield* git.walk({ from: [commit] })
    const files = yield* Effect.forEach(yield* git.files(commit, ""), ({ path }) =>
      Effect.all({
        path: Effect.succeed(path),
        blame: git.blame({ commit, path, contents: Option.none() }),
        last: git.lastChange(commit, path),
        history: git.fileHistory(commit, path),
        lines: git.lineHistory({ commit, path, lines: { start: 1, end: 1 } }),
        walk: git.walk({ from: [commit], paths: [path], merges: false })
      })
    )
    return {
      all,
      files,
      merges: yield* git.mergesOf(commit),
      since: yield* git.mergesOf(commit, all[Math.floor(all.length / 2)]),
      additions: yield* git.additions(commit),
      renames: yield* git.renames(commit),
      reachable: [...(yield* git.reachable(all, all[Math.floor(all.length / 3)] ?? commit))]
    }
  }).pipe(withGit(directory))
