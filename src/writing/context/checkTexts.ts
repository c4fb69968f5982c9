import { Effect } from "effect"
import { isObject } from "../../domain/Json.ts"
import { escapeControls } from "../../domain/Text.ts"
import { AnnotateError, SecretsFound, TextsRefused } from "./AnnotateError.ts"
import { findSecrets } from "../../domain/Secrets.ts"

/** Maximum length of a text in a note, in bytes of UTF-8. */
const maxTextBytes = 16 * 1024

/** Control characters except for line feed and tab, bidirectional overrides and isolates, and lone surrogates. */
const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u

interface FieldText {
  readonly field: string
  readonly text: string
}

/** Collects all texts of a value with their fields, such as `regions[0].intent`. Skips signatures, which come from code. */
const collectTexts = (value: unknown, field: string): ReadonlyArray<FieldText> => {
  if (typeof value === "string") return [{ field, text: value }]
  if (Array.isArray(value)) return value.flatMap((entry, index) => collectTexts(entry, `${field}[${index}]`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, entry]) =>
    key === "signature" ? [] : collectTexts(entry, field === "" ? key : `${field}.${key}`)
  )
}

const describeProblems = ({ field, text }: FieldText): ReadonlyArray<string> => {
  const bytes = Buffer.byteLength(text, "utf8")
  const character = forbidden.exec(text)?.[0]
  return [
    ...(bytes > maxTextBytes ? [`${field} has ${bytes} bytes; at most ${maxTextBytes} are allowed.`] : []),
    ...(character === undefined ? [] : [`${field} has the control character ${escapeControls(character)}.`])
  ]
}

const describeSecrets = ({ field, text }: FieldText): ReadonlyArray<string> =>
  findSecrets(text).map(({ excerpt, kind }) => `${field} has what looks like a ${kind}: ${escapeControls(excerpt)}`)

/** Replaces CRLF by LF in every text of a JSON value. */
export const withLineFeeds = (value: unknown): unknown => {
  if (typeof value === "string") return value.replaceAll("\r\n", "\n")
  if (Array.isArray(value)) return value.map(withLineFeeds)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withLineFeeds(entry)]))
}

/**
 * Checks that all texts of a value may go into a note (spec writing §5). Fails with `TextsRefused`, and with `SecretsFound`
 * unless `allowSecret`.
 */
export const checkTexts = Effect.fnUntraced(function* (
  value: unknown,
  options: { readonly allowSecret?: boolean | undefined } = {}
) {
  const texts = collectTexts(value, "")
  const problems = texts.flatMap(describeProblems)
  if (problems.length > 0) return yield* new AnnotateError({ reason: new TextsRefused({ problems }) })
  const found = options.allowSecret === true ? [] : texts.flatMap(describeSecrets)
  if (found.length > 0) return yield* new AnnotateError({ reason: new SecretsFound({ problems: found }) })
})
