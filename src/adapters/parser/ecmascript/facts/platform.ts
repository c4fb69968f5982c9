import type { Argument, CallExpression } from "oxc-parser"
import type { Value, ValueIndex } from "../../facts/Facts.ts"
import type { FunctionLike } from "../Source.ts"
import { isFunction } from "../values.ts"
import { noteCallback } from "./callbacks.ts"
import { apply, instanceOf, makeGlobal, makeObject, makeStandard, typeOf, valueAt } from "./combine.ts"
import { type Evaluation, findValue, none, type Scope } from "./Evaluation.ts"
import { expectArguments } from "./expected.ts"

/** Functions of the platform that make a list of what they are given, or an object with the members of that. */
const makers = /^(?:Array\.from|Object\.(?:values|entries|create|freeze|seal|preventExtensions|assign))$/

/** Returns the name of such a function that is called. */
const findName = ({ callee }: CallExpression, scope: Scope): string | undefined => {
  if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return undefined
  const { object, property } = callee
  if (object.type !== "Identifier") return undefined
  const name = `${object.name}.${property.name}`
  return makers.test(name) && findValue(scope, object.name) === undefined ? name : undefined
}

/** Maximum objects that one is assigned. */
const maxAssigned = 8

/** Evaluates an object with the members of those that a function is given; of several the last has most to say. */
const evaluateObject = (e: Evaluation, given: ReadonlyArray<Argument>, scope: Scope): ValueIndex => {
  const values = given.map((each) => (each.type === "SpreadElement" ? e.unknown : e.expression(each, scope)))
  const [only = e.unknown, ...others] = values.filter((each) => each !== none)
  if (others.length === 0 || others.length >= maxAssigned) return only
  return others.includes(e.unknown) ? e.unknown : makeObject(e, [], [...others.toReversed(), only])
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

/** Evaluates what a function of the platform gives that makes a list or an object; unknown for any other. */
export const evaluateMade = (e: Evaluation, node: CallExpression, scope: Scope): ValueIndex => {
  const name = findName(node, scope)
  const [given, by] = node.arguments
  if (name === undefined) return e.unknown
  if (name === "Object.assign") return evaluateObject(e, node.arguments, scope)
  if (!/\.(?:from|values|entries)$/.test(name)) return evaluateObject(e, node.arguments.slice(0, 1), scope)
  const own = elementOfGiven(e, given, scope)
  const isMapped = name === "Array.from" && by !== undefined
  const isKnown = isMapped && by.type !== "SpreadElement" && isFunction(by)
  const element = isMapped ? (isKnown ? mapped(e, by, own, scope) : e.unknown) : own
  if (element === none || element === e.unknown) return e.unknown
  return makeStandard(e, "Array", typeOf(e, name === "Object.entries" ? pairWith(e, element) : element))
}

const hasName: ReadonlySet<Value["tag"]> = new Set(["definition", "import", "member"])

/**
 * Evaluates the function that `map` or `flatMap` is given, on what the result depends; undefined for other calls. Of which type the
 * receiver is, is known when links are made.
 */
export const givenToMap = (
  e: Evaluation,
  node: CallExpression,
  of: ValueIndex,
  scope: Scope
): ReadonlyArray<ValueIndex> | undefined => {
  const called = valueAt(e, of)
  const [first] = node.arguments
  if (called.tag !== "member" || !/^(?:flatM|m)ap$/.test(called.name) || first === undefined) return undefined
  if (first.type === "SpreadElement" || valueAt(e, called.of).tag === "import") return undefined
  if (!isFunction(first)) {
    const isNamed = first.type === "Identifier" || first.type === "MemberExpression"
    const by = isNamed ? e.expression(first, scope) : e.unknown
    return by !== none && hasName.has(valueAt(e, by).tag) ? [by] : undefined
  }
  // Before its scope is made.
  if (!e.scopes.has(first)) {
    expectArguments(e, node.arguments, of)
    noteCallback(e, node, called.of)
  }
  const yields = e.yields(first, scope)
  return yields === none || yields === e.unknown ? undefined : [e.table.add({ tag: "function", yields })]
}
