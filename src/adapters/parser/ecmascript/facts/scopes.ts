import type {
  Class,
  Directive,
  Node,
  ParamPattern,
  Statement,
  TSGlobalDeclaration,
  TSModuleDeclaration
} from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import type { FunctionLike } from "../Source.ts"
import { bodyOf } from "../types.ts"
import { ownerOfPrototype, withoutThis } from "../values.ts"
import { bindFunction, bindLoop, bindStatements, headOf, hoistVariables } from "./bindings.ts"
import { apply, awaited, instanceOf, makeGlobal, memberOf, valueAt } from "./combine.ts"
import { bind, type Evaluation, makeScope, type Scope } from "./Evaluation.ts"
import { expectReturned } from "./expected.ts"
import { bindPattern } from "./patterns.ts"
import { bindTypeParameters } from "./typeParameters.ts"

/** Blocks of one namespace share their names. */
export const namespaceScope = (e: Evaluation, node: TSModuleDeclaration | TSGlobalDeclaration, scope: Scope): Scope => {
  const known = e.scopes.get(node)
  if (known !== undefined) return known
  const name = e.text.slice(node.id.start, node.id.end)
  const siblings = e.namespaces.get(scope) ?? new Map<string, Scope>()
  e.namespaces.set(scope, siblings)
  const inner = siblings.get(name) ?? makeScope(scope, e.unknown)
  siblings.set(name, inner)
  e.scopes.set(node, inner)
  bindStatements(e, bodyOf(node), inner)
  hoistVariables(e, bodyOf(node), inner, inner)
  return inner
}

const binders: ReadonlySet<Node["type"]> = new Set<Node["type"]>([
  "BlockStatement",
  "CatchClause",
  "ForInStatement",
  "ForOfStatement",
  "ForStatement",
  "StaticBlock",
  "SwitchStatement"
])

/** Returns the scope of a block, loop, `switch` or `catch`; the outer one if it declares nothing. */
export const blockScope = (
  e: Evaluation,
  owner: Node,
  statements: ReadonlyArray<Statement | Directive>,
  scope: Scope
): Scope => {
  if (!binders.has(owner.type)) return scope
  const known = e.scopes.get(owner)
  if (known !== undefined) return known
  const inner = makeScope(scope)
  if (owner.type === "CatchClause" && owner.param !== null) {
    bindPattern(e, { pattern: owner.param, scope, into: inner, value: () => e.unknown })
  }
  if (owner.type === "ForStatement" || owner.type === "ForInStatement" || owner.type === "ForOfStatement") {
    if (headOf(owner)?.kind !== "var") bindLoop(e, owner, inner, inner)
  } else bindStatements(e, statements, inner)
  const made = inner.values.size + inner.types.size === 0 ? scope : inner
  e.scopes.set(owner, made)
  return made
}

const bindParameter = (e: Evaluation, node: ParamPattern, scope: Scope, given: () => ValueIndex): void => {
  if (node.type === "TSParameterProperty") bindParameter(e, node.parameter, scope, given)
  else if (node.type === "RestElement") {
    const annotation = node.typeAnnotation?.typeAnnotation
    const value = () => (annotation === undefined ? e.unknown : e.instance(annotation, scope))
    bindPattern(e, { pattern: node.argument, scope, into: scope, value })
  } else bindPattern(e, { pattern: node, scope, into: scope, value: given })
}

/** Whether a function is not known to be a member of something, or one of an object, whose type may say what `this` is. */
const mayExpectThis = (e: Evaluation, node: FunctionLike, own: ValueIndex): boolean => {
  const isOfObject = e.found[e.bodyOf.get(node) ?? -1]?.node.type === "Property"
  return own === e.unknown || (isOfObject && valueAt(e, own).tag !== "this")
}

/** Finds what `this` is in a function that is not an arrow: what its type says, which the place where it is expects. */
const findSelf = (e: Evaluation, node: FunctionLike, parent: Scope): ValueIndex => {
  const own = findOwnSelf(e, node, parent)
  const given = e.given.get(node)
  if (given === undefined || !mayExpectThis(e, node, own)) return own
  const at = e.text.indexOf("this", node.start)
  if (at === -1 || at >= node.end || withoutThis(node.params).length < node.params.length) return own
  const expected = given(-1)
  return expected === e.unknown ? own : e.table.add({ tag: "narrowed", of: own, to: expected })
}

