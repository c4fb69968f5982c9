import type {
  AccessorProperty,
  AssignmentExpression,
  Class,
  Expression,
  Node,
  ParamPattern,
  PropertyDefinition,
  TSType,
  TSTypeAnnotation
} from "oxc-parser"
import type { DefinitionIndex, Parameter, ValueIndex } from "../../facts/Facts.ts"
import type { FunctionLike } from "../Source.ts"
import { findFunction, formatMemberName, isFunction, unwrap } from "../values.ts"
import { assignedToField } from "./assigned.ts"
import { instanceOf, makeObject, typeOf, valueAt } from "./combine.ts"
import { type Evaluation, makeScope, none, type Scope } from "./Evaluation.ts"
import { declaredYields } from "./guards.ts"
import { functionScope } from "./scopes.ts"
import { callSignatures, constructSignatures, heritage, isConstructSignature } from "./types.ts"
import { applyArguments } from "./typeArguments.ts"
import { bindTypeParameters, typeParametersOf } from "./typeParameters.ts"
import type { Details, Visit } from "./Visit.ts"

/** Returns a value unless its root is unknown. */
const orNone = (e: Evaluation, value: ValueIndex): ValueIndex => {
  let root = valueAt(e, value)
  while ("of" in root && typeof root.of === "number" && root.tag !== "variable")
    root = valueAt(e, root.tag === "narrowed" ? root.to : root.of)
  return root.tag === "unknown" ? none : value
}

const nameOf = (node: ParamPattern): string => {
  if (node.type === "Identifier") return node.name
  if (node.type === "TSParameterProperty") return nameOf(node.parameter)
  if (node.type === "RestElement") return nameOf(node.argument)
  if (node.type === "AssignmentPattern") return nameOf(node.left)
  return node.type === "ObjectPattern" ? "{}" : "[]"
}

const annotationOf = (node: ParamPattern): TSType | undefined => {
  if (node.type === "TSParameterProperty") return annotationOf(node.parameter)
  if (node.type === "AssignmentPattern") return annotationOf(node.left)
  return node.typeAnnotation?.typeAnnotation
}

const defaultOf = (node: ParamPattern): Expression | undefined => {
  if (node.type === "TSParameterProperty") return defaultOf(node.parameter)
  return node.type === "AssignmentPattern" ? node.right : undefined
}

const parameterValue = (e: Evaluation, node: ParamPattern, scope: Scope): ValueIndex => {
  const type = annotationOf(node)
  if (type !== undefined) return orNone(e, e.instance(type, scope))
  const value = defaultOf(node)
  return value === undefined ? none : orNone(e, e.expression(value, scope))
}

const parametersOf = (e: Evaluation, nodes: ReadonlyArray<ParamPattern>, scope: Scope): ReadonlyArray<Parameter> =>
  nodes
    .filter((node) => nameOf(node) !== "this")
    .map((node) => {
      const inner = node.type === "TSParameterProperty" ? node.parameter : node
      return {
        name: nameOf(node),
        value: parameterValue(e, node, scope),
        isOptional: defaultOf(node) !== undefined || ("optional" in inner && (inner.optional ?? false)),
        isRest: inner.type === "RestElement"
      }
    })

/** What a generic function takes may say what its type parameters stand for: what `this` is, too. */
const completeTaken = (
  e: Evaluation,
  details: Details,
  { params, typeParameters }: Pick<FunctionLike, "params" | "typeParameters">,
  scope: Scope
): void => {
  details.parameters = parametersOf(e, params, scope)
  details.typeParameters = typeParametersOf(e, typeParameters, scope)
  const self = params.find((node) => nameOf(node) === "this")
  if (self !== undefined && details.typeParameters.length > 0) details.self = parameterValue(e, self, scope)
}

const completeFunction = (e: Evaluation, details: Details, node: FunctionLike, scope: Scope): void => {
  const inner = functionScope(e, node, scope)
  completeTaken(e, details, node, inner)
  details.yields = orNone(e, e.yields(node, scope))
  details.hasBody = node.body !== null
}

/** Completes a signature without a body. */
const completeSignature = (
  e: Evaluation,
  details: Details,
  node: Extract<Node, { type: "TSMethodSignature" | "TSFunctionType" }>,
  scope: Scope
): void => {
  const inner = makeScope(scope)
  bindTypeParameters(e, node.typeParameters, inner)
  for (const each of node.params) {
    if (each.type === "Identifier") inner.values.delete(each.name)
  }
  completeTaken(e, details, node, inner)
  details.yields =
    node.returnType === null ? none : orNone(e, declaredYields(e, node.params, node.returnType.typeAnnotation, inner))
}

