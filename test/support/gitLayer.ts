import { NodeChildProcessSpawner, NodeFileSystem, NodePath } from "@effect/platform-node"
import { Layer } from "effect"
import { env } from "node:process"
import { EsGit } from "../../src/adapters/git/esgit/EsGit.ts"
import { EsGitLibrary, loadEsGit } from "../../src/adapters/git/esgit/EsGitHandle.ts"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../src/adapters/git/GitEnvironment.ts"
import { GitProcess } from "../../src/adapters/git/GitProcess.ts"
import { GitWriteProcess } from "../../src/adapters/git/GitWriteProcess.ts"

const services = (directory: string, environment: Readonly<Record<string, string>>) =>
  NodeChildProcessSpawner.layer.pipe(
    Layer.provide([NodeFileSystem.layer, NodePath.layer]),
    Layer.merge(Layer.succeed(GitDirectory, directory)),
    Layer.merge(Layer.succeed(GitEnvironment, { ...env, ...environment }))
  )

/** Git processes in a folder, with additional environment variables; a fresh layer each time. */
export const gitProcessAt = (directory: string, environment: Readonly<Record<string, string>>) =>
  GitProcess.layerNoDeps.pipe(Layer.provide(services(directory, environment)))

/** The same with es-git, loaded before the first call unless the environment says otherwise. */
export const esGitAt = (
  directory: string,
  environment: Readonly<Record<string, string>>,
  library: typeof EsGitLibrary.Service = loadEsGit
) =>
  EsGit.layerNoDeps.pipe(
    Layer.provide(services(directory, { ULTRAGIT_GIT: "es-git", ...environment })),
    Layer.provide(Layer.succeed(EsGitLibrary, library))
  )

/** `Git` and `GitWrites` over git processes. */
export const gitWriteProcessAt = (directory: string, environment: Readonly<Record<string, string>>) =>
  GitWriteProcess.layerNoDeps.pipe(
    Layer.provideMerge(GitProcess.layerNoDeps),
    Layer.provide(services(directory, environment))
  )
