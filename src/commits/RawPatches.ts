import { Context, Effect, Layer } from "effect"
import type { IndexError } from "./CommitIndex.ts"

/** Which commit, or which file of it. */
export interface PatchName {
  readonly repo: string
  readonly sha: string
  readonly path?: string
}

/** Patches as they are: where one has bytes that are no UTF-8, an answer in text cannot give them. */
export class RawPatches extends Context.Service<
  RawPatches,
  {
    /** The whole patch of a commit; empty where `CommitIndex.patch` has a reason to give none. */
    bytes(name: PatchName): Effect.Effect<Uint8Array, IndexError>
  }
>()("ultragit/commits/RawPatches") {
  /** Loaded when the layer is built; how repositories are asked is the caller's. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./asking/rawPatches.ts")),
      ({ layer }) => layer
    )
  )
}
