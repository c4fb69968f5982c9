import { Effect, Option, Redacted, Result } from "effect"
import { isKey, readVariable } from "../http/variables.ts"
import { LanguageModelError, VariableInvalid } from "./LanguageModelError.ts"

/** Makes the error for an invalid variable. */
export const makeVariableInvalid = (variable: string, expected: string) =>
  new LanguageModelError({ reason: new VariableInvalid({ variable, expected }) })

/** Whether a variable is set and not empty. */
export const isVariableSet = (name: string) => Effect.map(readVariable(name), Option.isSome)

/** Parses a base address and appends `path`. A version at the end of the base is not repeated. */
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
    return Effect.fail(makeVariableInvalid(name, "an http or https URL without user name and password"))
  }
  const url = parsed.success
  const below = url.pathname.replace(/\/+$/, "")
  url.pathname = below + (below.endsWith("/v1") ? path.replace(/^\/v1/, "") : path)
  url.hash = ""
  return Effect.succeed(url)
}

/** Reads a timeout in seconds. */
export const readTimeoutSeconds = Effect.fnUntraced(function* (name: string, defaultSeconds: number) {
  const text = yield* readVariable(name)
  if (Option.isNone(text)) return defaultSeconds
  const seconds = /^\d{1,5}$/.test(text.value) ? Number(text.value) : 0
  return seconds > 0 ? seconds : yield* makeVariableInvalid(name, "a whole number of seconds from 1 to 99999")
})

/** Reads a key. Only printable characters are allowed, because control characters would end the header. */
export const readKey = Effect.fnUntraced(function* (name: string) {
  const key = yield* readVariable(name)
  if (Option.isSome(key) && !isKey(key.value)) {
    return yield* makeVariableInvalid(name, "printable characters without spaces")
  }
  return Option.map(key, (text) => Redacted.make(text, { label: name }))
})
