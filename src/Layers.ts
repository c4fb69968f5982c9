import { Context, Effect, Layer } from "effect"
import { CodeGraph } from "./codeGraph/service/CodeGraph.ts"
import { CodeIndex } from "./codeIndex/service/CodeIndex.ts"
import { Pipeline } from "./pipeline/questions/Pipeline.ts"
import { Backend } from "./cli/kit/Backend.ts"
import { Environment } from "./cli/kit/Environment.ts"
import { CommitIndex } from "./commitIndex/service/CommitIndex.ts"
import { RawPatches } from "./commitIndex/service/RawPatches.ts"
import { Repositories } from "./commitIndex/repositories/Repositories.ts"
import { forAllRepositories, MaxOpenRepositories, OpenRepositories } from "./openRepositories/OpenRepositories.ts"
import { makeSources } from "./commitIndex/model/Sources.ts"
import { Sync } from "./commitIndex/sync/Sync.ts"
import { AnswerText } from "./toolsets/annotations/AnswerText.ts"
import type { Parser } from "./adapters/parser/Parser.ts"
import { toolsets } from "./toolsets/toolsets.ts"

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

/** One parser for all repositories: its caches, and the memory of its thread, are limited for the whole process. */
const sharedParser = forAllRepositories(parser)

/** Git and the settings of the repository at `GitDirectory`, with the `SettingsFlags` of the context. */
export const settingsLayer = settings.pipe(Layer.provide(files))

/** The questions, and the parser that they share with others. */
interface Asking<R> {
  readonly questions: typeof Pipeline.layer
  readonly parsing: Layer.Layer<Parser, never, R>
}

const makePipelineLayer = <R>({ parsing, questions }: Asking<R>) =>
  questions.pipe(Layer.provide([notes, parsing]), Layer.provideMerge(settings), Layer.provide(files))

const makeAuthoringLayer = <R>({ parsing, questions }: Asking<R>) =>
  Layer.mergeAll(questions, notesWriter).pipe(
    Layer.provideMerge([notes, parsing]),
    Layer.provideMerge(gitWrites),
    Layer.provideMerge(settings),
    Layer.provide(files)
  )

const asking = { questions: Pipeline.layer, parsing: parser }
const servedAsking = { questions: Pipeline.layerApart, parsing: sharedParser }

/** The services for read, deps, history and summary. */
export const pipelineLayer = makePipelineLayer(asking)

/** The same for a server: a thread brings the code index up to date, so that other calls go on. */
export const servedPipelineLayer = makePipelineLayer({ questions: Pipeline.layerApart, parsing: parser })

/** The services for writing annotations, including those for reading. */
export const authoringLayer = makeAuthoringLayer(asking)

/** What a server does for a repository in the background. */
const upkeep = lazily(() => import("./lineage/GraphUpkeep.ts").then(({ GraphUpkeep }) => GraphUpkeep.layerNoDeps)).pipe(
  Layer.provide(settings),
  Layer.provide(files)
)

/** Git and notes of the repositories that the process has open. */
const openSources = makeSources(Layer.provide(Layer.provideMerge(notes, settings), files))

/** Git and notes of any repository, for commands: they read most repositories once. */
export const sources = openSources.pipe(
  Layer.provide(OpenRepositories.layer),
  Layer.provide(Layer.succeed(MaxOpenRepositories)(1))
)

/** The services for searching the index of commits. */
export const commitsLayer = CommitIndex.layer.pipe(Layer.provide(sources))

/** The same for a server: reads the index in a worker thread, so that other calls go on. */
const servedCommitsLayer = forAllRepositories(CommitIndex.layerApart.pipe(Layer.provide(openSources)))

/** The same for the command line, with raw patches. */
const askedCommitsLayer = Layer.mergeAll(CommitIndex.layer, RawPatches.layer).pipe(Layer.provide(sources))

/** The services for questions to the code index, on the calling thread. */
export const codeLayer = CodeIndex.layer.pipe(Layer.provide(notes), Layer.provideMerge(settings), Layer.provide(files))

/** The same for a server: threads make and read the index, so that other calls go on. */
export const servedCodeLayer = CodeIndex.layerApart.pipe(
  Layer.provide(notes),
  Layer.provideMerge(settings),
  Layer.provide(files)
)

/** The services for questions to graph and history, on the calling thread. */
export const graphLayer = CodeGraph.layer.pipe(
  Layer.provide([notes, parser]),
  Layer.provideMerge(settings),
  Layer.provide(files)
)

/** The same for a server: threads make and read the index, so that other calls go on. */
const servedGraphLayer = CodeGraph.layerApart.pipe(
  Layer.provide([notes, sharedParser]),
  Layer.provideMerge(settings),
  Layer.provide(files)
)

/** The services for managing and syncing the repositories of the index. */
export const repositoriesLayer = Repositories.layer.pipe(Layer.provide(Sync.layer), Layer.provide(sources))

const loadHost = () => import("./repositoryHost/service/hostLayer.ts")

/** The repositories of a server or folder, as flags, environment and settings choose them. */
const gitblitLayer = lazily(() => loadHost().then(({ hostLayer }) => hostLayer)).pipe(Layer.provide(settingsLayer))

/** The same for a server: reads the index of commits in a worker thread, so that other calls go on. */
const servedGitblitLayer = lazily(() => loadHost().then(({ hostLayerApart }) => hostLayerApart)).pipe(
  Layer.provide(settingsLayer)
)

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
    annotations: Layer.mergeAll(makePipelineLayer(servedAsking), markdownText, upkeep),
    authoring: Layer.merge(makeAuthoringLayer(servedAsking), upkeep),
    commits: servedCommitsLayer,
    code: servedCodeLayer,
    graph: Layer.merge(servedGraphLayer, upkeep),
    gitblit: forAllRepositories(servedGitblitLayer)
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
    code: codeLayer,
    graph: graphLayer,
    gitblit: gitblitLayer,
    servedGitblit: servedGitblitLayer,
    repositories: repositoriesLayer,
    serverSettings,
    toolsets: servedToolsets
  })