/** What holds a value: a variable, field or property. */
interface Holder {
  readonly type: TSTypeAnnotation | null | undefined
  readonly init: Expression | null
}

const holderOf = (node: Node): Holder | undefined => {
  if (node.type === "VariableDeclarator") {
    return { type: node.id.type === "Identifier" ? node.id.typeAnnotation : null, init: node.init }
  }
  if (node.type === "AssignmentExpression") return { type: null, init: node.right }
  if (node.type === "TSPropertySignature") return { type: node.typeAnnotation, init: null }
  return isField(node) ? { type: node.typeAnnotation, init: node.value } : undefined
}

const isField = (node: Node): node is PropertyDefinition | AccessorProperty =>
  node.type === "PropertyDefinition" ||
  node.type === "TSAbstractPropertyDefinition" ||
  node.type === "AccessorProperty" ||
  node.type === "TSAbstractAccessorProperty"

const completeHolder = (e: Evaluation, details: Details, { init, type }: Holder, scope: Scope): void => {
  const callable = init === null ? undefined : findFunction(init)
  const own = init === null ? undefined : unwrap(init)
  const declared = type?.typeAnnotation
  if (declared?.type === "TSFunctionType") completeSignature(e, details, { ...declared }, scope)
  if (own !== undefined && isFunction(own)) {
    const { parameters, yields } = details
    completeFunction(e, details, own, scope)
    if (yields !== none) details.yields = yields
    if (declared?.type === "TSFunctionType") details.parameters = parameters
    if (declared !== undefined && declared.type !== "TSFunctionType")
      details.value = orNone(e, e.instance(declared, scope))
    return
  }
  if (callable !== undefined) details.parameters = parametersOf(e, callable.params, functionScope(e, callable, scope))
  if (own?.type === "ClassExpression") return
  if (declared !== undefined) details.value = orNone(e, e.instance(declared, scope))
  else if (init !== null) details.value = orNone(e, e.expression(init, scope))
}

const completeMethod = (
  e: Evaluation,
  details: Details,
  node: Extract<Node, { type: "MethodDefinition" | "TSAbstractMethodDefinition" }>,
  scope: Scope
): void => {
  completeFunction(e, details, node.value, scope)
  if (node.kind === "get") details.value = details.yields
  if (node.kind === "set") details.value = details.parameters[0]?.value ?? none
}

const completeType = (e: Evaluation, details: Details, node: Node, scope: Scope): void => {
  if (node.type === "TSTypeAliasDeclaration") {
    const inner = makeScope(scope)
    bindTypeParameters(e, node.typeParameters, inner)
    details.typeParameters = typeParametersOf(e, node.typeParameters, inner)
    details.value = orNone(e, e.type(node.typeAnnotation, inner))
  } else if (node.type === "TSInterfaceDeclaration") {
    const inner = makeScope(scope)
    bindTypeParameters(e, node.typeParameters, inner)
    details.typeParameters = typeParametersOf(e, node.typeParameters, inner)
    const extended = node.extends
      .map((each) => applyArguments(e, heritage(e, each.expression, inner), each.typeArguments, inner))
      .filter((base) => base !== e.unknown)
    const made = constructSignatures(e, node.body.body.filter(isConstructSignature), inner)
    const constructed = made.length === 0 ? [] : [makeObject(e, made)]
    details.bases = [...extended, ...constructed, ...callSignatures(e, node.body.body, inner)]
  } else if (node.type === "TSMethodSignature") {
    completeSignature(e, details, node, scope)
    if (node.kind === "get") details.value = details.yields
    if (node.kind === "set") details.value = details.parameters[0]?.value ?? none
  } else if (node.type === "TSPropertySignature" && node.typeAnnotation?.typeAnnotation.type === "TSFunctionType") {
    completeSignature(e, details, node.typeAnnotation.typeAnnotation, scope)
  }
}

const completeEnumMember = (e: Evaluation, details: Details, container: string): void => {
  const definition = e.named.get(container)
  if (definition !== undefined) details.value = instanceOf(e, e.table.add({ tag: "definition", definition }))
}

