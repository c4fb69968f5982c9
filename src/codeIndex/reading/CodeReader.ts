import { Context, Effect, Layer } from "effect"
import type { RequestReader } from "../../store/database/RequestReader.ts"
import type { CodeError } from "../model/CodeError.ts"
import type { Requests } from "./requests.ts"

/** Reads the code index of the repository. Every call fails as opening does, if its folder cannot be used. */
export class CodeReader extends Context.Service<CodeReader, RequestReader<Requests, CodeError>>()(
  "ultragit/codeIndex/reading/CodeReader"
) {
  /** Reads on the calling thread. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./localReader.ts")),
      ({ makeCodeReader }) => Layer.effect(CodeReader, makeCodeReader)
    )
  )

  /** Reads on a thread, which starts with the first question. */
  static readonly layerApart = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./threadReader.ts")),
      ({ makeCodeReader }) => Layer.effect(CodeReader, makeCodeReader)
    )
  )
}
