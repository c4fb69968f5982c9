import { Clock, Effect } from "effect"
import type { Principal } from "../../domain/Principal.ts"
import type { Authenticator, Refusal } from "./Authenticator.ts"
import { findToken, isExpired } from "./tokens.ts"
import { fingerprint, readTokens, type StoredToken } from "./TokensFile.ts"

const unknown: Refusal = { _tag: "Invalid", detail: "The token is unknown, revoked or expired" }
const unavailable: Refusal = { _tag: "Unavailable", detail: "Tokens cannot be checked now" }

/** After a failed read the file is not read again for so long: the failure may pass without a change of the file. */
const retryMillis = 1000

/** Tokens as read at one version of the file; undefined if the read failed. */
interface Reading {
  readonly version: string | undefined
  readonly tokens: ReadonlyArray<StoredToken> | undefined
  readonly readAtMillis: number
}

const isCurrent = ({ readAtMillis, tokens, version }: Reading, found: string | undefined, nowMillis: number): boolean =>
  version === found && (tokens !== undefined || Math.abs(nowMillis - readAtMillis) < retryMillis)

/** Reads the tokens again when their file has changed. Without a usable file, every token is refused. */
const makeReader = (file: string) => {
  let known: Reading | undefined
  return Effect.gen(function* () {
    const version = yield* fingerprint(file)
    const nowMillis = yield* Clock.currentTimeMillis
    if (known !== undefined && isCurrent(known, version, nowMillis)) return known.tokens
    const tokens = yield* readTokens(file).pipe(
      Effect.catch((error) => Effect.as(Effect.logError(error.message), undefined))
    )
    known = { version, tokens, readAtMillis: nowMillis }
    return tokens
  })
}

/** Authenticates by the file of tokens (spec http, authentication). Fails with `TokensError` if it cannot be used. */
export const tokenAuthenticator = Effect.fnUntraced(function* (file: string) {
  yield* readTokens(file)
  const read = makeReader(file)
  const authenticate = Effect.fnUntraced(function* (token: string): Effect.fn.Return<Principal | Refusal> {
    const tokens = yield* read
    if (tokens === undefined) return unavailable
    const found = findToken(tokens, token)
    if (found === undefined || isExpired(found, yield* Clock.currentTimeMillis)) return unknown
    const { name, repositories, scopes } = found
    return { name, repositories, scopes }
  })
  const authenticator: Authenticator = { authenticate }
  return authenticator
})
