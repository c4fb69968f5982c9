import { Context, Effect, Layer } from "effect"
import type { IndexError } from "./CommitIndex.ts"
import { IndexFile } from "../reading/IndexFile.ts"
import type { PatchBytes } from "../queries/patch.ts"
import type { PatchInput } from "../model/inputs.ts"

/** Reads patches as bytes: an answer in text cannot represent invalid UTF-8. */
export class RawPatches extends Context.Service<
  RawPatches,
  {
    /** Reads the part that `CommitIndex.patch` returns, as bytes and without its size limit. */
    part(input: PatchInput): Effect.Effect<PatchBytes, IndexError>
  }
>()("ultragit/commitIndex/service/RawPatches") {
  /** Loads its implementation when the layer is built. Needs `Sources`. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./makeRawPatches.ts")),
      ({ makeRawPatches }) => Layer.effect(RawPatches, makeRawPatches).pipe(Layer.provide(IndexFile.layer))
    )
  )
}
