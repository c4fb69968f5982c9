import type { Class, ClassElement, MethodDefinition, PropertyDefinition } from "oxc-parser"
import type { Span } from "../signature.ts"
import { functionUnit } from "./functions.ts"
import { declare, headText, qualify, type Scope, type Walk } from "./Source.ts"
import { classHead, findFunction, formatMemberName } from "./values.ts"

const method = (walk: Walk, node: MethodDefinition, scope: Scope): void => {
  const name = qualify(scope, formatMemberName(walk, node.key, node.computed))
  functionUnit(walk, node.value, {
    type: "method",
    name,
    span: node,
    self: scope.name,
    decorators: node.decorators
  })
}

/** A field is a unit if it holds a function or is static. */
const field = (walk: Walk, node: PropertyDefinition, scope: Scope): void => {
  if (node.value === null) return
  const name = qualify(scope, formatMemberName(walk, node.key, node.computed))
  const callable = findFunction(node.value)
  const end = node.typeAnnotation?.end ?? node.key.end + (node.computed ? 1 : 0)
  const prefix = headText(walk, { start: node.start, end }, node.decorators)
  const { decorators } = node
  if (callable !== undefined) {
    functionUnit(walk, callable, { type: "method", name, span: node, self: scope.name, prefix, decorators })
    return
  }
  if (node.static) declare(walk, { type: "constant", name, head: prefix, span: node, decorators })
  walk.value(node.value, { kind: "object", name, self: scope.name, yieldsMembers: true })
}

const member = (walk: Walk, node: ClassElement, scope: Scope): void => {
  if (node.type === "MethodDefinition" || node.type === "TSAbstractMethodDefinition") method(walk, node, scope)
  else if (node.type === "PropertyDefinition") field(walk, node, scope)
  else if (node.type === "StaticBlock") walk.statements(node.body, { ...scope, kind: "function" })
}

/** Declares the members of the class `name`. */
export const classMembers = (walk: Walk, node: Class, name: string): void => {
  const scope: Scope = { kind: "class", name, self: name, yieldsMembers: false }
  for (const element of node.body.body) member(walk, element, scope)
}

/** Declares a class and its members. `prefix` as for functions. */
export const classUnit = (walk: Walk, node: Class, unit: { name: string; span: Span; prefix?: string }): void => {
  const own = classHead(walk, node, unit.prefix === undefined ? unit.span.start : node.start)
  const head = unit.prefix === undefined ? own : `${unit.prefix} = ${own}`
  declare(walk, { type: "class", name: unit.name, head, span: unit.span, decorators: node.decorators })
  classMembers(walk, node, unit.name)
}
