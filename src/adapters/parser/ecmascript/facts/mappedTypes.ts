import type { TSConditionalType, TSMappedType, TSTupleElement, TSType } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { instanceOf, makeAgreement, makeGlobal, makeUnion } from "./combine.ts"
import { exactType } from "./exactTypes.ts"
import { bindInferred } from "./typeParameters.ts"
import { type Evaluation, makeScope, none, type Scope } from "./Evaluation.ts"

/** Evaluates what has values of a type at any key. */
export const record = (e: Evaluation, type: TSType, scope: Scope): ValueIndex => {
  const of = e.type(type, scope)
  const isUnknown = of === none || of === e.unknown
  const key = makeGlobal(e, "String")
  return isUnknown ? e.unknown : e.table.add({ tag: "apply", of: makeGlobal(e, "Record"), arguments: [key, of] })
}

const inferred = /\binfer\s+([\w$]+)/g

/** Makes a scope with the types that a condition infers. */
const inferringScope = (e: Evaluation, { extendsType: { end, start } }: TSConditionalType, scope: Scope): Scope => {
  const names = [...e.text.slice(start, end).matchAll(inferred)].flatMap(([, name]) => name ?? [])
  if (names.length === 0) return scope
  const inner = makeScope(scope)
  bindInferred(e, [...new Set(names)], inner)
  return inner
}

/** The types that `[A] extends [B]` compares, and `A extends B`. */
const comparedBy = ({ checkType, extendsType }: TSConditionalType): readonly [check: TSType, to: TSType] => {
  if (checkType.type !== "TSTupleType" || extendsType.type !== "TSTupleType") return [checkType, extendsType]
  const [[check, ...others], [to, ...more]] = [checkType.elementTypes, extendsType.elementTypes]
  const isOnly = others.length === 0 && more.length === 0
  if (!isOnly || check === undefined || to === undefined || !isType(check) || !isType(to))
    return [checkType, extendsType]
  return [check, to]
}

const isType = (node: TSTupleElement): node is TSType =>
  node.type !== "TSOptionalType" && node.type !== "TSRestType" && node.type !== "TSNamedTupleMember"

/** Evaluates `A extends B ? C : D`: either of both branches, apart from `never`, if it does not say which. */
export const conditional = (e: Evaluation, node: TSConditionalType, scope: Scope): ValueIndex => {
  const inner = inferringScope(e, node, scope)
  const branch = (type: TSType, of: Scope): ValueIndex =>
    type.type === "TSNeverKeyword" ? none : exactType(e, type, of)
  const [holds, otherwise] = [branch(node.trueType, inner), branch(node.falseType, scope)]
  if (holds === otherwise || (holds === none && inner === scope)) return otherwise === none ? e.unknown : otherwise
  if (otherwise === none && inner === scope) return holds
  if (!isKnown(e, holds) && !isKnown(e, otherwise)) return e.unknown
  const [checked, extended] = comparedBy(node)
  const [check, to] = [instanceOf(e, e.type(checked, scope)), exactType(e, extended, inner)]
  if (isKnown(e, check) && isKnown(e, to)) return e.table.add({ tag: "conditional", check, to, holds, otherwise })
  return holds === e.unknown || otherwise === e.unknown
    ? e.unknown
    : makeAgreement(
        e,
        [holds, otherwise].filter((each) => each !== none)
      )
}

const isKnown = (e: Evaluation, value: ValueIndex): boolean => value !== none && value !== e.unknown

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

/** Whether a type is made of what a member has: `T[K]`, `Box<T[K]>`, or `T[K] extends A ? B : C`. */
const isMadeOfMember = (e: Evaluation, type: TSType, key: string): boolean => {
  if (type.type === "TSIndexedAccessType") return e.text.slice(type.indexType.start, type.indexType.end) === key
  if (type.type === "TSConditionalType") return isMadeOfMember(e, type.checkType, key)
  if (type.type === "TSUnionType") return type.types.some((each) => isMadeOfMember(e, each, key))
  return (
    type.type === "TSTypeReference" && (type.typeArguments?.params ?? []).some((each) => isMadeOfMember(e, each, key))
  )
}

/** Evaluates a type that has the members of another, which are made of those. Nothing is inferred from them. */
const withMembersOf = (e: Evaluation, of: TSType, values: ValueIndex, scope: Scope): ValueIndex => {
  const type = e.type(of, scope)
  if (!isKnown(e, type)) return values
  const members = e.table.add({ tag: "apply", of: makeGlobal(e, "NoInfer"), arguments: [type] })
  return values === e.unknown ? members : makeUnion(e, [members, values])
}

/** Evaluates `{ [K in keyof T]: Box<T[K]> }`: a record of what does not depend on the key, with the members of `T`. */
export const mapped = (e: Evaluation, node: TSMappedType, scope: Scope): ValueIndex => {
  const { constraint, key, nameType, typeAnnotation: type } = node
  const of =
    constraint.type === "TSTypeOperator" && constraint.operator === "keyof" ? constraint.typeAnnotation : undefined
  if (of !== undefined && isSame(e, of, node)) return e.type(of, scope)
  if (type === null) return e.unknown
  const inner = makeScope(scope)
  inner.types.set(key.name, { isTypeParameter: true, evaluate: () => e.unknown })
  const values = record(e, type, inner)
  const isMade = of !== undefined && nameType === null && isMadeOfMember(e, type, key.name)
  return isMade ? withMembersOf(e, of, values, scope) : values
}
