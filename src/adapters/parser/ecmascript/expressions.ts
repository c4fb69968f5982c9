import type { AssignmentExpression, Expression, SpreadElement } from "oxc-parser"
import { assignment } from "./assignments.ts"
import { classMembers, classUnit } from "./classes.ts"
import { functionBody, functionUnit } from "./functions.ts"
import { objectMembers } from "./objects.ts"
import { originIn, qualify, type Scope, type Walk } from "./Source.ts"
import { findFunction, isFunction, unwrap } from "./values.ts"

/** Lists the direct subexpressions that may contain units. */
const listSubexpressions = (node: Expression): ReadonlyArray<Expression | SpreadElement | null> => {
  if (node.type === "CallExpression" || node.type === "NewExpression") return [node.callee, ...node.arguments]
  if (node.type === "ArrayExpression") return node.elements
  if (node.type === "ConditionalExpression") return [node.consequent, node.alternate]
  if (node.type === "LogicalExpression") return [node.left, node.right]
  if (node.type === "SequenceExpression") return node.expressions
  if (node.type === "AssignmentExpression") return [node.right]
  if (node.type === "MemberExpression") return [node.object]
  if (node.type === "AwaitExpression" || node.type === "UnaryExpression") return [node.argument]
  if (node.type === "YieldExpression") return [node.argument]
  return node.type === "ChainExpression" ? [node.expression] : []
}

const isOfThis = ({ left }: AssignmentExpression): boolean =>
  left.type === "MemberExpression" && left.object.type === "ThisExpression"

const eachPart = (node: Expression, look: (part: Expression) => void): void => {
  for (const part of listSubexpressions(node)) {
    if (part !== null) look(unwrap(part.type === "SpreadElement" ? part.argument : part))
  }
}

/**
 * Searches an unnamed expression for units: named functions and classes, and declarations within functions and objects.
 */
export const expression = (walk: Walk, node: Expression, scope: Scope): void => {
  const value = unwrap(node)
  if (isFunction(value)) {
    if (value.id === null) functionBody(walk, value, { ...scope, kind: "function", yieldsMembers: false })
    else {
      const name = qualify(scope, value.id.name)
      functionUnit(walk, value, {
        type: "function",
        name,
        span: value,
        self: name,
        origin: originIn(scope, value, value.id.start)
      })
    }
  } else if (value.type === "ClassExpression") {
    if (value.id !== null) {
      const origin = originIn(scope, value, value.id.start)
      classUnit(walk, value, { name: qualify(scope, value.id.name), span: value, origin })
    } else if (scope.name !== "") classMembers(walk, value, scope.name)
  } else if (value.type === "ObjectExpression") {
    for (const entry of value.properties) {
      walk.expression(entry.type === "Property" ? entry.value : entry.argument, scope)
    }
  } else if (value.type === "AssignmentExpression") assignment(walk, value, scope, value)
  else {
    eachPart(value, (part) => walk.expression(part, scope))
  }
}

/** Declares the members of a value named by `scope`: an object, a class, or a call that takes one of them. */
export const value = (walk: Walk, node: Expression, scope: Scope): void => {
  const own = unwrap(node)
  if (own.type === "ObjectExpression" && scope.name !== "") objectMembers(walk, own, scope)
  else if (own.type === "ObjectExpression") objectMembers(walk, own, { ...scope, name: "" })
  else if (own.type === "ClassExpression") classMembers(walk, own, scope.name)
  else if (own.type === "AssignmentExpression" && isOfThis(own)) assignment(walk, own, scope, own)
  else {
    const callable = findFunction(own)
    if (callable !== undefined && callable.id !== null) walk.expression(own, scope)
    else if (callable === undefined) eachPart(own, (part) => walk.value(part, scope))
    else functionBody(walk, callable, { ...scope, kind: "function" })
  }
}
