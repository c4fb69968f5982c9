import type { AccessorProperty, Class, ClassElement, MethodDefinition, PropertyDefinition } from "oxc-parser"
import type { Span } from "../signature.ts"
import { functionUnit } from "./functions.ts"
import { declare, declareDetail, headText, type Origin, originIn, qualify, type Scope, type Walk } from "./Source.ts"
import { classHead, findFunction, formatMemberName } from "./values.ts"

const method = (walk: Walk, node: MethodDefinition, scope: Scope): void => {
  const name = qualify(scope, formatMemberName(walk, node.key, node.computed))
  functionUnit(walk, node.value, {
    type: "method",
    name,
    span: node,
    self: scope.name,
    origin: originIn(scope, node, node.key.start, node.static),
    decorators: node.decorators
  })
}

/** A field is a unit if it holds a function or is static and has a value. */
const field = (walk: Walk, node: PropertyDefinition, scope: Scope): void => {
  const name = qualify(scope, formatMemberName(walk, node.key, node.computed))
  const origin = originIn(scope, node, node.key.start, node.static)
  if (node.value === null) {
    declareDetail(walk, { type: "field", name, span: node, origin, decorators: node.decorators })
    return
  }
  const callable = findFunction(node.value)
  const end = node.typeAnnotation?.end ?? node.key.end + (node.computed ? 1 : 0)
  const prefix = headText(walk, { start: node.start, end }, node.decorators)
  const { decorators } = node
  if (callable !== undefined) {
    functionUnit(walk, callable, { type: "method", name, span: node, self: scope.name, prefix, origin, decorators })
    return
  }
  if (node.static) declare(walk, { type: "constant", name, head: prefix, span: node, origin, decorators })
  else declareDetail(walk, { type: "field", name, span: node, head: { start: node.start, end }, origin, decorators })
  walk.value(node.value, { kind: "object", name, self: scope.name, yieldsMembers: true })
}

/** `accessor x = 1`: a field for facts only. */
const accessor = (walk: Walk, node: AccessorProperty, scope: Scope): void => {
  const name = qualify(scope, formatMemberName(walk, node.key, node.computed))
  const origin = originIn(scope, node, node.key.start, node.static)
  declareDetail(walk, { type: "field", name, span: node, origin, decorators: node.decorators })
}

const member = (walk: Walk, node: ClassElement, scope: Scope): void => {
  if (node.type === "MethodDefinition" || node.type === "TSAbstractMethodDefinition") method(walk, node, scope)
  else if (node.type === "PropertyDefinition") field(walk, node, scope)
  else if (node.type === "TSAbstractPropertyDefinition") field(walk, node, scope)
  else if (node.type === "AccessorProperty" || node.type === "TSAbstractAccessorProperty") accessor(walk, node, scope)
  else if (node.type === "StaticBlock") walk.statements(node.body, { ...scope, kind: "function" })
}

/** Declares the members of the class `name`. */
export const classMembers = (walk: Walk, node: Class, name: string): void => {
  const scope: Scope = { kind: "class", name, self: name, yieldsMembers: false }
  for (const element of node.body.body) member(walk, element, scope)
}

interface ClassUnit {
  readonly name: string
  readonly span: Span
  readonly prefix?: string
  readonly origin: Origin
}

/** Declares a class and its members. `prefix` as for functions. */
export const classUnit = (walk: Walk, node: Class, unit: ClassUnit): void => {
  const own = classHead(walk, node, unit.prefix === undefined ? unit.span.start : node.start)
  const head = unit.prefix === undefined ? own : `${unit.prefix} = ${own}`
  const { name, origin, span } = unit
  declare(walk, { type: "class", name, head, span, origin, decorators: node.decorators, body: node })
  classMembers(walk, node, unit.name)
}
