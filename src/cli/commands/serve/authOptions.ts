import { homedir } from "node:os"
import { resolve } from "node:path"
import process from "node:process"
import { Effect, Option, Result } from "effect"
import { escapeControls } from "../../../domain/Text.ts"
import { oidcAuthenticator } from "../../../serving/auth/oidcAuthenticator.ts"
import type { OidcSettings } from "../../../serving/auth/OidcSettings.ts"
import { tokenAuthenticator } from "../../../serving/auth/tokenAuthenticator.ts"
import { tokensPath } from "../../../serving/auth/tokensPath.ts"
import type { AuthMode } from "./authModes.ts"
import type { ServeConfig } from "./ServeConfig.ts"

/** The flags of authentication. */
export interface AuthFlags {
  readonly auth: Option.Option<AuthMode>
  readonly tokens: Option.Option<string>
  readonly rateLimit: Option.Option<number>
  readonly auditArguments: boolean
}

/** What flags and file say of authentication. */
export interface AuthOptions {
  readonly mode: AuthMode
  readonly tokensFile: string
  /** Present in mode `oidc`. */
  readonly oidc: OidcSettings | undefined
  readonly requestsPerMinute: number
  readonly auditArguments: boolean
}

const defaultRequestsPerMinute = 600
const maxRequestsPerMinute = 1_000_000

/** The file of tokens: the one that was named, or that of the user. */
export const findTokensFile = (named: string | undefined): string =>
  named === undefined
    ? tokensPath({ environment: process.env, platform: process.platform, home: homedir() })
    : resolve(named)

/** Combines flags and file. Fails with a sentence. */
export const readAuthOptions = (flags: AuthFlags, config: ServeConfig): Result.Result<AuthOptions, string> => {
  const mode = Option.getOrElse(flags.auth, () => config.auth ?? "none")
  const tokens = Option.getOrElse(flags.tokens, () => config.tokens)
  const limit = Option.getOrElse(flags.rateLimit, () => config.requestsPerMinute ?? defaultRequestsPerMinute)
  if (Option.isSome(flags.tokens) && mode !== "tokens") {
    return Result.fail(`--tokens ${escapeControls(flags.tokens.value)} needs --auth tokens.`)
  }
  const isUnsaid = Option.isNone(flags.auth) && config.auth === undefined
  if (isUnsaid && (config.oidc !== undefined || config.tokens !== undefined)) {
    return Result.fail("The file of --config has tokens or oidc, but no auth: say there which one, or none.")
  }
  if (mode === "oidc" && config.oidc === undefined) {
    return Result.fail("--auth oidc needs the part oidc in the file of --config: issuer, url and grants.")
  }
  if (limit < 1 || limit > maxRequestsPerMinute) {
    return Result.fail(`--rate-limit takes 1 to ${maxRequestsPerMinute} requests a minute.`)
  }
  return Result.succeed({
    mode,
    tokensFile: findTokensFile(tokens),
    oidc: mode === "oidc" ? config.oidc : undefined,
    requestsPerMinute: limit,
    auditArguments: flags.auditArguments || config.auditArguments === true
  })
}

/** Prepares authentication; undefined where there is none. Fails if the tokens cannot be used. */
export const openAuthentication = Effect.fnUntraced(function* ({ mode, oidc, tokensFile, ...limits }: AuthOptions) {
  if (mode === "none") return undefined
  const authenticator = yield* oidc === undefined ? tokenAuthenticator(tokensFile) : oidcAuthenticator(oidc)
  return { authenticator, ...limits }
})
