import { NodeChildProcessSpawner, NodeFileSystem, NodePath } from "@effect/platform-node"
import { Layer } from "effect"
import { env } from "node:process"
import { GitDirectory } from "../../src/git/Git.ts"
import { GitEnvironment } from "../../src/git/GitEnvironment.ts"
import { GitProcess } from "../../src/git/GitProcess.ts"

/** Git processes in a folder, with variables added to the environment; a fresh layer each time. */
export const gitProcessAt = (directory: string, environment: Readonly<Record<string, string>>) =>
  GitProcess.layerNoDeps.pipe(
    Layer.provide(NodeChildProcessSpawner.layer),
    Layer.provide([NodeFileSystem.layer, NodePath.layer]),
    Layer.provide(Layer.succeed(GitDirectory, directory)),
    Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...environment }))
  )
