import type { Argument, CallExpression, NewExpression } from "oxc-parser"
import type { Value, ValueIndex } from "../../facts/Facts.ts"
import { noteCallback } from "./callbacks.ts"
import { isOfPlatform, valueAt } from "./combine.ts"
import { evaluateAs, type Evaluation, none, type Scope } from "./Evaluation.ts"
import { expectArguments } from "./expected.ts"

/** Maximum arguments of a call to keep. */
const maxArguments = 8

/** Arguments of which nothing is known that a type parameter could stand for. */
const saysNothing: ReadonlySet<Argument["type"]> = new Set<Argument["type"]>([
  "BinaryExpression",
  "Literal",
  "SpreadElement",
  "TemplateLiteral",
  "UnaryExpression"
])

/** Whether what is called may have type parameters: any function of another file, and one of this file that declares some. */
const mayBeGeneric = (e: Evaluation, callee: ValueIndex): boolean => {
  const value = valueAt(e, callee)
  if (value.tag === "unknown" || isOfPlatform(e, callee)) return false
  const found = value.tag === "definition" ? e.found[value.definition] : undefined
  if (found?.body === undefined || !("params" in found.body)) return true
  const { typeParameters } = found.body
  return typeParameters !== null && typeParameters !== undefined
}

/** Whether a value is something of the project, or may be, or has that as a part. */
const isWorth = (e: Evaluation, index: ValueIndex): boolean => {
  let value: Value = valueAt(e, index)
  while (value.tag === "instance" || value.tag === "typeof") value = valueAt(e, value.of)
  if (value.tag === "unknown" || value.tag === "global") return false
  if (value.tag === "object") return value.members.some(([, each]) => isWorth(e, each))
  return value.tag !== "function" || value.yields !== e.unknown
}

/**
 * Evaluates what a call gives by position, on what the type parameters of the function depend; undefined if nothing of it matters.
 * What is given within an argument is not kept: most calls are arguments, and each would be a value of its own.
 */
export const argumentsOf = (
  e: Evaluation,
  node: CallExpression | NewExpression,
  callee: ValueIndex,
  scope: Scope
): ReadonlyArray<ValueIndex> | undefined => {
  const given = node.arguments.slice(0, maxArguments)
  if (e.isArgument || given.every(({ type }) => saysNothing.has(type)) || !mayBeGeneric(e, callee)) return undefined
  // Before the scopes of functions are made.
  expectArguments(e, node.arguments, callee)
  const called = valueAt(e, callee)
  if (node.type === "CallExpression" && called.tag === "member") noteCallback(e, node, called.of)
  const values = given.map((each) => {
    if (each.type === "SpreadElement" || saysNothing.has(each.type)) return none
    const value = evaluateAs(e, true, () => e.expression(each, scope))
    return value !== none && isWorth(e, value) ? value : none
  })
  const known = values.slice(0, 1 + values.findLastIndex((each) => each !== none))
  return known.length === 0 ? undefined : known
}
