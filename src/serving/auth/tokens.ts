import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { DateTime, Effect } from "effect"
import type { Scope } from "../../domain/Principal.ts"
import { TokenExists, TokensError, TokenUnknown } from "./TokensError.ts"
import { readTokens, type StoredToken, whileNoOtherChanges, writeTokens } from "./TokensFile.ts"

/** What a new token is for. */
interface NewToken {
  readonly name: string
  readonly repositories: ReadonlyArray<string>
  readonly scopes: ReadonlyArray<Scope>
  readonly validMillis: number
}

const hash = (token: string): string => createHash("sha256").update(token).digest("hex")

/** The start of every token, by which scanners for secrets and people recognize one. */
const prefix = "ultragit_"

/** Adds a token to the file. Returns the token, which is stored nowhere. Fails if the name is taken. */
export const addToken = Effect.fn("Tokens.add")(
  function* (file: string, { name, repositories, scopes, validMillis }: NewToken) {
    const tokens = yield* readTokens(file)
    if (tokens.some((token) => token.name === name)) {
      return yield* new TokensError({ reason: new TokenExists({ name }) })
    }
    const token = `${prefix}${randomBytes(32).toString("base64url")}`
    const expires = DateTime.formatIso(DateTime.add(yield* DateTime.now, { milliseconds: validMillis }))
    const stored: StoredToken = { name, sha256: hash(token), repositories, scopes, expires }
    yield* writeTokens(file, [...tokens, stored])
    return { token, stored }
  },
  (change, file) => whileNoOtherChanges(file, change)
)

/** Removes a token from the file. Fails if there is none of this name. */
export const revokeToken = Effect.fn("Tokens.revoke")(
  function* (file: string, name: string) {
    const tokens = yield* readTokens(file)
    const others = tokens.filter((token) => token.name !== name)
    if (others.length === tokens.length) return yield* new TokensError({ reason: new TokenUnknown({ name }) })
    yield* writeTokens(file, others)
  },
  (change, file) => whileNoOtherChanges(file, change)
)

/** Whether a token has expired. */
export const isExpired = ({ expires }: StoredToken, nowMillis: number): boolean => Date.parse(expires) <= nowMillis

/** Finds a token among the stored ones, in the same time whichever it is. */
export const findToken = (tokens: ReadonlyArray<StoredToken>, token: string): StoredToken | undefined => {
  const wanted = Buffer.from(hash(token))
  let found: StoredToken | undefined
  for (const stored of tokens) if (timingSafeEqual(Buffer.from(stored.sha256), wanted)) found = stored
  return found
}
