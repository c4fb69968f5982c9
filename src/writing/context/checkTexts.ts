import { Effect } from "effect"
import { isObject } from "../../domain/Json.ts"
import { escapeControls } from "../../domain/Text.ts"
import { AnnotateError, SecretsFound, TextsRefused } from "./AnnotateError.ts"
import { findSecrets } from "../../domain/Secrets.ts"

/** Longest text of a note, in bytes of UTF-8. */
const maxTextBytes = 16 * 1024

/** Control characters but line feed and tab, overrides and isolates of direction, lone surrogates. */
const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u

interface FieldText {
  readonly field: string
  readonly text: string
}

/** Every text of a value with the name of its field: `regions[0].intent`. Signatures are the code's, not the author's. */
const textsIn = (value: unknown, field: string): ReadonlyArray<FieldText> => {
  if (typeof value === "string") return [{ field, text: value }]
  if (Array.isArray(value)) return value.flatMap((entry, index) => textsIn(entry, `${field}[${index}]`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, entry]) =>
    key === "signature" ? [] : textsIn(entry, field === "" ? key : `${field}.${key}`)
  )
}

const wrong = ({ field, text }: FieldText): ReadonlyArray<string> => {
  const bytes = Buffer.byteLength(text, "utf8")
  const character = forbidden.exec(text)?.[0]
  return [
    ...(bytes > maxTextBytes ? [`${field} has ${bytes} bytes; at most ${maxTextBytes} are allowed.`] : []),
    ...(character === undefined ? [] : [`${field} has the control character ${escapeControls(character)}.`])
  ]
}

const secrets = ({ field, text }: FieldText): ReadonlyArray<string> =>
  findSecrets(text).map(({ excerpt, kind }) => `${field} has what looks like a ${kind}: ${escapeControls(excerpt)}`)

/** Windows' ends of lines become line feeds, in every text of a JSON value. */
export const withLineFeeds = (value: unknown): unknown => {
  if (typeof value === "string") return value.replaceAll("\r\n", "\n")
  if (Array.isArray(value)) return value.map(withLineFeeds)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withLineFeeds(entry)]))
}

/**
 * Refuses what an author gives when one of its texts must not go into a note (spec writing §5). Fails with
 * `TextsRefused`, and with `SecretsFound` unless they are allowed.
 */
export const checkTexts = Effect.fnUntraced(function* (
  value: unknown,
  options: { readonly allowSecret?: boolean | undefined } = {}
) {
  const texts = textsIn(value, "")
  const problems = texts.flatMap(wrong)
  if (problems.length > 0) return yield* new AnnotateError({ reason: new TextsRefused({ problems }) })
  const found = options.allowSecret === true ? [] : texts.flatMap(secrets)
  if (found.length > 0) return yield* new AnnotateError({ reason: new SecretsFound({ problems: found }) })
})
