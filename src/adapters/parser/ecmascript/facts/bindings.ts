import type { Directive, ImportDeclaration, ModuleExportName, Node, Statement, VariableDeclaration } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import type { FunctionLike } from "../Source.ts"
import { listBlocks } from "./blocks.ts"
import { apply, instanceOf, makeGlobal } from "./combine.ts"
import { bind, bindDefinition, type Evaluation, type Scope } from "./Evaluation.ts"
import { type Assigned, bindPattern, bindVariable } from "./patterns.ts"
import { typeName, valueName } from "./types.ts"

/** Maximum nesting of blocks to search for hoisted names. */
const maxDepth = 100

export const exportName = (name: ModuleExportName): string => (name.type === "Literal" ? name.value : name.name)

const bindImports = (e: Evaluation, node: ImportDeclaration, scope: Scope): void => {
  const module = node.source.value
  if (node.specifiers.length === 0) {
    e.imports.push({ module, imported: "", local: "", kind: "static", at: node.start })
  }
  for (const each of node.specifiers) {
    const isType = node.importKind === "type" || (each.type === "ImportSpecifier" && each.importKind === "type")
    const whole = each.type === "ImportNamespaceSpecifier" ? "*" : "default"
    const imported = each.type === "ImportSpecifier" ? exportName(each.imported) : whole
    const local = each.local.name
    const index = e.imports.push({ module, imported, local, kind: isType ? "type" : "static", at: each.start }) - 1
    const binding = bind(e, () => e.table.add({ tag: "import", import: index }))
    scope.values.set(local, binding)
    scope.types.set(local, binding)
  }
}

const bindImportEquals = (
  e: Evaluation,
  node: Statement & { type: "TSImportEqualsDeclaration" },
  scope: Scope
): void => {
  const local = node.id.name
  const reference = node.moduleReference
  if (reference.type === "TSExternalModuleReference") {
    const kind = node.importKind === "type" ? "type" : "require"
    const imported = { module: reference.expression.value, imported: "*", local, kind, at: node.id.start } as const
    const index = e.imports.push(imported) - 1
    const binding = bind(e, () => e.table.add({ tag: "import", import: index }))
    scope.values.set(local, binding)
    scope.types.set(local, binding)
    return
  }
  scope.values.set(
    local,
    bind(e, () => valueName(e, reference, scope))
  )
  scope.types.set(
    local,
    bind(e, () => typeName(e, reference, scope))
  )
}

const bindType = (e: Evaluation, node: Statement, name: string, scope: Scope): void => {
  if (!scope.types.has(name))
    scope.types.set(
      name,
      bindDefinition(e, node, () => e.unknown)
    )
}

export const bindFunction = (e: Evaluation, node: FunctionLike & { type: string }, scope: Scope): void => {
  if (node.id === null || (node.body === null && scope.values.has(node.id.name))) return
  const otherwise = () => e.table.add({ tag: "function", yields: e.yields(node, scope) })
  scope.values.set(node.id.name, bindDefinition(e, node, otherwise))
}

type Statements = ReadonlyArray<Statement | Directive>

const makeAssigned =
  (e: Evaluation, statements: Statements, scope: Scope): Assigned =>
  (name, declared) =>
    e.assigned(name, { declared, scope, statements })

const bindLexical = (e: Evaluation, node: VariableDeclaration, statements: Statements, scope: Scope): void => {
  if (node.kind === "var") return
  const assigned = node.kind === "let" ? makeAssigned(e, statements, scope) : () => e.unknown
  for (const each of node.declarations) bindVariable(e, each, { scope, into: scope, assigned })
}

/** Binds a declaration of TypeScript. */
const bindDeclaration = (e: Evaluation, node: Statement, scope: Scope): void => {
  if (node.type === "TSInterfaceDeclaration" || node.type === "TSTypeAliasDeclaration") {
    bindType(e, node, node.id.name, scope)
  } else if (node.type === "TSEnumDeclaration") {
    bindType(e, node, node.id.name, scope)
    scope.values.set(
      node.id.name,
      bindDefinition(e, node, () => e.unknown)
    )
  } else if (node.type === "TSModuleDeclaration" && node.kind === "namespace") {
    const id = node.id.type === "Identifier" ? node.id.name : undefined
    if (id === undefined) return
    if (!scope.values.has(id))
      scope.values.set(
        id,
        bindDefinition(e, node, () => e.unknown)
      )
    bindType(e, node, id, scope)
  } else if (node.type === "TSImportEqualsDeclaration") bindImportEquals(e, node, scope)
}

