import { Option } from "effect"
import { isObject } from "../../domain/Json.ts"
import { findSecrets } from "../../domain/Secrets.ts"
import type { ImportedNote } from "./exportLine.ts"

/** Collects the texts of a value, except signatures, which are code and not the author's text. */
const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, entry]) => (key === "signature" ? [] : textsIn(entry)))
}

/** Separates texts, so that two adjacent ones do not look like one credential. */
const between = "\u0000"

/** Rejects a note if one of its texts looks like a credential (spec writing §5). */
export const rejectSecrets = ({ content }: ImportedNote): Option.Option<string> => {
  const [secret] = findSecrets(textsIn(content.original ?? content.annotation).join(between))
  return secret === undefined
    ? Option.none()
    : Option.some(
        `contains what looks like a ${secret.kind}: ${secret.excerpt}; use --allow-secret to import it anyway`
      )
}
