import { Effect, Layer, Option } from "effect"
import { resolve } from "node:path"
import { findServer } from "../../adapters/gitblit/findServer.ts"
import { Git, GitDirectory } from "../../adapters/git/Git.ts"
import { inspectPath } from "../../adapters/git/process/FileFingerprint.ts"
import { Settings } from "../../config/Settings.ts"
import { LocalHost, RepositoryRoot } from "../local/LocalHost.ts"
import { HostError, HostUnconfigured, RequestInvalid, RootInvalid } from "../model/HostError.ts"
import { GitblitHttp, RemoteServer } from "../remote/GitblitHttp.ts"
import { HostSource } from "./HostSource.ts"

/** Fails with `RootInvalid` unless the root is a folder. */
const checkRoot = Effect.fnUntraced(function* (root: string) {
  const path = resolve(root)
  const found = yield* inspectPath(path)
  const isFolder = Option.exists(found, ({ kind }) => kind === "directory")
  return isFolder ? path : yield* new HostError({ reason: new RootInvalid({ path }) })
})

/** Whether a repository brought the `.env` of its folder. Without a repository none did. */
const isEnvTracked = Effect.gen(function* () {
  const git = yield* Git
  return (yield* git.indexPaths).some((path) => path === ".env" || path.endsWith("/.env"))
}).pipe(
  Effect.catchReasons("GitError", {
    NotARepository: () => Effect.succeed(false)
  })
)

/** The server of environment or file. The working directory is only looked at for `.env`. */
const configuredServer = Effect.gen(function* () {
  const { envFile } = yield* HostSource
  const directory = resolve(yield* GitDirectory)
  return yield* findServer({ envFile, directory, isTracked: isEnvTracked }).pipe(
    Effect.mapError((error) => new HostError({ reason: new RequestInvalid({ detail: error.message }) }))
  )
})

const makeHostLayer = (folderLayer: typeof LocalHost.layer) => {
  const overFolder = (root: string) => folderLayer.pipe(Layer.provide(Layer.effect(RepositoryRoot, checkRoot(root))))
  return Layer.unwrap(
    Effect.gen(function* () {
      const { isFolder = false, root = "", servedRoot = "" } = yield* HostSource
      if (root !== "") return overFolder(root)
      const server = isFolder ? Option.none() : yield* configuredServer
      if (Option.isSome(server)) return GitblitHttp.layer.pipe(Layer.provide(Layer.succeed(RemoteServer)(server.value)))
      const { gitblitRoot } = yield* (yield* Settings).server
      const folder = gitblitRoot === "" ? servedRoot : gitblitRoot
      return folder === "" ? yield* new HostError({ reason: new HostUnconfigured({}) }) : overFolder(folder)
    })
  )
}

/**
 * `RepositoryHost` as flags, environment and settings choose it: `--root`, else a server, else the folder of the setting, else the
 * only folder of repositories that is served. Never the working directory.
 */
export const hostLayer = makeHostLayer(LocalHost.layer)

/** The same for a server: reads the index of commits in a worker thread, so that other calls go on. */
export const hostLayerApart = makeHostLayer(LocalHost.layerApart)
