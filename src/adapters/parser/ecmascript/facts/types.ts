import type {
  Expression,
  ParamPattern,
  TSConstructSignatureDeclaration,
  TSImportType,
  TSSignature,
  TSTupleElement,
  TSType,
  TSTypeName,
  TSTypeParameterDeclaration,
  TSTypeQuery,
  TSTypeReference
} from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import {
  apply,
  instanceOf,
  makeAgreement,
  makeGlobal,
  makeObject,
  makeUnion,
  maxAlternatives,
  memberOf,
  typeOf,
  valueAt,
  withoutArguments
} from "./combine.ts"
import { type Evaluation, findType, findValue, makeScope, none, type Scope } from "./Evaluation.ts"
import { formatMemberName, withoutThis } from "../values.ts"
import { declaredYields } from "./guards.ts"
import { indexed } from "./indexedTypes.ts"
import { conditional, mapped, record } from "./mappedTypes.ts"
import { applyArguments } from "./typeArguments.ts"
import { bindTypeParameters, forgetTypeParameters } from "./typeParameters.ts"

/** Maximum names of a qualified name, and members of a type to keep. */
const [maxNames, maxMembers] = [32, 256]

/** Splits `A.B.C` into its root and the other names. */
const splitName = (name: TSTypeName): readonly [root: TSTypeName, rest: ReadonlyArray<string>] => {
  const rest: Array<string> = []
  let at = name
  while (at.type === "TSQualifiedName" && rest.length < maxNames) {
    rest.push(at.right.name)
    at = at.left
  }
  return [at, rest.toReversed()]
}

const membersOf = (e: Evaluation, root: ValueIndex, rest: ReadonlyArray<string>): ValueIndex =>
  rest.reduce((of, name) => (of === e.unknown ? of : memberOf(e, of, name)), root)

/** Evaluates the name of a type. */
export const typeName = (e: Evaluation, name: TSTypeName, scope: Scope): ValueIndex => {
  const [root, rest] = splitName(name)
  if (root.type !== "Identifier") return e.unknown
  const found = findType(scope, root.name) ?? (rest.length > 0 ? findValue(scope, root.name) : undefined)
  return membersOf(e, found === undefined ? makeGlobal(e, root.name) : found.evaluate(), rest)
}

/** Evaluates what an interface extends or a class implements, as a type. */
export const heritage = (e: Evaluation, node: Expression, scope: Scope): ValueIndex => {
  const rest: Array<string> = []
  let at = node
  while (at.type === "MemberExpression" && at.property.type === "Identifier" && rest.length < maxNames) {
    rest.push(at.property.name)
    at = at.object
  }
  if (at.type !== "Identifier") return e.unknown
  const found = findType(scope, at.name) ?? (rest.length > 0 ? findValue(scope, at.name) : undefined)
  return membersOf(e, found === undefined ? makeGlobal(e, at.name) : found.evaluate(), rest.toReversed())
}

/** Evaluates the name of a value in a type: `typeof a.b`. */
export const valueName = (e: Evaluation, name: TSTypeName, scope: Scope): ValueIndex => {
  const [root, rest] = splitName(name)
  if (root.type === "ThisExpression") return membersOf(e, scope.self, rest)
  if (root.type !== "Identifier") return e.unknown
  const found = findValue(scope, root.name)
  return membersOf(e, found === undefined ? makeGlobal(e, root.name) : found.evaluate(), rest)
}

/** Evaluates `import("x").A.B`. */
export const importType = (e: Evaluation, node: TSImportType): ValueIndex => {
  const names: Array<string> = []
  let at = node.qualifier
  while (at !== null && at.type === "TSQualifiedName" && names.length < maxNames) {
    names.push(at.right.name)
    at = at.left
  }
  if (at !== null && at.type === "Identifier") names.push(at.name)
  const [imported = "*", ...rest] = names.toReversed()
  const known = e.importOf.get(node)
  const index =
    known ?? e.imports.push({ module: node.source.value, imported, local: "", kind: "type", at: node.start }) - 1
  e.importOf.set(node, index)
  return membersOf(e, e.table.add({ tag: "import", import: index }), rest)
}

const typeQuery = (e: Evaluation, { exprName }: TSTypeQuery, scope: Scope): ValueIndex =>
  typeOf(e, exprName.type === "TSImportType" ? importType(e, exprName) : valueName(e, exprName, scope))

const reference = (e: Evaluation, node: TSTypeReference, scope: Scope): ValueIndex =>
  applyArguments(e, typeName(e, node.typeName, scope), node.typeArguments, scope)

/** A signature of a function, with its own type parameters. */
export interface Signature {
  readonly typeParameters: TSTypeParameterDeclaration | null
  readonly params: ReadonlyArray<ParamPattern>
  readonly returnType: { readonly typeAnnotation: TSType } | null
}

