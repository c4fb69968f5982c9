import type { ObjectExpression, ObjectProperty } from "oxc-parser"
import { classUnit } from "./classes.ts"
import { functionUnit } from "./functions.ts"
import { headText, originIn, qualify, type Scope, type Walk } from "./Source.ts"
import { findFunction, formatMemberName, unwrap } from "./values.ts"

const property = (walk: Walk, node: ObjectProperty, scope: Scope): void => {
  const name = qualify(scope, formatMemberName(walk, node.key, node.computed))
  const value = unwrap(node.value)
  const callable = findFunction(value)
  const own = node.method || node.kind !== "init"
  const origin = originIn(scope, node, node.key.start)
  const prefix = headText(walk, { start: node.start, end: node.key.end + (node.computed ? 1 : 0) })
  if (callable !== undefined) {
    const unit = { type: "method", name, span: node, self: scope.name, origin } as const
    functionUnit(walk, callable, own ? unit : { ...unit, prefix })
  } else if (value.type === "ClassExpression") {
    classUnit(walk, value, { name, span: node, prefix, origin })
  } else if (!node.shorthand) {
    walk.value(value, { kind: "object", name, self: scope.name, yieldsMembers: true })
  }
}

/** Declares functions and classes among the properties of an object named by `scope`, including nested objects. */
export const objectMembers = (walk: Walk, node: ObjectExpression, scope: Scope): void => {
  for (const entry of node.properties) {
    if (entry.type === "Property") property(walk, entry, scope)
    else walk.expression(entry.argument, scope)
  }
}
