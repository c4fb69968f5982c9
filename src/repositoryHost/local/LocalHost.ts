import { Context, Effect, Layer } from "effect"
import { BareGit } from "../../adapters/git/bare/BareGit.ts"
import { IndexReader } from "../../commitIndex/reading/IndexReader.ts"
import { FileIndex } from "../fileIndex/FileIndex.ts"
import { RepositoryHost } from "../model/RepositoryHost.ts"
import { file, files, list } from "./browse.ts"
import { find } from "./find.ts"
import { makeFolder } from "./Folder.ts"
import { hideRoot } from "./hideRoot.ts"
import { compareFolded } from "./names.ts"
import { searchCommits } from "./searchCommits.ts"
import { searchFiles } from "./searchFiles.ts"
import { updateIndex } from "./searchIndex.ts"

/** The folder with the repositories, absolute. Read when the layer is built. */
export class RepositoryRoot extends Context.Service<RepositoryRoot, string>()(
  "ultragit/repositoryHost/local/LocalHost/RepositoryRoot"
) {}

/** `RepositoryHost` over the repositories of a folder, without a server. */
const layerNoDeps = Layer.effect(
  RepositoryHost,
  Effect.gen(function* () {
    const root = yield* RepositoryRoot
    const folder = yield* makeFolder(root)
    const commits = yield* IndexReader
    const index = yield* FileIndex
    const host: RepositoryHost["Service"] = {
      list: Effect.fn("LocalHost.list")((question) => list(folder, question)),
      files: Effect.fn("LocalHost.files")((question) => files(folder, question)),
      file: Effect.fn("LocalHost.file")((question) => file(folder, question)),
      find: Effect.fn("LocalHost.find")((question) => find(folder, question)),
      searchFiles: Effect.fn("LocalHost.searchFiles")((question) => searchFiles(folder, index, question)),
      searchCommits: Effect.fn("LocalHost.searchCommits")((question) => searchCommits(folder, commits, question)),
      updateIndex: updateIndex(folder, index),
      names: Effect.map(folder.all, ({ repositories }) => repositories.map(({ name }) => name).toSorted(compareFolded))
    }
    return RepositoryHost.of(hideRoot(root, host))
  })
)

const overRoot = (layer: (root: string) => ReturnType<typeof FileIndex.layer>) =>
  Layer.unwrap(Effect.map(RepositoryRoot, layer)).pipe(Layer.provide(BareGit.layer))

/** The layers of `RepositoryHost` over a folder; they need {@link RepositoryRoot}. */
export const LocalHost = {
  layerNoDeps,
  /** Reads the indexes of commits and files on the calling thread. */
  layer: Layer.provide(layerNoDeps, [BareGit.layer, IndexReader.layer, overRoot(FileIndex.layer)]),
  /** Reads the indexes on worker threads, and keeps that of files up to date, for servers. */
  layerApart: Layer.provide(layerNoDeps, [BareGit.layer, IndexReader.layerApart, overRoot(FileIndex.layerApart)])
} as const
