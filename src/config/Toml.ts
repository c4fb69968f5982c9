import { Result } from "effect"
import { parse, TomlError } from "smol-toml"
import { escapeControls } from "../domain/Text.ts"

/** A TOML document's values by key. */
export type TomlTable = { readonly [key: string]: unknown }

/** Where and how a document is wrong, not what stands there; as it came, without a full stop. */
export const describeTomlError = (cause: unknown): string => {
  if (!(cause instanceof TomlError)) return "it cannot be parsed"
  const [first = ""] = cause.message.split("\n")
  const said = first
    .replace(/^Invalid TOML document: /, "")
    .replace(/\.+$/, "")
    .slice(0, 200)
  return `line ${cause.line}, column ${cause.column}: ${said}`
}

/** Reads a TOML document; fails with what is wrong with it and where. Integers beyond 2^53 are bigints. */
export const parseToml = (text: string): Result.Result<TomlTable, string> =>
  Result.try({
    try: (): TomlTable => parse(text, { integersAsBigInt: "asNeeded" }),
    catch: (cause) => `${escapeControls(describeTomlError(cause))}.`
  })
