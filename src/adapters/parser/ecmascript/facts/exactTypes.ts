import type { TSType } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { makeGlobal } from "./combine.ts"
import type { Evaluation, Scope } from "./Evaluation.ts"

/**
 * Evaluates a type on which a condition may depend: a constant, `never` and `object` are what they are, where they are
 * otherwise known by the members that they have.
 */
export const exactType = (e: Evaluation, node: TSType, scope: Scope): ValueIndex => {
  if (node.type === "TSNeverKeyword") return makeGlobal(e, "never")
  if (node.type === "TSObjectKeyword") return makeGlobal(e, "object")
  if (node.type !== "TSLiteralType" || node.literal.type !== "Literal") return e.type(node, scope)
  const { value } = node.literal
  return typeof value === "string" || typeof value === "boolean" || typeof value === "number"
    ? makeGlobal(e, JSON.stringify(value))
    : e.type(node, scope)
}