const declaredType = (node: ParamPattern): TSType | undefined => {
  const inner = node.type === "TSParameterProperty" ? node.parameter : node
  return inner.typeAnnotation?.typeAnnotation
}

/** Evaluates what a signature takes, by position, and the list of the rest. */
const taken = (e: Evaluation, params: ReadonlyArray<ParamPattern>, scope: Scope) => {
  const inner = forgetTypeParameters(e, scope)
  const evaluate = (node: ParamPattern): ValueIndex => {
    const type = declaredType(node)
    const value = type === undefined ? e.unknown : e.instance(type, inner)
    return value === none ? e.unknown : value
  }
  const own = withoutThis(params)
  const receiver = params.find((node) => !own.includes(node))
  const self = receiver === undefined ? e.unknown : evaluate(receiver)
  const rest = own.find(({ type }) => type === "RestElement")
  const parameters = own.filter((node) => node !== rest).map(evaluate)
  const known = parameters.slice(0, 1 + parameters.findLastIndex((each) => each !== e.unknown))
  const list = rest === undefined ? e.unknown : evaluate(rest)
  return {
    ...(known.length === 0 && list === e.unknown ? {} : { parameters: list === e.unknown ? known : parameters }),
    ...(list === e.unknown ? {} : { rest: list }),
    ...(self === e.unknown ? {} : { self })
  }
}

/** Evaluates the type of functions with a signature. */
const functionType = (e: Evaluation, { params, returnType, typeParameters }: Signature, scope: Scope): ValueIndex => {
  const inner = makeScope(scope)
  bindTypeParameters(e, typeParameters, inner)
  const yields = returnType === null ? e.unknown : declaredYields(e, params, returnType.typeAnnotation, inner)
  return e.table.add({ tag: "function", yields: yields === none ? e.unknown : yields, ...taken(e, params, inner) })
}

const signatureMember = (
  e: Evaluation,
  member: TSSignature,
  scope: Scope
): ReadonlyArray<readonly [string, ValueIndex]> => {
  if (member.type === "TSPropertySignature") {
    const value = member.typeAnnotation === null ? none : e.instance(member.typeAnnotation.typeAnnotation, scope)
    return [[formatMemberName(e, member.key, member.computed), value]]
  }
  if (member.type !== "TSMethodSignature") return []
  const name = formatMemberName(e, member.key, member.computed)
  const type = functionType(e, member, scope)
  const value = valueAt(e, type)
  if (value.tag !== "function") return []
  if (member.kind !== "method") return [[name, value.yields]]
  return value.yields === e.unknown && value.parameters === undefined ? [] : [[name, type]]
}

/** Evaluates the signatures by which an instance of a type can be called. */
export const callSignatures = (
  e: Evaluation,
  members: ReadonlyArray<TSSignature>,
  scope: Scope
): ReadonlyArray<ValueIndex> =>
  members
    .slice(0, maxMembers)
    .flatMap((member) => (member.type === "TSCallSignatureDeclaration" ? [functionType(e, member, scope)] : []))

/** Of more signatures than a union has room for, only what they give counts. */
const signaturesOf = (e: Evaluation, members: ReadonlyArray<TSSignature>, scope: Scope): ReadonlyArray<ValueIndex> => {
  const signatures = callSignatures(e, members, scope)
  if (signatures.length <= maxAlternatives) return signatures
  const given = new Set(signatures.map((each) => withoutArguments(e, apply(e, "call", each))))
  return [...given].map((yields) => e.table.add({ tag: "function", yields }))
}

/** Evaluates what `new` gives of an instance of a type with such signatures, as its member `new`. */
export const constructSignatures = (
  e: Evaluation,
  signatures: ReadonlyArray<Signature>,
  scope: Scope
): ReadonlyArray<readonly [string, ValueIndex]> => {
  const functions = signatures.slice(0, maxMembers).map((each) => functionType(e, each, scope))
  const given = functions.map((each) => apply(e, "call", each))
  const yields = given.includes(e.unknown) ? e.unknown : makeAgreement(e, [...new Set(given)])
  if (yields === none || yields === e.unknown) return []
  const [only = none] = functions
  return [["new", functions.length === 1 ? only : e.table.add({ tag: "function", yields })]]
}

export const isConstructSignature = (node: TSSignature): node is TSConstructSignatureDeclaration =>
  node.type === "TSConstructSignatureDeclaration"

