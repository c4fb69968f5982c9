import { Effect, Option, Schema } from "effect"
import { DiskCache, type CacheKind } from "./DiskCache.ts"

/** A typed view of one kind of entries in the disk cache. */
export interface TypedCache<A> {
  /** Returns none if the entry is missing or does not decode. */
  get(key: string): Effect.Effect<Option.Option<A>>
  put(key: string, value: A): Effect.Effect<void>
}

/** Makes a typed cache for a kind, encoding values with the codec. */
export const make = <A>(
  kind: CacheKind,
  codec: Schema.Codec<A, string>
): Effect.Effect<TypedCache<A>, never, DiskCache> =>
  Effect.map(DiskCache, (cache) => {
    const decode = Schema.decodeEffect(codec)
    const encode = Schema.encodeEffect(codec)
    const get = Effect.fnUntraced(function* (key: string) {
      const found = yield* cache.get(kind, key)
      if (Option.isNone(found)) return Option.none<A>()
      return yield* Effect.option(decode(new TextDecoder().decode(found.value)))
    })
    const put = (key: string, value: A) =>
      Effect.flatMap(Effect.orDie(encode(value)), (text) => cache.put(kind, key, new TextEncoder().encode(text)))
    return { get, put }
  })
