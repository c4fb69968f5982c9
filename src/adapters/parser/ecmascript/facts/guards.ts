import type { CallExpression, Expression, ParamPattern, TSType } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { guardedMember, undecided } from "../../facts/typeGuards.ts"
import { isFunction, unwrap, withoutThis } from "../values.ts"
import { apply, instanceOf, isOfPlatform, makeGlobal, memberOf, valueAt } from "./combine.ts"
import { type Evaluation, none, type Scope } from "./Evaluation.ts"

/** Names that guards have, so that not each call in a test is followed. */
const guardName = /^_*(?:is|are|has|assert|can|check|ensure)(?![a-z])/
/** Whether a text may have a test of a class or a guard. */
const mayTest = /\binstanceof\b|\b_*(?:is|are|has|assert|can|check|ensure)(?![a-z])[\w$]*\s*\(/

export const hasTests = (text: string): boolean => mayTest.test(text)

const nameOf = (node: Expression): string | undefined => {
  const inner = unwrap(node)
  if (inner.type === "CallExpression") return nameOf(inner.callee)
  if (inner.type === "MemberExpression") return inner.property.type === "Identifier" ? inner.property.name : undefined
  return inner.type === "Identifier" ? inner.name : undefined
}

/** Whether a function may be a guard, by its name. */
export const mayGuard = (callee: Expression): boolean => guardName.test(nameOf(callee) ?? "")

export const isAssertion = (callee: Expression): boolean => /^_*assert/.test(nameOf(callee) ?? "")

const isNamed = (node: ParamPattern | undefined, name: string): boolean =>
  node?.type === "Identifier" && node.name === name

/** Evaluates what a function is declared to give: of a guard, an object that says what its argument is. */
export const declaredYields = (
  e: Evaluation,
  params: ReadonlyArray<ParamPattern>,
  type: TSType,
  scope: Scope
): ValueIndex => {
  const declared = e.instance(type, scope)
  if (type.type !== "TSTypePredicate" || type.typeAnnotation === null) return declared
  const { parameterName } = type
  if (parameterName.type !== "Identifier") return declared
  const at = withoutThis(params).findIndex((each) => isNamed(each, parameterName.name))
  const checked = type.typeAnnotation.typeAnnotation
  const to = at === -1 ? none : e.instance(checked, scope)
  if (to === none) return declared
  const isUndecided = to === e.unknown && checked.type === "TSConditionalType"
  if (to === e.unknown && !isUndecided) return declared
  const member = isUndecided ? makeGlobal(e, undecided) : to
  return e.table.add({ tag: "object", members: [[guardedMember(at), member]] })
}

/** What an argument of a call is where what the call gives is true; unknown if the function is no guard. */
export const guardedBy = (e: Evaluation, given: ValueIndex, at: number): ValueIndex => {
  if (given === none || given === e.unknown || isOfPlatform(e, given)) return e.unknown
  return memberOf(e, given, guardedMember(at))
}

/** `value => value instanceof Pool` is a guard, too. */
const byClass = (e: Evaluation, body: Expression, param: ParamPattern | undefined, scope: Scope): ValueIndex => {
  const test = unwrap(body)
  if (test.type !== "BinaryExpression" || test.operator !== "instanceof" || test.left.type !== "Identifier")
    return e.unknown
  return isNamed(param, test.left.name) ? instanceOf(e, e.expression(test.right, scope)) : e.unknown
}

/** What elements are for which a function holds that is given to a method of lists. */
const guardedElement = (e: Evaluation, node: Expression, scope: Scope): ValueIndex => {
  const guard = unwrap(node)
  if (!isFunction(guard)) {
    if (!mayGuard(guard)) return e.unknown
    return guardedBy(e, apply(e, "call", e.expression(guard, scope)), 0)
  }
  const declared = guard.returnType?.typeAnnotation
  if (declared !== undefined) return guardedBy(e, declaredYields(e, guard.params, declared, scope), 0)
  const { body } = guard
  return body === null || body.type === "BlockStatement"
    ? e.unknown
    : byClass(e, body, withoutThis(guard.params)[0], scope)
}

const filters: ReadonlyMap<string, "elements" | "guard"> = new Map([
  ["filter", "elements"],
  ["find", "guard"],
  ["findLast", "guard"]
])

/** What a call gives, if it is one of `filter` or `find` with a guard: elements of the type that the guard checks. */
export const filtered = (e: Evaluation, node: CallExpression, given: ValueIndex, scope: Scope): ValueIndex => {
  const { callee } = node
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return given
  const by = filters.get(callee.property.name)
  const [first] = node.arguments
  if (by === undefined || first === undefined || first.type === "SpreadElement") return given
  const to = guardedElement(e, first, scope)
  if (to === e.unknown || to === none || valueAt(e, given).tag === "unknown") return given
  return e.table.add({ tag: "narrowed", of: given, to, by })
}
