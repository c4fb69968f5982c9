import type {
  ParamPattern,
  TSInterfaceDeclaration,
  TSSignature,
  TSType,
  TSTypeName,
  TSTypeParameterDeclaration,
  TSTypeReference
} from "oxc-parser"
import { complete } from "./complete.ts"
import { findType, makeScope } from "./Evaluation.ts"
import { record } from "./record.ts"
import { bindTypeParameters } from "./typeParameters.ts"
import { heritage, importType, type Signature, typeName, valueName } from "./types.ts"
import { enter, type Place, type Visit } from "./Visit.ts"

/** Types of the language that most files use. */
const standard = new Set([
  "Array",
  "Awaited",
  "Exclude",
  "Extract",
  "InstanceType",
  "Iterable",
  "Map",
  "NonNullable",
  "Omit",
  "Parameters",
  "Partial",
  "Pick",
  "Promise",
  "Readonly",
  "ReadonlyArray",
  "ReadonlyMap",
  "ReadonlySet",
  "Record",
  "Required",
  "ReturnType",
  "Set",
  "Uint8Array",
  "const"
])

const isLocal = (name: TSTypeName, place: Place): boolean => {
  if (name.type !== "Identifier") return name.type === "ThisExpression"
  const found = findType(place.scope, name.name)
  return found === undefined ? standard.has(name.name) : found.isTypeParameter
}

const visitReference = (v: Visit, node: TSTypeReference, place: Place): void => {
  const { typeName: name } = node
  if (!isLocal(name, place)) {
    const at = name.type === "TSQualifiedName" ? name.right.start : name.start
    record(v, "type", typeName(v.e, name, place.scope), { at, place })
  }
  for (const each of node.typeArguments?.params ?? []) v.type(each, place)
}

const visitParameters = (v: Visit, nodes: ReadonlyArray<ParamPattern>, place: Place): void => {
  for (const each of nodes) {
    if ("typeAnnotation" in each && each.typeAnnotation !== null && each.typeAnnotation !== undefined) {
      v.type(each.typeAnnotation.typeAnnotation, place)
    }
  }
}

/** Visits what type parameters extend and are by default. */
export const visitTypeParameters = (
  v: Visit,
  declaration: TSTypeParameterDeclaration | null | undefined,
  place: Place
): void => {
  for (const each of declaration?.params ?? []) {
    if (each.constraint !== null) v.type(each.constraint, place)
    if (each.default !== null) v.type(each.default, place)
  }
}

const visitSignature = (v: Visit, node: Signature, place: Place): void => {
  const scope = makeScope(place.scope)
  bindTypeParameters(v.e, node.typeParameters, scope)
  const inner = { ...place, scope }
  visitTypeParameters(v, node.typeParameters, inner)
  visitParameters(v, node.params, inner)
  if (node.returnType !== null) v.type(node.returnType.typeAnnotation, inner)
}

const visitMember = (v: Visit, node: TSSignature, outer: Place): void => {
  complete(v, node, outer.scope)
  const place = enter(v, node, outer)
  if (node.type === "TSPropertySignature") {
    if (node.typeAnnotation !== null) v.type(node.typeAnnotation.typeAnnotation, place)
  } else if (node.type === "TSIndexSignature") v.type(node.typeAnnotation.typeAnnotation, place)
  else visitSignature(v, node, place)
}

/** Visits an interface: what it extends and its members. */
export const visitInterface = (v: Visit, node: TSInterfaceDeclaration, place: Place): void => {
  const self = v.e.definitionOf.get(node)
  const own = self === undefined ? v.e.unknown : v.e.table.add({ tag: "this", definition: self })
  const scope = makeScope(place.scope, own)
  bindTypeParameters(v.e, node.typeParameters, scope)
  const inner = { ...place, scope }
  visitTypeParameters(v, node.typeParameters, inner)
  for (const { expression, typeArguments } of node.extends) {
    const at = expression.type === "MemberExpression" ? expression.property.start : expression.start
    record(v, "base", heritage(v.e, expression, scope), { at, place: inner })
    for (const each of typeArguments?.params ?? []) v.type(each, inner)
  }
  for (const each of node.body.body) visitMember(v, each, inner)
}

