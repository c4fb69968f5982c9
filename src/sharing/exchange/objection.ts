import { Option } from "effect"
import { isObject } from "../../domain/Json.ts"
import { findSecrets } from "../../domain/Secrets.ts"
import type { ImportedNote } from "./record.ts"

/** Every text of a value; a signature is the code's, not the author's. */
const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, entry]) => (key === "signature" ? [] : textsIn(entry)))
}

/** What no credential has, so that two texts do not make one. */
const between = "\u0000"

/** Why a note must not be imported: a text of it looks like a credential (spec writing §5). */
export const secretObjection = ({ content }: ImportedNote): Option.Option<string> => {
  const [secret] = findSecrets(textsIn(content.original ?? content.annotation).join(between))
  return secret === undefined
    ? Option.none()
    : Option.some(`has what looks like a ${secret.kind}: ${secret.excerpt}; --allow-secret takes it all the same`)
}
