import type { CallExpression } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { isFunction } from "../values.ts"
import { apply, awaited } from "./combine.ts"
import type { Evaluation } from "./Evaluation.ts"

/** Methods of arrays whose function gets an element first, and those that compare two or add one to a result. */
const withElement = new Set([
  "every",
  "filter",
  "find",
  "findIndex",
  "findLast",
  "findLastIndex",
  "flatMap",
  "forEach",
  "map",
  "some"
])
const withTwo = new Set(["sort", "toSorted"])
const withResult = new Set(["reduce", "reduceRight"])

/**
 * Notes what a function gets that is the first argument of a method of arrays or promises. Types of other names have methods
 * of these names, too: what is an element, and of which types, is known when links are made.
 */
export const noteCallback = (e: Evaluation, node: CallExpression, receiver: ValueIndex): void => {
  const { callee } = node
  const [first] = node.arguments
  if (first === undefined || first.type === "SpreadElement" || !isFunction(first) || receiver === e.unknown) return
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return
  const { name } = callee.property
  if (name === "then") e.given.set(first, [awaited(e, receiver)])
  else if (withElement.has(name)) e.given.set(first, [apply(e, "element", receiver)])
  else if (withTwo.has(name)) {
    const element = apply(e, "element", receiver)
    e.given.set(first, [element, element])
  } else if (withResult.has(name)) e.given.set(first, [e.unknown, apply(e, "element", receiver)])
}
