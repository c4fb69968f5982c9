import type { Directive, ExportDefaultDeclaration, Expression, Statement } from "oxc-parser"
import type { Span } from "../signature.ts"
import { assignment } from "./assignments.ts"
import { classUnit } from "./classes.ts"
import { functionUnit } from "./functions.ts"
import { declare, originIn, qualify, type Scope, type Walk } from "./Source.ts"
import { isTypeDeclaration, typeDeclaration } from "./types.ts"
import { findFunction, unwrap } from "./values.ts"
import { variables } from "./variables.ts"

/** Declares the default export of a module. */
const defaultValue = (walk: Walk, node: Expression, scope: Scope, span: Span): void => {
  const value = unwrap(node)
  if (value.type === "Identifier" || value.type === "MemberExpression") return
  const name = qualify(scope, "default")
  const callable = findFunction(value)
  const origin = originIn(scope, node, node.start)
  if (callable !== undefined) {
    functionUnit(walk, callable, { type: "function", name, span, prefix: "export default", self: name, origin })
    return
  }
  declare(walk, { type: "constant", name, head: "export default", span, origin })
  walk.value(value, { kind: "object", name, self: name, yieldsMembers: true })
}

const defaultExport = (walk: Walk, node: ExportDefaultDeclaration, scope: Scope): void => {
  const { declaration } = node
  if (declaration.type === "FunctionDeclaration" || declaration.type === "TSDeclareFunction") {
    const name = qualify(scope, declaration.id?.name ?? "default")
    const origin = originIn(scope, declaration, declaration.id?.start ?? declaration.start)
    functionUnit(walk, declaration, { type: "function", name, span: node, self: name, origin })
  } else if (declaration.type === "ClassDeclaration") {
    const origin = originIn(scope, declaration, declaration.id?.start ?? declaration.start)
    classUnit(walk, declaration, { name: qualify(scope, declaration.id?.name ?? "default"), span: node, origin })
  } else if (declaration.type === "TSInterfaceDeclaration") typeDeclaration(walk, declaration, scope, node)
  else defaultValue(walk, declaration, scope, node)
}

/** Lists the statements nested in a statement that is not a declaration. */
const listNestedStatements = (node: Statement): ReadonlyArray<Statement | null> => {
  if (node.type === "BlockStatement") return node.body
  if (node.type === "IfStatement") return [node.consequent, node.alternate]
  if (node.type === "TryStatement") return [node.block, node.handler?.body ?? null, node.finalizer]
  if (node.type === "SwitchStatement") return node.cases.flatMap((each) => each.consequent)
  if (node.type === "ForStatement" || node.type === "ForInStatement" || node.type === "ForOfStatement")
    return [node.body]
  if (node.type === "WhileStatement" || node.type === "DoWhileStatement") return [node.body]
  return node.type === "LabeledStatement" || node.type === "WithStatement" ? [node.body] : []
}

const effect = (walk: Walk, node: Expression, scope: Scope, span: Span): void => {
  const value = unwrap(node)
  if (value.type === "AssignmentExpression") assignment(walk, value, scope, { start: span.start, end: node.end })
  else walk.expression(value, scope)
}

/** Qualifies the name of a declaration; empty if it has none, as a default export. */
const qualifyId = (scope: Scope, id: { readonly name: string } | null): string =>
  id === null ? "" : qualify(scope, id.name)

const declaration = (walk: Walk, node: Statement, scope: Scope, span: Span): boolean => {
  if (node.type === "FunctionDeclaration" || node.type === "TSDeclareFunction") {
    const name = qualifyId(scope, node.id)
    const origin = originIn(scope, node, node.id?.start ?? node.start)
    functionUnit(walk, node, { type: "function", name, span, self: name, origin })
  } else if (node.type === "ClassDeclaration") {
    const origin = originIn(scope, node, node.id?.start ?? node.start)
    classUnit(walk, node, { name: qualifyId(scope, node.id), span, origin })
  } else if (node.type === "VariableDeclaration") variables(walk, node, scope, span)
  else if (isTypeDeclaration(node)) typeDeclaration(walk, node, scope, span)
  else return false
  return true
}

/** Declares the units of a statement, including nested ones. */
export const statement = (walk: Walk, node: Statement | Directive, scope: Scope): void => {
  if (node.type === "ExportNamedDeclaration") {
    if (node.declaration !== null) declaration(walk, node.declaration, scope, node)
  } else if (node.type === "ExportDefaultDeclaration") defaultExport(walk, node, scope)
  else if (node.type === "TSExportAssignment") defaultValue(walk, node.expression, scope, node)
  else if (node.type === "ExpressionStatement") effect(walk, node.expression, scope, node)
  else if (node.type === "ReturnStatement") {
    if (node.argument !== null) (scope.yieldsMembers ? walk.value : walk.expression)(node.argument, scope)
  } else if (!declaration(walk, node, scope, node)) {
    const inner: Scope = scope.kind === "file" || scope.kind === "namespace" ? { ...scope, kind: "function" } : scope
    for (const each of listNestedStatements(node)) {
      if (each !== null) walk.statements([each], inner)
    }
  }
}
