import { Array as Arrays, Option, Schema } from "effect"

/** Something that was considered or tried, and not taken. */
export const Alternative = Schema.Struct({ text: Schema.String, reason: Schema.optionalKey(Schema.String) })
export type Alternative = typeof Alternative.Type

/** Parses `TEXT: REASON`, or `TEXT` where no reason is given. None without a text. */
export const parseAlternative = (value: string): Option.Option<Alternative> => {
  const at = value.search(/:\s/)
  const text = (at === -1 ? value : value.slice(0, at)).trim()
  const reason = at === -1 ? "" : value.slice(at + 1).trim()
  if (text === "") return Option.none()
  return Option.some(reason === "" ? { text } : { text, reason })
}

/** Formats an alternative as on the command line: `TEXT: REASON`. */
export const formatAlternative = ({ reason, text }: Alternative): string =>
  reason === undefined ? text : `${text}: ${reason}`

/** Returns `{ alternatives }`, or `{}` for an empty list. */
export const toAlternativesField = (
  alternatives: ReadonlyArray<Alternative>
): { readonly alternatives?: Arrays.NonEmptyReadonlyArray<Alternative> } =>
  Arrays.isReadonlyArrayNonEmpty(alternatives) ? { alternatives } : {}
