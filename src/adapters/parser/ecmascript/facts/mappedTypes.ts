import type { TSConditionalType, TSMappedType, TSType } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { makeGlobal, makeUnion, valueAt } from "./combine.ts"
import { type Evaluation, makeScope, none, type Scope } from "./Evaluation.ts"

/** Evaluates what has values of a type at any key. */
export const record = (e: Evaluation, type: TSType, scope: Scope): ValueIndex => {
  const of = e.type(type, scope)
  const isUnknown = of === none || of === e.unknown
  const key = makeGlobal(e, "String")
  return isUnknown ? e.unknown : e.table.add({ tag: "apply", of: makeGlobal(e, "Record"), arguments: [key, of] })
}

const inferred = /\binfer\s+([\w$]+)/g

/** Makes a scope with the types that a condition infers, of which nothing is known. */
const inferringScope = (e: Evaluation, { extendsType: { end, start } }: TSConditionalType, scope: Scope): Scope => {
  const names = [...e.text.slice(start, end).matchAll(inferred)].flatMap(([, name]) => name ?? [])
  if (names.length === 0) return scope
  const inner = makeScope(scope)
  for (const name of names) inner.types.set(name, { isTypeParameter: true, evaluate: () => e.unknown })
  return inner
}

/** Evaluates `A extends B ? C : D`: what both branches are, whichever holds. */
export const conditional = (e: Evaluation, node: TSConditionalType, scope: Scope): ValueIndex => {
  const inner = inferringScope(e, node, scope)
  if (node.falseType.type === "TSNeverKeyword") return e.type(node.trueType, inner)
  const partsOf = (branch: TSType): ReadonlyArray<ValueIndex> => {
    const type = e.type(branch, inner)
    const value = valueAt(e, type)
    return value.tag === "union" ? value.of : [type]
  }
  const otherwise = new Set(partsOf(node.falseType))
  const common = partsOf(node.trueType).filter((part) => otherwise.has(part))
  return common.length === 0 ? e.unknown : makeUnion(e, common)
}

/** Whether a mapped type is the same type with other modifiers: `{ readonly [K in keyof T]: T[K] }`. */
const isSame = (e: Evaluation, of: TSType, node: TSMappedType): boolean => {
  const { key, nameType, typeAnnotation: type } = node
  if (nameType !== null || type?.type !== "TSIndexedAccessType") return false
  const { indexType: index, objectType: object } = type
  const isKey = index.type === "TSTypeReference" && index.typeName.type === "Identifier"
  return (
    isKey &&
    e.text.slice(index.start, index.end) === key.name &&
    e.text.slice(object.start, object.end) === e.text.slice(of.start, of.end)
  )
}

/** Evaluates `{ [K in keyof T]: Box<T[K]> }`: a record of what does not depend on the key. */
export const mapped = (e: Evaluation, node: TSMappedType, scope: Scope): ValueIndex => {
  const { constraint, key, typeAnnotation: type } = node
  const of =
    constraint.type === "TSTypeOperator" && constraint.operator === "keyof" ? constraint.typeAnnotation : undefined
  if (of !== undefined && isSame(e, of, node)) return e.type(of, scope)
  if (type === null) return e.unknown
  const inner = makeScope(scope)
  inner.types.set(key.name, { isTypeParameter: true, evaluate: () => e.unknown })
  return record(e, type, inner)
}
