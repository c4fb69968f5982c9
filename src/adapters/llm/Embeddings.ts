import { Context, Effect, Layer } from "effect"
import type { LanguageModelError } from "./LanguageModelError.ts"

/**
 * Embeddings over HTTP, with the user's own key or endpoint. Vectors have length one; texts with similar meaning have
 * similar vectors; the model sets the number of dimensions. Failures name the host but never the key or the full
 * address.
 */
export class Embeddings extends Context.Service<
  Embeddings,
  {
    readonly model: string
    /**
     * Embeds texts in one request and returns one vector per text, in order. Retries transient failures. Fails with
     * `RequestRejected` even if the endpoint objects to only one text.
     */
    embedTexts(texts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Float32Array>, LanguageModelError>
    /** Embeds one text while the user waits: a broken connection is retried once at once, nothing else. */
    embedQuery(text: string): Effect.Effect<Float32Array, LanguageModelError>
  }
>()("ultragit/adapters/llm/Embeddings") {
  /** Loads the implementation when built. Fails with `EmbeddingsNotConfigured` or `VariableInvalid`. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => Promise.all([import("./vectors.ts"), import("../http/fetchLayer.ts")])),
      ([{ makeEmbeddings }, { fetchLayer }]) => Layer.effect(Embeddings, makeEmbeddings).pipe(Layer.provide(fetchLayer))
    )
  )
}
