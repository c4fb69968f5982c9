import type { Argument, CallExpression } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import type { FunctionLike } from "../Source.ts"
import { isFunction } from "../values.ts"
import { apply, instanceOf, makeGlobal, makeObject, makeStandard, typeOf } from "./combine.ts"
import { type Evaluation, findValue, none, type Scope } from "./Evaluation.ts"

/** Returns the name of a function of the platform that makes a list of something: `Array.from`, `Object.values`. */
const findLister = ({ callee }: CallExpression, scope: Scope): string | undefined => {
  if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return undefined
  const { object, property } = callee
  if (object.type !== "Identifier") return undefined
  const isList = object.name === "Array" ? property.name === "from" : /^(?:values|entries)$/.test(property.name)
  if (!isList || (object.name !== "Array" && object.name !== "Object")) return undefined
  return findValue(scope, object.name) === undefined ? `${object.name}.${property.name}` : undefined
}

/** Returns an element of what such a function is given. */
const elementOfGiven = (e: Evaluation, given: Argument | undefined, scope: Scope): ValueIndex => {
  if (given === undefined || given.type === "SpreadElement") return e.unknown
  const of = e.expression(given, scope)
  return of === none || of === e.unknown ? e.unknown : apply(e, "element", of)
}

const pairWith = (e: Evaluation, value: ValueIndex): ValueIndex =>
  makeObject(e, [
    ["0", instanceOf(e, makeGlobal(e, "String"))],
    ["1", value]
  ])

/** Evaluates what a function gives for an element, which it gets unless it says of what type it is. */
const mapped = (e: Evaluation, node: FunctionLike, element: ValueIndex, scope: Scope): ValueIndex => {
  // Before its scope is made.
  if (!e.given.has(node)) e.given.set(node, (at) => (at === 0 ? element : e.unknown))
  return e.yields(node, scope)
}

/** Evaluates what a function of the platform gives that makes a list; unknown for any other. */
export const evaluateList = (e: Evaluation, node: CallExpression, scope: Scope): ValueIndex => {
  const name = findLister(node, scope)
  const [given, by] = node.arguments
  if (name === undefined) return e.unknown
  const own = elementOfGiven(e, given, scope)
  const isMapped = name === "Array.from" && by !== undefined
  const isKnown = isMapped && by.type !== "SpreadElement" && isFunction(by)
  const element = isMapped ? (isKnown ? mapped(e, by, own, scope) : e.unknown) : own
  if (element === none || element === e.unknown) return e.unknown
  return makeStandard(e, "Array", typeOf(e, name === "Object.entries" ? pairWith(e, element) : element))
}
