import type { CallExpression } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { isFunction } from "../values.ts"
import { apply, awaited, makeUnion } from "./combine.ts"
import { type Evaluation, none } from "./Evaluation.ts"

/** Methods of arrays by the positions at which the function given to them gets an element. */
const methods: ReadonlyArray<readonly [names: string, positions: ReadonlyArray<number>]> = [
  ["every filter find findIndex findLast findLastIndex flatMap forEach map some", [0]],
  ["sort toSorted", [0, 1]],
  ["reduce reduceRight", [1]]
]
const elementPositions = new Map(
  methods.flatMap(([names, positions]) => names.split(" ").map((name) => [name, positions] as const))
)

/**
 * Notes what a function gets that is the first argument of a method of arrays or promises, besides what the method declares.
 * Types of other names have methods of these names, too: what is an element, and of which types, is known when links are made.
 */
export const noteCallback = (e: Evaluation, node: CallExpression, receiver: ValueIndex): void => {
  const { callee } = node
  const [first] = node.arguments
  if (first === undefined || first.type === "SpreadElement" || !isFunction(first) || receiver === e.unknown) return
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return
  const { name } = callee.property
  const positions = name === "then" ? [0] : elementPositions.get(name)
  if (positions === undefined) return
  const declared = e.given.get(first)
  e.given.set(first, (at) => {
    const own = positions.includes(at) ? givenBy(e, name, receiver) : e.unknown
    const known = [own, declared?.(at) ?? e.unknown].filter((each) => each !== e.unknown)
    return known.length === 0 ? e.unknown : makeUnion(e, known)
  })
}

/** What a method of arrays or promises gives by position to the function that it is given. */
export const passedBy = (e: Evaluation, name: string, receiver: ValueIndex): ReadonlyArray<ValueIndex> => {
  const positions = name === "then" ? [0] : (elementPositions.get(name) ?? [])
  const own = positions.length === 0 || receiver === e.unknown ? e.unknown : givenBy(e, name, receiver)
  if (own === e.unknown) return []
  return Array.from({ length: Math.max(...positions) + 1 }, (_, at) => (positions.includes(at) ? own : none))
}

const givenBy = (e: Evaluation, method: string, receiver: ValueIndex): ValueIndex =>
  method === "then" ? awaited(e, receiver) : apply(e, "element", receiver)
