import type { NewExpression } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { apply, instanceOf, makeStandard, typeOf, valueAt } from "./combine.ts"
import { type Evaluation, none, type Scope } from "./Evaluation.ts"
import { applyArguments } from "./typeArguments.ts"

/** Evaluates what a class of the platform makes of its first argument: a set of what is in it, or a proxy, which has its members. */
const constructedOf = (e: Evaluation, node: NewExpression, scope: Scope): ValueIndex => {
  const { arguments: given, callee, typeArguments } = node
  const [first] = given
  const name = callee.type === "Identifier" ? callee.name : undefined
  // A tree of JavaScript has no such field.
  const isTyped = typeArguments !== null && typeArguments !== undefined
  if (isTyped || first === undefined || first.type === "SpreadElement") return none
  if (name === "Set") return makeStandard(e, "Set", typeOf(e, apply(e, "element", e.expression(first, scope))))
  return name === "Proxy" ? e.expression(first, scope) : none
}

/** Evaluates `new Pool()`. `new Map<string, Pool>()` is an instance of the type with its arguments. */
export const constructed = (e: Evaluation, node: NewExpression, scope: Scope): ValueIndex => {
  const of = e.expression(node.callee, scope)
  const made = valueAt(e, of).tag === "global" ? constructedOf(e, node, scope) : none
  if (made !== none) return made
  const applied = applyArguments(e, of, node.typeArguments, scope)
  const isOfPlatform = applied !== of && valueAt(e, of).tag === "global"
  return isOfPlatform ? instanceOf(e, applied) : apply(e, "new", applied)
}
