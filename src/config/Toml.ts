import { Result } from "effect"
import { parse, TomlError } from "smol-toml"
import { isObject } from "../domain/Json.ts"
import { escapeControls, takeBefore } from "../domain/Text.ts"

/** The values of a TOML document by key. */
export type TomlTable = { readonly [key: string]: unknown }

/** Whether a value of a document is a table. Times are objects, but no tables. */
export const isTomlTable = (value: unknown): value is TomlTable => isObject(value) && !(value instanceof Date)

/** Describes a parse error with line and column but without the document's text. Unescaped, no full stop. */
export const describeTomlError = (cause: unknown): string => {
  if (!(cause instanceof TomlError)) return "it cannot be parsed"
  const message = takeBefore(cause.message, "\n")
    .replace(/^Invalid TOML document: /, "")
    .replace(/\.+$/, "")
    .slice(0, 200)
  return `line ${cause.line}, column ${cause.column}: ${message}`
}

/** Parses a TOML document. Fails with a description of the error. Integers beyond 2^53 become bigints. */
export const parseToml = (text: string): Result.Result<TomlTable, string> =>
  Result.try({
    try: (): TomlTable => parse(text, { integersAsBigInt: "asNeeded" }),
    catch: (cause) => `${escapeControls(describeTomlError(cause))}.`
  })