/** A type literal is an object, functions if it is nothing but signatures, or both; a record if any key has the same type. */
const typeLiteral = (e: Evaluation, members: ReadonlyArray<TSSignature>, scope: Scope): ValueIndex => {
  const [first] = members
  if (members.length === 1 && first?.type === "TSIndexSignature")
    return record(e, first.typeAnnotation.typeAnnotation, scope)
  const functions = signaturesOf(e, members, scope)
  const named = [
    ...members.slice(0, maxMembers).flatMap((member) => signatureMember(e, member, scope)),
    ...constructSignatures(e, members.filter(isConstructSignature), scope)
  ]
  if (functions.length === 0) return makeObject(e, named)
  return makeUnion(e, named.length === 0 ? functions : [makeObject(e, named), ...functions])
}

const tupleElement = (e: Evaluation, node: TSTupleElement, scope: Scope): ValueIndex => {
  if (node.type === "TSOptionalType") return e.instance(node.typeAnnotation, scope)
  if (node.type === "TSRestType") return e.unknown
  if (node.type === "TSNamedTupleMember") return tupleElement(e, node.elementType, scope)
  return e.instance(node, scope)
}

/** Names of the objects whose members primitive values have. */
const primitives: ReadonlyMap<TSType["type"], string> = new Map<TSType["type"], string>([
  ["TSStringKeyword", "String"],
  ["TSTemplateLiteralType", "String"],
  ["TSNumberKeyword", "Number"],
  ["TSBooleanKeyword", "Boolean"],
  ["TSTypePredicate", "Boolean"],
  ["TSBigIntKeyword", "BigInt"],
  ["TSSymbolKeyword", "Symbol"]
])

const literalNames: Readonly<Record<string, string>> = {
  string: "String",
  number: "Number",
  boolean: "Boolean",
  bigint: "BigInt"
}

/** Evaluates types made of other types. */
const compound = (e: Evaluation, node: TSType, scope: Scope): ValueIndex => {
  const each = (types: ReadonlyArray<TSType>) => types.map((type) => e.type(type, scope))
  if (node.type === "TSUnionType") return makeUnion(e, each(node.types))
  // A member of an intersection is a member of one of its parts.
  if (node.type === "TSIntersectionType")
    return makeUnion(
      e,
      each(node.types).filter((part) => part !== e.unknown)
    )
  if (node.type === "TSTupleType") {
    const elements = node.elementTypes.slice(0, maxMembers)
    return makeObject(
      e,
      elements.map((element, at) => [String(at), tupleElement(e, element, scope)])
    )
  }
  if (node.type === "TSTypeLiteral") return typeLiteral(e, node.members, scope)
  if (node.type === "TSFunctionType") return functionType(e, node, scope)
  if (node.type === "TSConstructorType") {
    const made = constructSignatures(e, [node], scope)
    return made.length === 0 ? e.unknown : makeObject(e, made)
  }
  if (node.type === "TSMappedType") return mapped(e, node, scope)
  if (node.type === "TSConditionalType") return conditional(e, node, scope)
  if (node.type === "TSInferType") return findType(scope, node.typeParameter.name.name)?.evaluate() ?? e.unknown
  if (node.type === "TSIndexedAccessType") return indexed(e, node.objectType, node.indexType, scope)
  if (node.type === "TSLiteralType" && node.literal.type === "Literal") {
    return makeGlobal(e, literalNames[typeof node.literal.value] ?? "Object")
  }
  return node.type === "TSTypeOperator" && node.operator === "readonly" ? e.type(node.typeAnnotation, scope) : e.unknown
}

/** Evaluates a type as a type. */
export const evaluateType = (e: Evaluation, node: TSType, scope: Scope): ValueIndex => {
  if (node.type === "TSTypeReference") return reference(e, node, scope)
  const primitive = primitives.get(node.type)
  if (primitive !== undefined) return makeGlobal(e, primitive)
  if (node.type === "TSNullKeyword" || node.type === "TSUndefinedKeyword" || node.type === "TSVoidKeyword") return none
  if (node.type === "TSParenthesizedType") return e.type(node.typeAnnotation, scope)
  if (node.type === "TSThisType") return typeOf(e, scope.self)
  if (node.type === "TSTypeQuery") return typeQuery(e, node, scope)
  if (node.type === "TSImportType") return applyArguments(e, importType(e, node), node.typeArguments, scope)
  if (node.type === "TSArrayType") {
    const of = e.type(node.elementType, scope)
    const array = makeGlobal(e, "Array")
    return of === e.unknown || of === none ? array : e.table.add({ tag: "apply", of: array, arguments: [of] })
  }
  return compound(e, node, scope)
}

/** Evaluates what has a declared type. */
export const evaluateInstance = (e: Evaluation, node: TSType, scope: Scope): ValueIndex =>
  node.type === "TSThisType" ? scope.self : instanceOf(e, e.type(node, scope))