const visitConditional = (v: Visit, node: TSType & { type: "TSConditionalType" }, place: Place): void => {
  const scope = makeScope(place.scope)
  const inner = { ...place, scope }
  let at: TSType = node
  for (; at.type === "TSConditionalType"; at = at.falseType) {
    v.type(at.checkType, inner)
    v.type(at.extendsType, inner)
    v.type(at.trueType, inner)
  }
  v.type(at, inner)
}

const visitMapped = (v: Visit, node: TSType & { type: "TSMappedType" }, place: Place): void => {
  const scope = makeScope(place.scope)
  scope.types.set(node.key.name, { evaluate: () => v.e.unknown, isTypeParameter: true })
  const inner = { ...place, scope }
  v.type(node.constraint, inner)
  if (node.nameType !== null) v.type(node.nameType, inner)
  if (node.typeAnnotation !== null) v.type(node.typeAnnotation, inner)
}

const visitQuery = (v: Visit, node: TSType & { type: "TSTypeQuery" }, place: Place): void => {
  const { exprName } = node
  if (exprName.type === "TSImportType") v.type(exprName, place)
  else {
    const at = exprName.type === "TSQualifiedName" ? exprName.right.start : exprName.start
    record(v, "read", valueName(v.e, exprName, place.scope), { at, place })
  }
  for (const each of node.typeArguments?.params ?? []) v.type(each, place)
}

/** Lists the types directly within a type. */
const partsOf = (node: TSType): ReadonlyArray<TSType> => {
  if (node.type === "TSUnionType" || node.type === "TSIntersectionType") return node.types
  if (node.type === "TSArrayType") return [node.elementType]
  if (node.type === "TSParenthesizedType" || node.type === "TSTypeOperator") return [node.typeAnnotation]
  if (node.type === "TSIndexedAccessType") return [node.objectType, node.indexType]
  if (node.type === "TSTemplateLiteralType") return node.types
  if (node.type === "TSNamedTupleMember") {
    const { elementType } = node
    return elementType.type === "TSOptionalType" || elementType.type === "TSRestType"
      ? [elementType.typeAnnotation]
      : [elementType]
  }
  if (node.type === "TSTypePredicate") return node.typeAnnotation === null ? [] : [node.typeAnnotation.typeAnnotation]
  if (node.type !== "TSTupleType") return []
  return node.elementTypes.map((each) =>
    each.type === "TSOptionalType" || each.type === "TSRestType" ? each.typeAnnotation : each
  )
}

/** Visits a type: records the types that it names. */
export const visitType = (v: Visit, node: TSType, place: Place): void => {
  if (node.type === "TSTypeReference") visitReference(v, node, place)
  else if (node.type === "TSTypeLiteral") {
    for (const each of node.members) visitMember(v, each, place)
  } else if (node.type === "TSFunctionType" || node.type === "TSConstructorType") visitSignature(v, node, place)
  else if (node.type === "TSConditionalType") visitConditional(v, node, place)
  else if (node.type === "TSInferType") {
    place.scope.types.set(node.typeParameter.name.name, { evaluate: () => v.e.unknown, isTypeParameter: true })
  } else if (node.type === "TSMappedType") visitMapped(v, node, place)
  else if (node.type === "TSTypeQuery") visitQuery(v, node, place)
  else if (node.type === "TSImportType") {
    record(v, "type", importType(v.e, node), { at: node.qualifier?.end ?? node.start, place })
    for (const each of node.typeArguments?.params ?? []) v.type(each, place)
  } else for (const each of partsOf(node)) v.type(each, place)
}
