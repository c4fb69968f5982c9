import type { CallExpression, Expression, ParamPattern, TSType } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { guardedMember, undecided } from "../../facts/typeGuards.ts"
import { isFunction, unwrap, withoutThis } from "../values.ts"
import { apply, instanceOf, isOfPlatform, makeGlobal, memberOf, valueAt } from "./combine.ts"
import { type Evaluation, none, type Scope } from "./Evaluation.ts"

/** Maximum branches of a condition to look at. */
const maxBranches = 16

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
  const whole = [guardedMember(at), isUndecided ? makeGlobal(e, undecided) : to] as const
  return e.table.add({ tag: "object", members: [...branchesOf(e, checked, at, scope), whole] })
}

/** What a guard checks by the text it was made with: `kind is K extends "pool" ? Pool : Other`. */
const branchesOf = (
  e: Evaluation,
  checked: TSType,
  at: number,
  scope: Scope
): ReadonlyArray<readonly [string, ValueIndex]> => {
  const found: Array<readonly [string, ValueIndex]> = []
  let branch = checked
  while (branch.type === "TSConditionalType" && found.length < maxBranches) {
    const { extendsType, falseType, trueType } = branch
    if (extendsType.type !== "TSLiteralType" || extendsType.literal.type !== "Literal") break
    const { value } = extendsType.literal
    const to = e.instance(trueType, scope)
    if (typeof value === "string" && to !== none && to !== e.unknown) found.push([guardedMember(at, value), to])
    branch = falseType
  }
  return found
}

/** The text with which a guard is made: `isKind("pool")`. */
const textGiven = (guard: Expression): string | undefined => {
  const made = unwrap(guard)
  const [first] = made.type === "CallExpression" ? made.arguments : []
  return first?.type === "Literal" && typeof first.value === "string" ? first.value : undefined
}

/** A call of a guard: the guard, what calling it gives, and at which position the argument is. */
interface GuardCall {
  readonly guard: Expression
  readonly given: ValueIndex
  readonly at: number
}

/** A value, or elements of it, where what a call gives is true; the same value if what is called is no guard. */
export const narrowByGuard = (
  e: Evaluation,
  of: ValueIndex,
  { at, given, guard }: GuardCall,
  by: "guard" | "elements"
): ValueIndex => {
  if (given === none || given === e.unknown || isOfPlatform(e, given)) return of
  const text = textGiven(guard)
  const names = [...(text === undefined ? [] : [guardedMember(at, text)]), guardedMember(at)]
  return names.reduce((inner, name) => {
    const to = memberOf(e, given, name)
    return to === e.unknown ? inner : e.table.add({ tag: "narrowed", of: inner, to, by })
  }, of)
}

/** `value => value instanceof Pool` is a guard, too. */
const byClass = (e: Evaluation, body: Expression, param: ParamPattern | undefined, scope: Scope): ValueIndex => {
  const test = unwrap(body)
  if (test.type !== "BinaryExpression" || test.operator !== "instanceof" || test.left.type !== "Identifier")
    return e.unknown
  return isNamed(param, test.left.name) ? instanceOf(e, e.expression(test.right, scope)) : e.unknown
}

/** What a method gives of which a function holds that is given to it. */
const narrowByFunction = (
  e: Evaluation,
  of: ValueIndex,
  node: Expression,
  { by, scope }: { readonly by: "guard" | "elements"; readonly scope: Scope }
): ValueIndex => {
  const guard = unwrap(node)
  if (!isFunction(guard)) {
    if (!mayGuard(guard)) return of
    return narrowByGuard(e, of, { guard, given: apply(e, "call", e.expression(guard, scope)), at: 0 }, by)
  }
  const declared = guard.returnType?.typeAnnotation
  if (declared !== undefined) {
    return narrowByGuard(e, of, { guard, given: declaredYields(e, guard.params, declared, scope), at: 0 }, by)
  }
  const { body } = guard
  if (body === null || body.type === "BlockStatement") return of
  const to = byClass(e, body, withoutThis(guard.params)[0], scope)
  return to === e.unknown || to === none ? of : e.table.add({ tag: "narrowed", of, to, by })
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
  return valueAt(e, given).tag === "unknown" ? given : narrowByFunction(e, given, first, { by, scope })
}
