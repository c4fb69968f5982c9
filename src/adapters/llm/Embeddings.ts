import { Context, Effect, Layer } from "effect"
import type { LanguageModelError } from "./LanguageModelError.ts"

/**
 * Vectors of texts over HTTP, by the user's own key or endpoint: near each other where texts mean alike. Each has the
 * length one, and as many dimensions as the model likes. Neither key nor address shows in any failure, only the host.
 */
export class Embeddings extends Context.Service<
  Embeddings,
  {
    readonly model: string
    /**
     * One vector for each text in their order, by one request, which is tried again where it may go better later. Fails
     * with `RequestRejected`, also where the endpoint takes one of the texts amiss.
     */
    embedTexts(texts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Float32Array>, LanguageModelError>
    /** The vector of one text, for who waits for it: nothing is tried again but, at once, a connection that broke. */
    embedQuery(text: string): Effect.Effect<Float32Array, LanguageModelError>
  }
>()("ultragit/adapters/llm/Embeddings") {
  /** Loaded when the layer is built, which fails with `EmbeddingsNotConfigured` and `VariableInvalid`. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => Promise.all([import("./vectors.ts"), import("./request.ts")])),
      ([{ makeEmbeddings }, { httpLayer }]) => Layer.effect(Embeddings, makeEmbeddings).pipe(Layer.provide(httpLayer))
    )
  )
}
