import type { BindingPattern, VariableDeclaration, VariableDeclarator } from "oxc-parser"
import type { Span } from "../signature.ts"
import { classUnit } from "./classes.ts"
import { functionUnit } from "./functions.ts"
import { declare, declareDetail, headText, originIn, qualify, type Scope, type Walk } from "./Source.ts"
import { findFunction, isRequire, unwrap } from "./values.ts"

const isTopLevel = ({ kind }: Scope): boolean => kind === "file" || kind === "namespace"

const isRequired = ({ init }: VariableDeclarator): boolean => init !== null && isRequire(init)

/** Declares the variables of a destructuring pattern. */
const bound = (walk: Walk, pattern: BindingPattern, scope: Scope): void => {
  if (pattern.type === "Identifier") {
    const name = qualify(scope, pattern.name)
    declareDetail(walk, { type: "variable", name, span: pattern, origin: originIn(scope, pattern, pattern.start) })
  } else if (pattern.type === "AssignmentPattern") bound(walk, pattern.left, scope)
  else if (pattern.type === "ArrayPattern") {
    for (const each of pattern.elements) {
      if (each !== null) bound(walk, each.type === "RestElement" ? each.argument : each, scope)
    }
  } else {
    for (const each of pattern.properties) {
      bound(walk, each.type === "RestElement" ? each.argument : each.value, scope)
    }
  }
}

/** Whether a declaration can be a constant of the file: not in a function and not `let`. */
const holdsConstants = (node: VariableDeclaration, scope: Scope): boolean => isTopLevel(scope) && node.kind !== "let"

const declarator = (
  walk: Walk,
  declaration: VariableDeclaration,
  node: VariableDeclarator,
  scope: Scope,
  span: Span
): void => {
  if (node.id.type !== "Identifier") {
    if (walk.wantsFacts && isTopLevel(scope) && !isRequired(node)) bound(walk, node.id, scope)
    if (node.init !== null) walk.expression(node.init, scope)
    return
  }
  const name = qualify(scope, node.id.name)
  const first = declaration.declarations[0] ?? node
  const prefix = `${headText(walk, { start: span.start, end: first.start })} ${headText(walk, node.id)}`
  // Without the semicolon, which starts the next line in some code styles.
  const place = { start: node === first ? span.start : node.start, end: node.end }
  const origin = originIn(scope, node, node.id.start)
  const callable = node.init === null ? undefined : findFunction(node.init)
  const init = node.init === null ? undefined : unwrap(node.init)
  if (callable !== undefined)
    functionUnit(walk, callable, { type: "function", name, span: place, prefix, self: name, origin })
  else if (init?.type === "ClassExpression") classUnit(walk, init, { name, span: place, prefix, origin })
  else if (
    holdsConstants(declaration, scope) &&
    (init === undefined ? declaration.kind === "const" : !isRequire(init))
  ) {
    declare(walk, { type: "constant", name, head: prefix, span: place, origin })
    if (init !== undefined) walk.value(init, { kind: "object", name, self: name, yieldsMembers: true })
  } else {
    if (isTopLevel(scope) && !isRequired(node)) {
      const head = { start: span.start, end: node.id.end }
      declareDetail(walk, { type: "variable", name, span: place, head, origin })
    }
    if (init !== undefined) walk.expression(init, scope)
  }
}

/** Declares the constants, functions and classes of a variable declaration. `span` covers the whole statement. */
export const variables = (walk: Walk, node: VariableDeclaration, scope: Scope, span: Span): void => {
  for (const each of node.declarations) declarator(walk, node, each, scope, span)
}
