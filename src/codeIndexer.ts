/**
 * The indexing thread of a server. Arguments: the work tree, or the bare repository; the git directory if git does not find
 * it from there, or `""`; the path of the code index.
 */
import { argv, env } from "node:process"
import { Context, Effect, Layer, Option } from "effect"
import { GitDirectory } from "./adapters/git/Git.ts"
import { GitEnvironment } from "./adapters/git/GitEnvironment.ts"
import { Extractor } from "./codeIndex/extracting/Extractor.ts"
import { answerRequests } from "./adapters/threads/answerRequests.ts"
import { makeIndexer } from "./codeIndex/indexing/localIndexer.ts"
import type { IndexingError } from "./codeIndex/indexing/Reconciler.ts"
import { indexingError } from "./codeIndex/indexing/threadIndexer.ts"
import type { IndexerRequests } from "./codeIndex/indexing/threadRequests.ts"
import { Settings } from "./config/Settings.ts"
import { settingsLayer } from "./Layers.ts"

const [, , directory = "", gitDirectory = "", path = ""] = argv

const place =
  gitDirectory === ""
    ? Context.make(GitDirectory, directory)
    : Context.make(GitDirectory, "").pipe(
        Context.add(GitEnvironment, { ...env, GIT_DIR: gitDirectory, GIT_WORK_TREE: directory })
      )

const serve = Effect.gen(function* () {
  // An invalid setting is reported by those who need its value.
  const settings = yield* Effect.option((yield* Settings).values)
  const isWatching = Option.exists(settings, ({ codeWatch }) => codeWatch === "on")
  const { reconcile, reconcileFolder } = yield* makeIndexer(path, isWatching)
  const handlers: {
    readonly [Name in keyof IndexerRequests]: (
      input: IndexerRequests[Name]["input"]
    ) => Effect.Effect<IndexerRequests[Name]["output"], IndexingError>
  } = {
    reconcile: ({ force }) => reconcile(force),
    reconcileFolder: ({ root }) => reconcileFolder(root)
  }
  return yield* answerRequests<IndexerRequests, IndexingError, never>(indexingError, (name, input) =>
    handlers[name](input)
  )
}).pipe(Effect.provide(Layer.merge(settingsLayer, Extractor.layer)), Effect.provideContext(place), Effect.scoped)

Effect.runFork(serve)
