import type { ReferenceKind, Value, ValueIndex } from "../../facts/Facts.ts"
import { valueAt } from "./combine.ts"
import type { Place, Visit } from "./Visit.ts"
import { countBranch } from "./Visit.ts"

const hasRoot = (v: Visit, value: Value): boolean => {
  switch (value.tag) {
    case "unknown":
    case "global":
    case "object":
    case "function":
    case "given":
      return false
    case "definition":
    case "import":
    case "this":
    case "super":
      return true
    case "union":
      return value.of.some((each) => isRooted(v, each))
    case "conditional":
      return isRooted(v, value.holds) || isRooted(v, value.otherwise)
    case "narrowed":
      return isRooted(v, value.of) || isRooted(v, value.to)
    case "member":
    case "call":
    case "new":
    case "await":
    case "element":
    case "entry":
    case "item":
    case "parameter":
    case "instance":
    case "typeof":
    case "variable":
    case "generic":
    case "excluded":
    case "apply":
      return isRooted(v, value.of)
  }
}

/** Whether a value comes from a definition or an import. */
const isRooted = (v: Visit, index: ValueIndex): boolean => {
  const known = v.rooted[index]
  if (known !== undefined) return known
  const found = hasRoot(v, valueAt(v.e, index))
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