/** Finds what `this` is by where a function is and what it declares. */
const findOwnSelf = (e: Evaluation, node: FunctionLike, parent: Scope): ValueIndex => {
  const [first] = node.params
  if (first?.type === "Identifier" && first.name === "this") {
    const type = first.typeAnnotation?.typeAnnotation
    return type === undefined ? e.unknown : e.instance(type, parent)
  }
  const definition = e.bodyOf.get(node)
  const found = definition === undefined ? undefined : e.found[definition]
  if (definition === undefined || found === undefined) return e.unknown
  const { node: origin } = found
  if (origin.type === "MethodDefinition" || origin.type === "PropertyDefinition") return parent.self
  if (origin.type === "AssignmentExpression") return findReceiver(e, origin.left, parent)
  if (origin.type !== "Property") return e.table.add({ tag: "this", definition })
  const owner = e.named.get(found.container)
  if (owner === undefined) return objectAt(e, found.container === "" ? parentOf(found.name) : found.container)
  return e.table.add({ tag: found.isStatic ? "definition" : "this", definition: owner })
}

/** Finds the object at a path of names: `module.exports` at the top level, and of a function what it returns. */
const objectAt = (e: Evaluation, path: string): ValueIndex => {
  if (path === "") return makeGlobal(e, "exports")
  const definition = e.named.get(path)
  if (definition === undefined) return memberOf(e, objectAt(e, parentOf(path)), path.slice(path.lastIndexOf(".") + 1))
  const { body } = e.found[definition] ?? {}
  const of = e.table.add({ tag: "definition", definition })
  return body !== undefined && "params" in body ? awaited(e, apply(e, "call", of)) : of
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(".")))

/** Finds what `this` is in a function assigned to a member. */
const findReceiver = (e: Evaluation, left: Node, scope: Scope): ValueIndex => {
  if (left.type !== "MemberExpression") return e.unknown
  const owner = ownerOfPrototype(left.object)
  const of = e.expression(owner ?? left.object, scope)
  const value = valueAt(e, of)
  // What is exported as a whole or under a name may be a constructor.
  const isExport =
    left.object.type === "Identifier" && value.tag === "global" && /^(?:exports|module)$/.test(value.name)
  if (isExport) return e.unknown
  if (owner === undefined) return of
  return value.tag === "definition" ? e.table.add({ tag: "this", definition: value.definition }) : instanceOf(e, of)
}

/** Returns what calls in the file give to a function that has a name. */
const givenByCalls = (e: Evaluation, node: FunctionLike, at: number): ValueIndex => {
  const definition = e.bodyOf.get(node)
  return definition === undefined ? e.unknown : e.table.add({ tag: "given", definition, at })
}

/** Returns the scope of a function's parameters and body. */
export const functionScope = (e: Evaluation, node: FunctionLike, parent: Scope): Scope => {
  const known = e.scopes.get(node)
  if (known !== undefined) return known
  const isArrow = node.type === "ArrowFunctionExpression"
  const scope = makeScope(parent, isArrow ? parent.self : findSelf(e, node, parent))
  e.scopes.set(node, scope)
  scope.owner = node
  if (node.type === "FunctionExpression" && node.id !== null) bindFunction(e, node, scope)
  bindTypeParameters(e, node.typeParameters, scope)
  const given = e.given.get(node)
  for (const [at, each] of withoutThis(node.params).entries()) {
    bindParameter(e, each, scope, () => {
      const expected = given?.(at) ?? e.unknown
      return expected === e.unknown ? givenByCalls(e, node, at) : expected
    })
  }
  expectReturned(e, node, scope)
  if (node.body?.type === "BlockStatement") {
    hoistVariables(e, node.body.body, scope, scope)
    bindStatements(e, node.body.body, scope)
  }
  return scope
}

/** Returns the scopes of a class: of its head, its instances and its statics. */
export const classScopes = (
  e: Evaluation,
  node: Class,
  parent: Scope,
  definition: number | undefined
): { readonly head: Scope; readonly instances: Scope; readonly statics: Scope } => {
  const head = makeScope(parent)
  const own = definition === undefined ? e.unknown : e.table.add({ tag: "definition", definition })
  if (node.id !== null) {
    const binding = bind(e, () => own)
    head.values.set(node.id.name, binding)
    head.types.set(node.id.name, binding)
  }
  bindTypeParameters(e, node.typeParameters, head)
  const self = definition === undefined ? e.unknown : e.table.add({ tag: "this", definition })
  return { head, instances: makeScope(head, self), statics: makeScope(head, own) }
}
