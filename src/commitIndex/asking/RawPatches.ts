import { Context, Effect, Layer } from "effect"
import type { IndexError } from "./CommitIndex.ts"
import { IndexFile } from "../reading/IndexFile.ts"
import type { PatchBytes } from "../lookups/patch.ts"
import type { PatchInput } from "../model/inputs.ts"

/** Patches as they are: where one has bytes that are no UTF-8, an answer in text cannot give them. */
export class RawPatches extends Context.Service<
  RawPatches,
  {
    /** The part that `CommitIndex.patch` would give as text, in bytes, and as long as is asked for. */
    part(input: PatchInput): Effect.Effect<PatchBytes, IndexError>
  }
>()("ultragit/commitIndex/asking/RawPatches") {
  /** Loaded when the layer is built; how repositories are asked is the caller's. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./makeRawPatches.ts")),
      ({ makeRawPatches }) => Layer.effect(RawPatches, makeRawPatches).pipe(Layer.provide(IndexFile.layer))
    )
  )
}
