import { Context, Effect, Layer } from "effect"
import { Pipeline } from "./pipeline/questions/Pipeline.ts"
import { Backend } from "./cli/kit/Backend.ts"
import { Environment } from "./cli/kit/Environment.ts"
import { CommitIndex } from "./commitIndex/asking/CommitIndex.ts"
import { RawPatches } from "./commitIndex/asking/RawPatches.ts"
import { Repositories } from "./commitIndex/repositories/Repositories.ts"
import { Sources } from "./commitIndex/model/Sources.ts"
import { Sync } from "./commitIndex/sync/Sync.ts"
import { toolsets } from "./toolsets/toolsets.ts"
import { GitDirectory } from "./adapters/git/Git.ts"

// Nothing but what every start needs is imported here: the rest is loaded when its layer is built.
const lazily = <A, E, R>(load: () => Promise<Layer.Layer<A, E, R>>) => Layer.unwrap(Effect.promise(load))

/** Files, paths, processes, standard streams, terminal. */
export const platform = lazily(() => import("@effect/platform-node/NodeServices").then(({ layer }) => layer))

/** Files and paths, for those who need nothing else. */
export const files = lazily(() =>
  Promise.all([import("@effect/platform-node/NodeFileSystem"), import("@effect/platform-node/NodePath")]).then(
    ([fileSystem, path]) => Layer.merge(fileSystem.layer, path.layer)
  )
)

const git = lazily(() => import("./adapters/git/esgit/EsGit.ts").then(({ EsGit }) => EsGit.layerNoDeps))
const settings = lazily(() => import("./config/Settings.ts").then(({ Settings }) => Settings.layerNoDeps)).pipe(
  Layer.provideMerge(git)
)
const gitWrites = lazily(() =>
  import("./adapters/git/GitWriteProcess.ts").then(({ GitWriteProcess }) => GitWriteProcess.layerNoDeps)
)
const notes = lazily(() => import("./notes/Notes.ts").then(({ Notes }) => Notes.layerNoDeps))
const notesWriter = lazily(() => import("./notes/NotesWriter.ts").then(({ NotesWriter }) => NotesWriter.layerNoDeps))
const parser = lazily(() => import("./adapters/parser/Parser.ts").then(({ Parser }) => Parser.layer))

/** Git and settings of the repository at `GitDirectory`, with the `SettingsFlags` of the context. */
export const settingsLayer = settings.pipe(Layer.provide(files))

/** Everything the four questions need. */
export const pipelineLayer = Pipeline.layer.pipe(
  Layer.provide([notes, parser]),
  Layer.provideMerge(settings),
  Layer.provide(files)
)

/** Everything that writing annotations needs, reading included. */
export const authoringLayer = Layer.mergeAll(Pipeline.layer, notesWriter).pipe(
  Layer.provideMerge([notes, parser]),
  Layer.provideMerge(gitWrites),
  Layer.provideMerge(settings),
  Layer.provide(files)
)

/** Git and notes of any repository, for those who ask several. */
export const sources = Layer.succeed(Sources)({
  at: (directory) =>
    notes.pipe(
      Layer.provideMerge(settings),
      Layer.provide(files),
      Layer.provide(Layer.succeed(GitDirectory)(directory))
    )
})

/** Everything that questions to the index of commits need. */
export const commitsLayer = CommitIndex.layer.pipe(Layer.provide(sources))

/** The same for a server, which has other things to do while the index is read. */
const servedCommitsLayer = CommitIndex.layerApart.pipe(Layer.provide(sources))

/** What the command line asks beside. */
const askedCommitsLayer = Layer.mergeAll(CommitIndex.layer, RawPatches.layer).pipe(Layer.provide(sources))

/** Everything that bringing it up to date needs. */
export const repositoriesLayer = Repositories.layer.pipe(Layer.provide(Sync.layer), Layer.provide(sources))

/** Settings as a server reads them once, at its start. */
const serverSettings = Effect.gen(function* () {
  const { Settings } = yield* Effect.promise(() => import("./config/Settings.ts"))
  return yield* Context.get(yield* Layer.build(settingsLayer), Settings).server
}).pipe(Effect.scoped)

/** Every toolset, ready to be served. */
const servedToolsets = Effect.gen(function* () {
  const { served } = yield* Effect.promise(() => import("./serving/server/ServedToolset.ts"))
  const layers = { annotations: pipelineLayer, authoring: authoringLayer, commits: servedCommitsLayer }
  return served(toolsets, layers, yield* Environment)
})

/** What the command line runs on. */
export const backend = (version: string) =>
  Layer.succeed(Backend)({
    version,
    settings: settingsLayer,
    annotations: pipelineLayer,
    authoring: authoringLayer,
    commits: askedCommitsLayer,
    repositories: repositoriesLayer,
    serverSettings,
    toolsets: servedToolsets
  })