const bindStatement = (e: Evaluation, node: Statement | Directive, statements: Statements, scope: Scope): void => {
  if (node.type === "FunctionDeclaration" || node.type === "TSDeclareFunction") bindFunction(e, node, scope)
  else if (node.type === "ClassDeclaration") {
    if (node.id === null) return
    const binding = bindDefinition(e, node, () => e.unknown)
    scope.values.set(node.id.name, binding)
    scope.types.set(node.id.name, binding)
  } else if (node.type === "VariableDeclaration") bindLexical(e, node, statements, scope)
  else if (node.type === "ImportDeclaration") bindImports(e, node, scope)
  else bindDeclaration(e, node, scope)
}

const unwrapExport = (node: Statement | Directive): Statement | Directive | undefined => {
  if (node.type === "ExportNamedDeclaration") return node.declaration ?? undefined
  if (node.type !== "ExportDefaultDeclaration") return node
  const { declaration } = node
  if (declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration") return declaration
  return declaration.type === "TSInterfaceDeclaration" || declaration.type === "TSDeclareFunction"
    ? declaration
    : undefined
}

/** Types and values are bound before namespaces, which they are merged with. */
export function bindStatements(e: Evaluation, statements: Statements, scope: Scope): void {
  const later: Array<Statement> = []
  for (const each of statements) {
    const node = unwrapExport(each)
    if (node === undefined) continue
    if (node.type === "TSModuleDeclaration") later.push(node)
    else bindStatement(e, node, statements, scope)
  }
  for (const node of later) bindDeclaration(e, node, scope)
}

/** Binds what a loop declares in its head. */
export const bindLoop = (e: Evaluation, node: Node, scope: Scope, into: Scope): void => {
  if (node.type === "ForStatement" && node.init?.type === "VariableDeclaration") {
    for (const each of node.init.declarations) bindVariable(e, each, { scope, into, assigned: () => e.unknown })
  }
  if (node.type !== "ForOfStatement" && node.type !== "ForInStatement") return
  const { left, right } = node
  if (left.type !== "VariableDeclaration") return
  const value = (): ValueIndex => {
    if (node.type === "ForInStatement") return instanceOf(e, makeGlobal(e, "String"))
    return apply(e, "element", e.expression(right, scope))
  }
  for (const { id } of left.declarations) bindPattern(e, { pattern: id, scope, into, value })
}

const isVar = (node: Statement | Directive): node is VariableDeclaration =>
  node.type === "VariableDeclaration" && node.kind === "var"

/** Returns the variables that a loop declares. */
export const headOf = (node: Statement | Directive): VariableDeclaration | undefined => {
  const head = node.type === "ForStatement" ? node.init : undefined
  if (head?.type === "VariableDeclaration") return head
  if (node.type !== "ForInStatement" && node.type !== "ForOfStatement") return undefined
  return node.left.type === "VariableDeclaration" ? node.left : undefined
}

/** Binds the `var`s of a function, which may be in inner blocks. */
export function hoistVariables(
  e: Evaluation,
  statements: ReadonlyArray<Statement | Directive>,
  scope: Scope,
  into: Scope,
  depth = 0,
  assigned = makeAssigned(e, statements, scope)
): void {
  if (depth > maxDepth) return
  for (const each of statements) {
    const node = unwrapExport(each)
    if (node === undefined) continue
    if (isVar(node)) {
      for (const declarator of node.declarations) bindVariable(e, declarator, { scope, into, assigned })
    } else {
      if (headOf(node)?.kind === "var") bindLoop(e, node, scope, into)
      for (const [, inner] of listBlocks(node)) hoistVariables(e, inner, scope, into, depth + 1, assigned)
    }
  }
}
