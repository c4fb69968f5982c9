import type { TSType } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { apply, entryOf, memberOf, typeOf } from "./combine.ts"
import type { Evaluation, Scope } from "./Evaluation.ts"

/** Evaluates `T["name"]`, `T[0]`, `T[number]` and `T[typeof symbol]`. */
export const indexed = (e: Evaluation, object: TSType, index: TSType, scope: Scope): ValueIndex => {
  const of = e.instance(object, scope)
  if (index.type === "TSNumberKeyword") return typeOf(e, apply(e, "element", of))
  if (index.type === "TSTypeQuery" && index.exprName.type === "Identifier") {
    return of === e.unknown ? of : typeOf(e, memberOf(e, of, `[${index.exprName.name}]`))
  }
  if (index.type !== "TSLiteralType" || index.literal.type !== "Literal" || of === e.unknown) return e.unknown
  const { value } = index.literal
  if (typeof value === "string") return typeOf(e, memberOf(e, of, value))
  return typeof value === "number" ? typeOf(e, entryOf(e, of, value)) : e.unknown
}
