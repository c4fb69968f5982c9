import { Config, Effect, Option, Redacted, Result } from "effect"
import { LanguageModelError, VariableInvalid } from "./LanguageModelError.ts"

/** A variable says something that cannot be. */
export const makeVariableInvalid = (variable: string, expected: string) =>
  new LanguageModelError({ reason: new VariableInvalid({ variable, expected }) })

/** What a variable says; an empty one says nothing. */
export const readVariable = (name: string): Effect.Effect<Option.Option<string>> =>
  Config.option(Config.String(name)).pipe(
    Effect.orDie,
    Effect.map(Option.map((text) => text.trim())),
    Effect.map(Option.filter((text) => text !== ""))
  )

/** Whether a variable says anything. */
export const isVariableSet = (name: string) => Effect.map(readVariable(name), Option.isSome)

/** The address to post to, which is `path` below a base; a base that already ends in the version is not given it twice. */
export const parseEndpoint = (
  { base: name, path }: { readonly base: string; readonly path: string },
  base: string
): Effect.Effect<URL, LanguageModelError> => {
  const parsed = Result.try(() => new URL(base))
  if (
    Result.isFailure(parsed) ||
    !/^https?:$/.test(parsed.success.protocol) ||
    parsed.success.username !== "" ||
    parsed.success.password !== ""
  ) {
    return Effect.fail(makeVariableInvalid(name, "an http or https address without user name and password"))
  }
  const url = parsed.success
  const below = url.pathname.replace(/\/+$/, "")
  url.pathname = below + (below.endsWith("/v1") ? path.replace(/^\/v1/, "") : path)
  url.hash = ""
  return Effect.succeed(url)
}

/** Seconds that one answer may take. */
export const readTimeoutSeconds = Effect.fnUntraced(function* (name: string, defaultSeconds: number) {
  const text = yield* readVariable(name)
  if (Option.isNone(text)) return defaultSeconds
  const seconds = /^\d{1,5}$/.test(text.value) ? Number(text.value) : 0
  return seconds > 0 ? seconds : yield* makeVariableInvalid(name, "a whole number of seconds from 1 to 99999")
})

/** A key. Control characters in a header would end it. */
export const readKey = Effect.fnUntraced(function* (name: string) {
  const key = yield* readVariable(name)
  if (Option.isSome(key) && !/^[\x21-\x7e]{1,4096}$/.test(key.value)) {
    return yield* makeVariableInvalid(name, "printable characters without spaces")
  }
  return Option.map(key, (text) => Redacted.make(text, { label: name }))
})
