import { Clock, Effect, Option, Schema, Semaphore } from "effect"
import { createLocalJWKSet, type LocalJWKSet } from "jose"
import { DocumentUnavailable, type JsonReader, makeJsonReader } from "../../adapters/http/jsonReader.ts"
import { isSafeUrl, type OidcSettings } from "./OidcSettings.ts"

/** Age from which keys are read again. */
const freshMillis = 10 * 60_000
/** Age up to which keys are used while the provider cannot be reached. */
const usableMillis = 60 * 60_000
/** Minimum time between two readings because of tokens signed by an unknown key. */
const renewalMillis = 30_000
/** Time after a failure before the provider is asked again. */
const retryMillis = 5_000

const Metadata = Schema.Struct({ issuer: Schema.String, jwks_uri: Schema.String })
const decodeMetadata = Schema.decodeUnknownOption(Metadata)
const KeySet = Schema.Struct({ keys: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })
const decodeKeySet = Schema.decodeUnknownOption(KeySet)
const unavailable = (detail: string) => new DocumentUnavailable({ detail })

/** Places of the metadata of an issuer, that of OpenID Connect first, then that of OAuth (RFC 8414). */
const metadataUrls = (issuer: string): ReadonlyArray<string> => {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, "")
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`
  ]
}

const findKeysUrl = Effect.fnUntraced(function* (readJson: JsonReader, { issuer, keys }: OidcSettings) {
  if (keys !== undefined) return keys
  const [first = "", second = ""] = metadataUrls(issuer)
  const document = yield* readJson(first).pipe(Effect.catch((error) => Effect.mapError(readJson(second), () => error)))
  const metadata = Option.getOrUndefined(decodeMetadata(document))
  if (metadata === undefined) return yield* unavailable(`The metadata of ${issuer} names no keys`)
  if (metadata.issuer !== issuer) return yield* unavailable(`The metadata of ${issuer} is of another issuer`)
  if (!isSafeUrl(metadata.jwks_uri)) return yield* unavailable(`The metadata of ${issuer} names unsafe keys`)
  return metadata.jwks_uri
})

const readKeys = Effect.fn("Oidc.readKeys")(function* (readJson: JsonReader, settings: OidcSettings) {
  const url = yield* findKeysUrl(readJson, settings)
  const document = Option.getOrUndefined(decodeKeySet(yield* readJson(url)))
  if (document === undefined) return yield* unavailable(`${url}: the answer is no set of keys`)
  return yield* Effect.try({
    try: () => createLocalJWKSet({ keys: document.keys.map((key) => ({ ...key })) }),
    catch: () => unavailable(`${url}: the answer is no set of keys`)
  })
})

/** The keys by which an identity provider signs. */
export interface SigningKeys {
  /** Fails while there are none that are recent enough. */
  readonly current: Effect.Effect<LocalJWKSet, DocumentUnavailable>
  /** The keys for a token whose key is not among the current ones: read again, unless that was done a moment ago. */
  readonly renewed: Effect.Effect<LocalJWKSet, DocumentUnavailable>
}

/** Caches the keys of an issuer. They are read when first needed; concurrent callers share one reading. */
export const makeSigningKeys = Effect.fnUntraced(function* (settings: OidcSettings) {
  const readJson = yield* makeJsonReader
  const permit = yield* Semaphore.make(1)
  let kept: { readonly set: LocalJWKSet; readonly readMillis: number } | undefined
  let failure: { readonly error: DocumentUnavailable; readonly millis: number } | undefined
  const read = Effect.fnUntraced(function* (now: number) {
    if (failure !== undefined && now - failure.millis < retryMillis) return yield* failure.error
    const set = yield* readKeys(readJson, settings).pipe(
      Effect.tapError((error) => {
        failure = { error, millis: now }
        return Effect.logWarning(`Keys of the identity provider: ${error.detail}`)
      })
    )
    failure = undefined
    kept = { set, readMillis: now }
    return set
  })
  const keysNotOlder = (maxAgeMillis: number) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const known = kept
      const age = known === undefined ? Number.POSITIVE_INFINITY : now - known.readMillis
      if (known !== undefined && age < maxAgeMillis) return known.set
      return yield* read(now).pipe(
        Effect.catch((error) =>
          known !== undefined && age < usableMillis ? Effect.succeed(known.set) : Effect.fail(error)
        )
      )
    }).pipe(permit.withPermits(1))
  const keys: SigningKeys = { current: keysNotOlder(freshMillis), renewed: keysNotOlder(renewalMillis) }
  return keys
})
