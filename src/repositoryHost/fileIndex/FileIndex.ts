import { Context, Effect, Layer } from "effect"
import type { FileIndexCalls } from "./answers.ts"

/**
 * The index of the files of a folder of repositories: which words each content has. It is named by contents and commits, so
 * that what it says is never out of date; it may lack commits.
 */
export class FileIndex extends Context.Service<FileIndex, FileIndexCalls>()(
  "ultragit/repositoryHost/fileIndex/FileIndex"
) {
  /** The index of a folder, on the calling thread, for callers that may block. */
  static readonly layer = (root: string) =>
    Layer.unwrap(
      Effect.map(
        Effect.promise(() => import("./localIndex.ts")),
        ({ openHere }) => Layer.effect(FileIndex, openHere(root))
      )
    )

  /** The same on threads of its own, for callers that must not block: one reads and one writes. */
  static readonly layerApart = (root: string) =>
    Layer.unwrap(
      Effect.map(
        Effect.promise(() => import("./threadIndex.ts")),
        ({ openApart }) => Layer.effect(FileIndex, openApart(root))
      )
    )
}
