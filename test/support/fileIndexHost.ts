import { Context, Effect, Layer } from "effect"
import { FileIndexPath } from "../../src/repositoryHost/fileIndex/FileIndexPath.ts"
import { LocalHost, RepositoryRoot } from "../../src/repositoryHost/local/LocalHost.ts"
import { RepositoryHost } from "../../src/repositoryHost/model/RepositoryHost.ts"

/** The host over a folder, with the index of files in a file; without one where there is no such file. */
export const hostWithFileIndex = (root: string, index: string, layer: typeof LocalHost.layer = LocalHost.layer) =>
  Layer.provide(layer, [Layer.succeed(RepositoryRoot)(root), Layer.succeed(FileIndexPath)(index)])

/** Builds {@link hostWithFileIndex}. */
export const buildHostWithFileIndex = (...args: Parameters<typeof hostWithFileIndex>) =>
  Effect.map(Layer.build(hostWithFileIndex(...args)), (context) => Context.get(context, RepositoryHost))
