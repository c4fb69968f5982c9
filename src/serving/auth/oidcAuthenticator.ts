import { Data, DateTime, Effect } from "effect"
import { errors, type JWTPayload, jwtVerify, type LocalJWKSet } from "jose"
import { type Principal, type Scope, scopes } from "../../domain/Principal.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { Authenticator, Refusal } from "./Authenticator.ts"
import { scopeName } from "./challenges.ts"
import { defaultAlgorithms, type OidcSettings } from "./OidcSettings.ts"
import { makeSigningKeys } from "./SigningKeys.ts"

/** Tolerated difference between the clocks of the provider and this machine. */
const clockToleranceSeconds = 30
const maxNameChars = 200

/** A token that is not accepted, and why. */
class TokenRefused extends Data.TaggedError("TokenRefused")<{
  readonly detail: string
  /** Whether its key is unknown, which new keys may change. */
  readonly isUnknownKey: boolean
}> {}

const refused = (detail: string, isUnknownKey = false) => new TokenRefused({ detail, isUnknownKey })

const describeFailure = (error: unknown): TokenRefused => {
  if (error instanceof errors.JWTExpired) return refused("The token has expired")
  if (error instanceof errors.JWTClaimValidationFailed)
    return refused(`The token's claim ${error.claim} is not accepted`)
  if (error instanceof errors.JOSEAlgNotAllowed) return refused("The token's algorithm is not accepted")
  if (error instanceof errors.JWKSNoMatchingKey) return refused("The token is signed by an unknown key", true)
  return refused("The token is not valid")
}

const valuesOf = (claim: unknown): ReadonlyArray<string> =>
  (Array.isArray(claim) ? claim : [claim]).flatMap((value) =>
    ["string", "number", "boolean"].includes(typeof value) ? [String(value)] : []
  )

/** The scopes of this program in a token: of `scope` (RFC 8693) or `scp`. */
const readScopes = ({ scope, scp }: JWTPayload): ReadonlyArray<Scope> => {
  const named = new Set([...valuesOf(scope), ...valuesOf(scp)].flatMap((value) => value.split(" ")))
  return scopes.filter((each) => named.has(scopeName(each)))
}

/** Whether a claim can name a principal, in logs and as an author too. */
const isName = (claim: unknown): claim is string =>
  typeof claim === "string" && claim.trim() !== "" && claim.length <= maxNameChars && escapeControls(claim) === claim

/** What a token may: its own scopes as far as they are granted, or what is granted. Every scope includes reading. */
const combineScopes = (
  payload: JWTPayload,
  granted: ReadonlyArray<Scope>,
  ignoresToken: boolean
): ReadonlyArray<Scope> => {
  const named = ignoresToken ? granted : readScopes(payload)
  return named.length === 0
    ? []
    : scopes.filter((scope) => scope === "read" || (named.includes(scope) && granted.includes(scope)))
}

/** Finds who has the token, and what the first grant for it gives. Without a grant, it is for no repository. */
const findPrincipal = (
  { grants, ignoreTokenScopes = false, principalClaim = "sub" }: OidcSettings,
  payload: JWTPayload
): Effect.Effect<Principal, TokenRefused> => {
  const name = payload[principalClaim]
  if (!isName(name)) return Effect.fail(refused(`The token's claim ${principalClaim} names nobody`))
  const grant = grants.find(({ claim, value }) => {
    const values = claim === undefined ? [] : valuesOf(payload[claim])
    return claim === undefined || (value === undefined ? values.length > 0 : values.includes(value))
  })
  return Effect.succeed({
    name: name.trim(),
    repositories: grant?.repositories ?? [],
    scopes: combineScopes(payload, grant?.scopes ?? ["read"], ignoreTokenScopes)
  })
}

const unavailable: Refusal = {
  _tag: "Unavailable",
  detail: "Tokens cannot be checked now: the keys of the identity provider cannot be had"
}

/** Authenticates by JWTs of an identity provider (spec http, authentication). Reads its keys when they are first needed. */
export const oidcAuthenticator = Effect.fnUntraced(function* (settings: OidcSettings) {
  const { algorithms = defaultAlgorithms, audiences = [], issuer } = settings
  const url = settings.url.replace(/\/$/, "")
  const keys = yield* makeSigningKeys(settings)
  const verify = (token: string, resource: string, set: LocalJWKSet) =>
    Effect.flatMap(DateTime.nowAsDate, (currentDate) =>
      Effect.tryPromise({
        try: () =>
          jwtVerify(token, set, {
            currentDate,
            issuer,
            audience: [`${url}${resource}`, url, `${url}/`, ...audiences],
            algorithms: [...algorithms],
            requiredClaims: ["exp"],
            clockTolerance: clockToleranceSeconds
          }),
        catch: describeFailure
      })
    )
  const authenticate = (token: string, resource: string): Effect.Effect<Principal | Refusal> =>
    keys.current.pipe(
      Effect.flatMap((set) => verify(token, resource, set)),
      Effect.catchIf(
        (error) => error._tag === "TokenRefused" && error.isUnknownKey,
        () => Effect.flatMap(keys.renewed, (set) => verify(token, resource, set))
      ),
      Effect.flatMap(({ payload }) => findPrincipal(settings, payload)),
      Effect.catchTags({
        TokenRefused: ({ detail }) => Effect.succeed<Refusal>({ _tag: "Invalid", detail }),
        DocumentUnavailable: () => Effect.succeed(unavailable)
      })
    )
  const authenticator: Authenticator = {
    authenticate,
    metadata: (pathname) => ({
      resource: `${url}${pathname}`,
      authorization_servers: [issuer],
      scopes_supported: scopes.map((scope) => scopeName(scope)),
      bearer_methods_supported: ["header"],
      resource_name: "ultragit"
    }),
    metadataUrl: (pathname) => `${url}/.well-known/oauth-protected-resource${pathname.replace(/\/$/, "")}`
  }
  return authenticator
})
