import { Option, Redacted } from "effect"
import { escapeControls } from "../../domain/Text.ts"

const maxDetailChars = 300

/** Prepares a server's message for display: in one line, cut, and without the key, which some servers repeat. */
export const toShownDetail = (detail: string, key: Option.Option<Redacted.Redacted>): string => {
  const hidden = Option.isSome(key) ? detail.replaceAll(Redacted.value(key.value), "<key>") : detail
  const line = escapeControls(hidden.replace(/\s+/g, " ").trim())
  return line.length > maxDetailChars ? `${line.slice(0, maxDetailChars)}…` : line
}
