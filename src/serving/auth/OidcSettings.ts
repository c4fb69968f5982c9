import { Schema } from "effect"
import { scopes } from "../../domain/Principal.ts"

/** Signatures by a private key. Those by a shared secret are not among them: whoever can check one can make one. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519"
] as const

const described = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether an address is encrypted, or of this machine, and has neither credentials, query nor fragment. */
export const isSafeUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hash, hostname, password, protocol, search, username } = new URL(text)
  return (
    (protocol === "https:" || (protocol === "http:" && loopback.test(hostname))) &&
    [hash, password, search, username].every((part) => part === "")
  )
}

const Address = Schema.String.check(
  Schema.makeFilter((text) => isSafeUrl(text) || "Expected an https address without credentials, query or fragment")
)
const Origin = Schema.String.check(
  Schema.makeFilter(
    (text) =>
      (isSafeUrl(text) && new URL(text).pathname === "/") ||
      "Expected an https address without a path, such as https://git.example.com"
  )
)
const Names = Schema.Array(Schema.String)

const Grant = Schema.Struct({
  claim: described(Schema.String, "Claim that a token must have; without one, every valid token"),
  value: described(Schema.String, "Value of the claim, or one of its values if it is a list"),
  repositories: Names.annotate({ description: "Names of repositories; 'team/*' is all below team, '*' is all" }),
  scopes: described(
    Schema.Array(Schema.Literals(scopes)),
    "What of the token's scopes counts: read, write, model (default: read)"
  )
})

/** Authentication by an identity provider: OpenID Connect, or any OAuth server whose access tokens are signed JWTs. */
export const OidcSettings = Schema.Struct({
  issuer: Address.annotate({ description: "Address of the identity provider, as in the claim iss" }),
  url: Origin.annotate({
    description: "Address of this server as clients have it, without a path: tokens must be for it (claim aud)"
  }),
  audiences: described(Names, "Further values of aud that are this server, for providers that put no address there"),
  keys: described(Address, "Address of the provider's keys (JWKS); otherwise its metadata says it"),
  algorithms: described(
    Schema.Array(Schema.Literals(algorithms)).check(Schema.isMinLength(1)),
    "Algorithms of signatures that are accepted (default: all with public keys)"
  ),
  principalClaim: described(Schema.String, "Claim with the name of who asks (default: sub)"),
  ignoreTokenScopes: described(
    Schema.Boolean,
    "Take scopes from grants alone, for providers that cannot give ultragit:read (default: false)"
  ),
  grants: Schema.Array(Grant).annotate({
    description: "What tokens are for: the first grant whose claim a token has counts, and no other"
  })
})
export type OidcSettings = typeof OidcSettings.Type

/** Algorithms that are accepted where no others are configured. */
export const defaultAlgorithms: ReadonlyArray<string> = algorithms
