import type { ReferenceKind, ValueIndex } from "../../facts/Facts.ts"
import { startsWithName } from "../../facts/isRooted.ts"
import { valueAt } from "./combine.ts"
import type { Place, Visit } from "./Visit.ts"
import { countBranch } from "./Visit.ts"

/** Whether a value comes from a definition or an import. */
const isRooted = (v: Visit, index: ValueIndex): boolean => {
  const known = v.rooted[index]
  if (known !== undefined) return known
  const value = valueAt(v.e, index)
  const found = value.tag !== "global" && startsWithName(value, (each) => isRooted(v, each))
  v.rooted[index] = found
  return found
}

/** Whether a reference to a value says anything. */
const isWorth = (v: Visit, kind: ReferenceKind, index: ValueIndex): boolean => {
  const { tag } = valueAt(v.e, index)
  if (tag === "unknown" || tag === "object" || tag === "function") return false
  if (kind === "read") return tag !== "global" && isRooted(v, index)
  return tag === "member" || tag === "global" || tag === "given" || isRooted(v, index)
}

/** Adds a reference, unless nothing is known of what it refers to. */
export const record = (
  v: Visit,
  kind: ReferenceKind,
  value: ValueIndex,
  { at, count = -1, place }: { readonly at: number; readonly place: Place; readonly count?: number }
): void => {
  if (!isWorth(v, kind, value)) return
  const { within } = place
  v.references.push({ kind, value, within, at, arguments: count })
  if (kind !== "call") return
  const called = valueAt(v.e, value)
  const details = v.details[within]
  if (called.tag === "definition" && called.definition === within && details?.isRecursive === false) {
    details.isRecursive = true
    countBranch(v, place, 0, 1)
  }
}
