import { Clock, Effect, Option } from "effect"
import type { Scope } from "../../../domain/Principal.ts"
import { escapeControls } from "../../../domain/Text.ts"
import { addToken, isExpired, revokeToken } from "../../../serving/auth/tokens.ts"
import { isTokenName, readTokens, type StoredToken } from "../../../serving/auth/TokensFile.ts"
import { usageError } from "../../kit/query.ts"
import { printResult } from "../../kit/result.ts"
import { findTokensFile } from "./authOptions.ts"

interface FileFlags {
  readonly tokens: Option.Option<string>
  readonly json: boolean
}

interface AddFlags extends FileFlags {
  readonly name: string
  readonly repositories: ReadonlyArray<string>
  readonly scopes: ReadonlyArray<Scope>
  readonly expires: string
}

const schema = "ultragit-serve-token/v1"
const fileOf = ({ tokens }: FileFlags): string => findTokensFile(Option.getOrUndefined(tokens))

const unitMillis: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const maxValidMillis = 3_660 * 86_400_000

const parseExpiry = (text: string): number | undefined => {
  const [, count = "", unit = ""] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  const millis = Number(count) * (unitMillis[unit] ?? 0)
  return millis > 0 && millis <= maxValidMillis ? millis : undefined
}

const summarize = ({ expires, name, repositories, scopes }: StoredToken) => ({ name, repositories, scopes, expires })

const describe = ({ expires, name, repositories, scopes }: StoredToken): string =>
  `${name}: ${repositories.length === 0 ? "no repository" : repositories.join(", ")}; ${scopes.join(", ")}; until ${expires}`

/** Makes a token and prints it. */
export const printAdded = Effect.fnUntraced(function* (input: AddFlags) {
  const validMillis = parseExpiry(input.expires)
  if (validMillis === undefined) {
    return yield* usageError(
      "serve token add",
      `--expires takes hours, days or weeks up to ten years, such as 90d, not ${escapeControls(input.expires)}.`
    )
  }
  if (!isTokenName(input.name)) {
    return yield* usageError(
      "serve token add",
      `A token's name has letters, digits and . _ @ + - and begins with one of the first two: ${escapeControls(input.name)}`
    )
  }
  const scopes: ReadonlyArray<Scope> = [...new Set<Scope>(["read", ...input.scopes])]
  const { stored, token } = yield* addToken(fileOf(input), {
    name: input.name,
    repositories: [...new Set(input.repositories)],
    scopes,
    validMillis
  })
  const document = { $schema: schema, ...summarize(stored), token }
  return yield* printResult({ document, lines: [describe(stored), token] }, input.json)
})

/** Lists the tokens. */
export const printTokens = Effect.fnUntraced(function* (input: FileFlags) {
  const tokens = yield* readTokens(fileOf(input))
  const now = yield* Clock.currentTimeMillis
  const all = tokens.map((token) => ({ ...summarize(token), expired: isExpired(token, now) }))
  const lines = tokens.map((token) => `${describe(token)}${isExpired(token, now) ? " (expired)" : ""}`)
  return yield* printResult(
    { document: { $schema: schema, tokens: all }, lines: lines.length === 0 ? ["No tokens."] : lines },
    input.json
  )
})

/** Removes a token. */
export const printRevoked = Effect.fnUntraced(function* (input: FileFlags & { readonly name: string }) {
  yield* revokeToken(fileOf(input), input.name)
  const document = { $schema: schema, name: input.name, revoked: true }
  return yield* printResult({ document, lines: [`Revoked ${input.name}.`] }, input.json)
})
