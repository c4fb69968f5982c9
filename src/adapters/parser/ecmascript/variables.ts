import type { VariableDeclaration, VariableDeclarator } from "oxc-parser"
import type { Span } from "../signature.ts"
import { classUnit } from "./classes.ts"
import { functionUnit } from "./functions.ts"
import { declare, headText, qualify, type Scope, type Walk } from "./Source.ts"
import { findFunction, isRequire, unwrap } from "./values.ts"

/** Whether a declaration can be a constant of the file: not in a function and not `let`. */
const holdsConstants = (node: VariableDeclaration, scope: Scope): boolean =>
  (scope.kind === "file" || scope.kind === "namespace") && node.kind !== "let"

const declarator = (
  walk: Walk,
  declaration: VariableDeclaration,
  node: VariableDeclarator,
  scope: Scope,
  span: Span
): void => {
  if (node.id.type !== "Identifier") {
    if (node.init !== null) walk.expression(node.init, scope)
    return
  }
  const name = qualify(scope, node.id.name)
  const first = declaration.declarations[0] ?? node
  const prefix = `${headText(walk, { start: span.start, end: first.start })} ${headText(walk, node.id)}`
  // Without the semicolon, which starts the next line in some code styles.
  const place = { start: node === first ? span.start : node.start, end: node.end }
  const callable = node.init === null ? undefined : findFunction(node.init)
  const init = node.init === null ? undefined : unwrap(node.init)
  if (callable !== undefined) functionUnit(walk, callable, { type: "function", name, span: place, prefix, self: name })
  else if (init?.type === "ClassExpression") classUnit(walk, init, { name, span: place, prefix })
  else if (
    holdsConstants(declaration, scope) &&
    (init === undefined ? declaration.kind === "const" : !isRequire(init))
  ) {
    declare(walk, { type: "constant", name, head: prefix, span: place })
    if (init !== undefined) walk.value(init, { kind: "object", name, self: name, yieldsMembers: true })
  } else if (init !== undefined) walk.expression(init, scope)
}

/** Declares the constants, functions and classes of a variable declaration. `span` covers the whole statement. */
export const variables = (walk: Walk, node: VariableDeclaration, scope: Scope, span: Span): void => {
  for (const each of node.declarations) declarator(walk, node, each, scope, span)
}
