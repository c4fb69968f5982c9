import { Result } from "effect"
import { parse, TomlError } from "smol-toml"
import { escapeControls } from "../domain/Text.ts"

/** A TOML document's values by key. */
export type TomlTable = { readonly [key: string]: unknown }

/** Where and how it is wrong, not what stands there. */
const problem = (cause: unknown): string => {
  if (!(cause instanceof TomlError)) return "it is no TOML document."
  const [first = ""] = cause.message.split("\n")
  const said = first.replace(/^Invalid TOML document: /, "").slice(0, 200)
  return `${escapeControls(said)} at line ${cause.line}, column ${cause.column}.`
}

/** Reads a TOML document; fails with what is wrong with it and where. Integers beyond 2^53 are bigints. */
export const parseToml = (text: string): Result.Result<TomlTable, string> =>
  Result.try({ try: (): TomlTable => parse(text, { integersAsBigInt: "asNeeded" }), catch: problem })
