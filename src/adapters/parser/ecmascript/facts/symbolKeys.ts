import type { Expression, MemberExpression } from "oxc-parser"
import type { Value, ValueIndex } from "../../facts/Facts.ts"
import { formatMemberName, unwrap } from "../values.ts"
import { apply, valueAt } from "./combine.ts"
import { type Evaluation, findValue, type Scope } from "./Evaluation.ts"

/** Whether an expression is the `Symbol` of the platform, or a member of it. */
const isOfSymbol = (node: Expression, scope: Scope): boolean => {
  if (node.type === "MemberExpression") return !node.computed && isOfSymbol(node.object, scope)
  return node.type === "Identifier" && node.name === "Symbol" && findValue(scope, "Symbol") === undefined
}

/** Whether a definition is a constant for a symbol: `const key = Symbol("key")`. */
const isSymbol = (e: Evaluation, { definition }: Value & { readonly tag: "definition" }, scope: Scope): boolean => {
  const node = e.found[definition]?.node
  const init = node?.type === "VariableDeclarator" && node.init !== null ? unwrap(node.init) : undefined
  return init?.type === "CallExpression" && isOfSymbol(init.callee, scope)
}

/**
 * Evaluates what is at a key that is a symbol: the member that is declared by the name of its constant. Of an import it is known
 * when links are made whether there is one. Undefined for other keys.
 */
export const memberAtSymbol = (
  e: Evaluation,
  node: MemberExpression,
  of: ValueIndex,
  scope: Scope
): ValueIndex | undefined => {
  const { property } = node
  if (property.type === "PrivateIdentifier") return undefined
  const isStandard = property.type === "MemberExpression" && isOfSymbol(property, scope)
  const key = property.type === "Identifier" ? valueAt(e, e.expression(property, scope)) : undefined
  const isOwn = isStandard || (key?.tag === "definition" && isSymbol(e, key, scope))
  if (!isOwn && key?.tag !== "import") return undefined
  const name = formatMemberName(e, property, true)
  const base = valueAt(e, of)
  if (base.tag === "unknown") return e.unknown
  if (base.tag === "object") return base.members.find(([each]) => each === name)?.[1]
  const element = isOwn ? undefined : apply(e, "element", of)
  // What was written in the same place is known better.
  const isWritten = element !== undefined && valueAt(e, element).tag !== "element"
  return isWritten ? element : e.table.add({ tag: "member", of, name })
}
