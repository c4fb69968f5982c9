import { Context, Effect, Layer } from "effect"
import { Pipeline } from "./pipeline/questions/Pipeline.ts"
import { Backend } from "./cli/kit/Backend.ts"
import { Environment } from "./cli/kit/Environment.ts"
import { CommitIndex } from "./commitIndex/service/CommitIndex.ts"
import { RawPatches } from "./commitIndex/service/RawPatches.ts"
import { Repositories } from "./commitIndex/repositories/Repositories.ts"
import { Sources } from "./commitIndex/model/Sources.ts"
import { Sync } from "./commitIndex/sync/Sync.ts"
import { AnswerText } from "./toolsets/annotations/AnswerText.ts"
import { toolsets } from "./toolsets/toolsets.ts"
import { GitDirectory } from "./adapters/git/Git.ts"

// Statically imports only what every start needs. Everything else is loaded when its layer is built.
const lazily = <A, E, R>(load: () => Promise<Layer.Layer<A, E, R>>) => Layer.unwrap(Effect.promise(load))

/** The platform services: files, paths, processes, standard streams, terminal. */
export const platform = lazily(() => import("@effect/platform-node/NodeServices").then(({ layer }) => layer))

/** Only files and paths. */
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

/** Git and the settings of the repository at `GitDirectory`, with the `SettingsFlags` of the context. */
export const settingsLayer = settings.pipe(Layer.provide(files))

/** The services for read, deps, history and summary. */
export const pipelineLayer = Pipeline.layer.pipe(
  Layer.provide([notes, parser]),
  Layer.provideMerge(settings),
  Layer.provide(files)
)

/** The services for writing annotations, including those for reading. */
export const authoringLayer = Layer.mergeAll(Pipeline.layer, notesWriter).pipe(
  Layer.provideMerge([notes, parser]),
  Layer.provideMerge(gitWrites),
  Layer.provideMerge(settings),
  Layer.provide(files)
)

/** Git and notes of any repository, for commands on several repositories. */
export const sources = Layer.succeed(Sources)({
  at: (directory) =>
    notes.pipe(
      Layer.provideMerge(settings),
      Layer.provide(files),
      Layer.provide(Layer.succeed(GitDirectory)(directory))
    )
})

/** The services for searching the index of commits. */
export const commitsLayer = CommitIndex.layer.pipe(Layer.provide(sources))

/** The same for a server: reads the index in a worker thread, so that other calls go on. */
const servedCommitsLayer = CommitIndex.layerApart.pipe(Layer.provide(sources))

/** The same for the command line, with raw patches. */
const askedCommitsLayer = Layer.mergeAll(CommitIndex.layer, RawPatches.layer).pipe(Layer.provide(sources))

/** The services for managing and syncing the repositories of the index. */
export const repositoriesLayer = Repositories.layer.pipe(Layer.provide(Sync.layer), Layer.provide(sources))

/** The settings that a server reads once, when it starts. */
const serverSettings = Effect.gen(function* () {
  const { Settings } = yield* Effect.promise(() => import("./config/Settings.ts"))
  return yield* Context.get(yield* Layer.build(settingsLayer), Settings).server
}).pipe(Effect.scoped)

/** Answers as the command line prints them, without colors. */
const markdownText = Layer.succeed(AnswerText)(
  Effect.map(
    Effect.promise(() => import("./cli/render/print.ts")),
    ({ markdown, pipe }) =>
      (answer) =>
        markdown(answer, pipe)
  )
)

/** All toolsets with their layers. */
const servedToolsets = Effect.gen(function* () {
  const { served } = yield* Effect.promise(() => import("./serving/server/ServedToolset.ts"))
  const layers = {
    annotations: Layer.merge(pipelineLayer, markdownText),
    authoring: authoringLayer,
    commits: servedCommitsLayer
  }
  return served(toolsets, layers, yield* Environment)
})

/** The services of the command line. */
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
