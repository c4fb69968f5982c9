import type { Effect } from "effect"
import type { Principal } from "../../domain/Principal.ts"

/** Why a token was refused. */
export type Refusal =
  /** It is not valid: `detail` says why, without any of its content. */
  | { readonly _tag: "Invalid"; readonly detail: string }
  /** It cannot be checked now. */
  | { readonly _tag: "Unavailable"; readonly detail: string }

/** Finds the principal of a token. */
export interface Authenticator {
  /** @param resource address of the endpoint, without a slash at its end */
  readonly authenticate: (token: string, resource: string) => Effect.Effect<Principal | Refusal>
  /** Protected-resource metadata of the endpoint at a path (RFC 9728); undefined where tokens are given out by hand. */
  readonly metadata?: (pathname: string) => object
  /** Address of the metadata for a path. */
  readonly metadataUrl?: (pathname: string) => string
}
