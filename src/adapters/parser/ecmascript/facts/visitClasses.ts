import type { Class, ClassElement, Decorator, PropertyKey } from "oxc-parser"
import { valueAt } from "./combine.ts"
import { complete, completeClass, completeField } from "./complete.ts"
import type { Scope } from "./Evaluation.ts"
import { expectDeclared, expectType } from "./expected.ts"
import { blockScope, classScopes } from "./scopes.ts"
import { heritage } from "./types.ts"
import { visitTypeParameters } from "./visitTypes.ts"
import { record } from "./record.ts"
import { enter, type Place, type Visit } from "./Visit.ts"

const visitDecorators = (v: Visit, decorators: ReadonlyArray<Decorator>, place: Place): void => {
  for (const { expression } of decorators) {
    if (expression.type === "CallExpression") {
      v.expression(expression.callee, place, { kind: "decorator", arguments: expression.arguments.length })
      for (const each of expression.arguments) v.expression(each.type === "SpreadElement" ? each.argument : each, place)
    } else v.expression(expression, place, { kind: "decorator", arguments: -1 })
  }
}

const visitKey = (v: Visit, key: PropertyKey, computed: boolean, place: Place): void => {
  if (computed && key.type !== "PrivateIdentifier") v.expression(key, place)
}

const visitElement = (
  v: Visit,
  node: ClassElement,
  place: Place,
  { owner, scopes }: { readonly owner: Class; readonly scopes: ReturnType<typeof classScopes> }
): void => {
  if (node.type === "TSIndexSignature") {
    v.type(node.typeAnnotation.typeAnnotation, { ...place, scope: scopes.head })
    return
  }
  if (node.type === "StaticBlock") {
    const scope = blockScope(v.e, node, node.body, scopes.statics)
    v.statements(node.body, { ...place, scope })
    return
  }
  const scope: Scope = node.static ? scopes.statics : scopes.instances
  const outer = { ...place, scope: scopes.head }
  visitKey(v, node.key, node.computed, outer)
  if (!("kind" in node)) {
    const { typeAnnotation: type, value } = node
    if (type !== null && type !== undefined && value !== null)
      expectType(v.e, value, () => v.e.instance(type.typeAnnotation, scope))
    else if (value !== null) expectDeclared(v.e, value, scope)
  }
  complete(v, node, scope)
  if (!("kind" in node)) completeField(v, node, owner, scopes.instances)
  const inner = enter(v, node, { ...place, scope })
  visitDecorators(v, node.decorators, { ...inner, scope: scopes.head })
  if ("kind" in node) {
    v.function(node.value, inner)
    return
  }
  if (node.typeAnnotation !== null && node.typeAnnotation !== undefined)
    v.type(node.typeAnnotation.typeAnnotation, inner)
  if (node.value !== null) v.expression(node.value, inner)
}

/** Visits a class: its head and its members. */
export const visitClass = (v: Visit, node: Class, place: Place): void => {
  const entered = enter(v, node, place)
  const definition = v.e.classOf.get(node)
  const scopes = classScopes(v.e, node, place.scope, definition)
  const head = { ...entered, scope: scopes.head }
  if (definition !== undefined) completeClass(v, node, definition, scopes.head)
  visitDecorators(v, node.decorators, { ...head, scope: place.scope })
  visitTypeParameters(v, node.typeParameters, head)
  if (node.superClass !== null) {
    const known = valueAt(v.e, v.e.expression(node.superClass, scopes.head)).tag
    if (known === "call") v.expression(node.superClass, head)
    else v.expression(node.superClass, head, { kind: "base", arguments: -1 })
  }
  for (const each of node.superTypeArguments?.params ?? []) v.type(each, head)
  for (const each of node.implements ?? []) {
    const value = heritage(v.e, each.expression, scopes.head)
    const { expression } = each
    const at = expression.type === "MemberExpression" ? expression.property.start : expression.start
    record(v, "base", value, { at, place: head })
    for (const type of each.typeArguments?.params ?? []) v.type(type, head)
  }
  for (const each of node.body.body)
    visitElement(v, each, { ...entered, scope: scopes.instances }, { owner: node, scopes })
}