const completeParameter = (e: Evaluation, details: Details, node: ParamPattern, scope: Scope): void => {
  details.value = parameterValue(e, node, scope)
}

const isPrivate = (node: Node): boolean =>
  ("accessibility" in node && node.accessibility === "private") ||
  ("key" in node && node.key.type === "PrivateIdentifier")

/** The scope of the instances of a class, from one within a method of theirs. */
const instancesScope = (scope: Scope): Scope => {
  let at = scope
  while (at.parent !== undefined && at.parent.self === scope.self) at = at.parent
  return at
}

/** Completes a field that a constructor declares without a value. */
const completeAssigned = (e: Evaluation, details: Details, node: AssignmentExpression, scope: Scope): void => {
  const { left, right } = node
  if (left.type !== "MemberExpression" || left.object.type !== "ThisExpression") return
  const self = valueAt(e, scope.self)
  const { body } = (self.tag === "this" ? e.found[self.definition] : undefined) ?? {}
  if (body === undefined || "params" in body || e.expression(right, scope) !== none) return
  const name = formatMemberName(e, left.property, left.computed)
  details.value = orNone(e, assignedToField(e, body, name, instancesScope(scope)))
}

/** Completes a field that a class declares without a type or a value. `scope`: that of instances. */
export const completeField = (
  v: Visit,
  node: PropertyDefinition | AccessorProperty,
  owner: Class,
  scope: Scope
): void => {
  const { e } = v
  const details = v.details[e.definitionOf.get(node) ?? -1]
  const isDeclared = node.typeAnnotation !== null && node.typeAnnotation !== undefined
  if (details === undefined || node.static || isDeclared || details.value !== none) return
  if (node.value !== null && e.expression(node.value, scope) !== none) return
  details.value = orNone(e, assignedToField(e, owner, formatMemberName(e, node.key, node.computed), scope))
}

/** Evaluates what is known of the definition that a node declares, if it declares one. `init` is what it holds. */
export const complete = (v: Visit, node: Node, scope: Scope, init?: Expression): void => {
  const { e } = v
  const definition = e.definitionOf.get(node)
  const details = definition === undefined ? undefined : v.details[definition]
  const found = definition === undefined ? undefined : e.found[definition]
  if (details === undefined || found === undefined) return
  details.isPrivate = isPrivate(node)
  const own = init === undefined ? holderOf(node) : { type: null, init }
  const holder = node.type === "TSPropertySignature" && found.type === "method" ? undefined : own
  const destructured = e.destructured.get(node)
  if (destructured !== undefined) details.value = orNone(e, destructured())
  else if (holder !== undefined) completeHolder(e, details, holder, scope)
  if (node.type === "AssignmentExpression" && details.value === none) completeAssigned(e, details, node, scope)
  if (node.type === "Property" && node.kind === "get") details.value = details.yields
  if (destructured !== undefined || holder !== undefined) return
  if (node.type === "MethodDefinition" || node.type === "TSAbstractMethodDefinition")
    completeMethod(e, details, node, scope)
  else if (node.type === "TSEnumMember") completeEnumMember(e, details, found.container)
  else if (node.type === "TSParameterProperty") completeParameter(e, details, node, scope)
  else if (
    node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "TSDeclareFunction"
  )
    completeFunction(e, details, node, scope)
  else completeType(e, details, node, scope)
}

/** Completes the definition of a class. */
export const completeClass = (v: Visit, node: Class, definition: DefinitionIndex, head: Scope): void => {
  const { e } = v
  const details = v.details[definition]
  if (details === undefined) return
  details.typeParameters = typeParametersOf(e, node.typeParameters, head)
  const extended = node.superClass === null ? [] : [extendedBy(e, node, node.superClass, head)]
  const implemented = (node.implements ?? []).map((each) =>
    applyArguments(e, heritage(e, each.expression, head), each.typeArguments, head)
  )
  details.bases = [...extended, ...implemented].filter((base) => base !== e.unknown && base !== none)
}

const extendedBy = (e: Evaluation, node: Class, superClass: Expression, head: Scope): ValueIndex =>
  applyArguments(e, baseOf(e, e.expression(superClass, head)), node.superTypeArguments, head)

/** A base that is not a class by name is the type of what an expression gives. */
const baseOf = (e: Evaluation, value: ValueIndex): ValueIndex => {
  const { tag } = valueAt(e, value)
  return tag === "instance" ? typeOf(e, value) : value
}
