import { Effect, Layer } from "effect"
import { join } from "node:path"
import { IndexPath } from "../../src/commitIndex/model/indexPath.ts"
import { LocalHost, RepositoryRoot } from "../../src/repositoryHost/local/LocalHost.ts"
import { makeIndex } from "./commits/indexing.ts"

/** The host over a folder, with the index of commits in a file; without one where there is no such file. */
export const hostWithIndex = (root: string, index: string) =>
  Layer.provide(LocalHost.layer, [Layer.succeed(RepositoryRoot)(root), Layer.succeed(IndexPath)(index)])

/** Makes an index of some repositories of a folder. Returns its path. */
export const indexRepositories = Effect.fnUntraced(function* (root: string, names: ReadonlyArray<string>) {
  const index = yield* makeIndex
  for (const name of names) {
    index.register(name, join(root, name))
    yield* index.sync(name)
  }
  return index.path
})
