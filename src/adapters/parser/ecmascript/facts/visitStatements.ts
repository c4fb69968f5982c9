import type {
  Directive,
  ExportDefaultDeclaration,
  Statement,
  VariableDeclaration,
  VariableDeclarator
} from "oxc-parser"
import type { FunctionLike } from "../Source.ts"
import { bodyOf } from "../types.ts"
import { complete } from "./complete.ts"
import { exportAll, exportDeclared, exportDefault, exportNamed, exportVariable, exportWhole } from "./exports.ts"
import { makeScope } from "./Evaluation.ts"
import { expectDeclared } from "./expected.ts"
import { listBlocks } from "./blocks.ts"
import { blockScope, functionScope, namespaceScope } from "./scopes.ts"
import { narrowScope } from "./narrowing.ts"
import { namesOf } from "./patterns.ts"
import { bindTypeParameters } from "./typeParameters.ts"
import { visitClass } from "./visitClasses.ts"
import { visitParameter, visitPattern } from "./visitPatterns.ts"
import { visitInterface, visitTypeParameters } from "./visitTypes.ts"
import { countBranch, deeper, enter, inScope, type Place, type Visit } from "./Visit.ts"

/** Visits a function: its types, parameters and body. */
export const visitFunction = (v: Visit, node: FunctionLike, outer: Place): void => {
  const block = { outer: outer.block, isFunction: true }
  const place = { ...outer, scope: functionScope(v.e, node, outer.scope), block }
  visitTypeParameters(v, node.typeParameters, place)
  for (const each of node.params) visitParameter(v, each, place)
  for (const each of node.params) complete(v, each, place.scope)
  if (node.returnType !== null && node.returnType !== undefined) v.type(node.returnType.typeAnnotation, place)
  if (node.body === null) return
  if (node.body.type === "BlockStatement") v.statements(node.body.body, place)
  else v.expression(node.body, place)
}

const visitDeclarator = (v: Visit, node: VariableDeclarator, outer: Place): void => {
  complete(v, node, outer.scope)
  exportVariable(v, node, outer.scope)
  const place = enter(v, node, outer)
  visitPattern(v, node.id, place)
  if (node.init !== null && !v.e.importOf.has(node)) v.expression(node.init, place)
}

const visitVariables = (v: Visit, node: VariableDeclaration, place: Place): void => {
  for (const each of node.declarations) {
    completePattern(v, each.id, place)
    visitDeclarator(v, each, place)
  }
}

/** Completes the variables that a destructuring defines. */
const completePattern = (v: Visit, node: VariableDeclarator["id"], place: Place): void => {
  if (node.type === "Identifier") return
  for (const [, each] of namesOf(node)) complete(v, each, place.scope)
}

const visitDefault = (v: Visit, node: ExportDefaultDeclaration, place: Place): void => {
  const { declaration } = node
  if (
    declaration.type === "FunctionDeclaration" ||
    declaration.type === "ClassDeclaration" ||
    declaration.type === "TSDeclareFunction" ||
    declaration.type === "TSInterfaceDeclaration"
  ) {
    exportDefault(v, node, place)
    visitDeclaration(v, declaration, place)
    return
  }
  expectDeclared(v.e, declaration, place.scope)
  exportDefault(v, node, place)
  complete(v, declaration, place.scope, declaration)
  v.expression(declaration, enter(v, declaration, place))
}

/** Marks what a namespace declares: it is a member for others only if it is exported. */
const markMembers = (v: Visit, nodes: ReadonlyArray<Statement | Directive>): void => {
  for (const node of nodes) {
    for (const each of node.type === "VariableDeclaration" ? node.declarations : [node]) {
      const details = v.details[v.e.definitionOf.get(each) ?? -1]
      if (details !== undefined) details.isInNamespace = true
    }
  }
}

const visitDeclaration = (v: Visit, node: Statement | Directive, place: Place): boolean => {
  if (node.type === "FunctionDeclaration" || node.type === "TSDeclareFunction") {
    complete(v, node, place.scope)
    v.function(node, enter(v, node, place))
  } else if (node.type === "ClassDeclaration") visitClass(v, node, place)
  else if (node.type === "VariableDeclaration") visitVariables(v, node, place)
  else if (node.type === "TSInterfaceDeclaration") {
    complete(v, node, place.scope)
    visitInterface(v, node, enter(v, node, place))
  } else if (node.type === "TSTypeAliasDeclaration") {
    complete(v, node, place.scope)
    const scope = makeScope(place.scope)
    bindTypeParameters(v.e, node.typeParameters, scope)
    const inner = { ...enter(v, node, place), scope }
    visitTypeParameters(v, node.typeParameters, inner)
    v.type(node.typeAnnotation, inner)
  } else if (node.type === "TSEnumDeclaration") {
    const inner = enter(v, node, place)
    for (const each of node.body.members) {
      complete(v, each, place.scope)
      if (each.initializer !== null) v.expression(each.initializer, enter(v, each, inner))
    }
  } else if (node.type === "TSModuleDeclaration") {
    const scope = namespaceScope(v.e, node, place.scope)
    if (!node.declare) markMembers(v, bodyOf(node))
    v.statements(bodyOf(node), { ...enter(v, node, place), scope })
  } else return false
  return true
}

const visitExport = (v: Visit, node: Statement | Directive, place: Place): boolean => {
  if (node.type === "ExportNamedDeclaration") {
    exportNamed(v, node, place)
    if (node.declaration !== null) {
      visitDeclaration(v, node.declaration, place)
      exportDeclared(v, node.declaration, place)
    }
  } else if (node.type === "ExportDefaultDeclaration") visitDefault(v, node, place)
  else if (node.type === "ExportAllDeclaration") exportAll(v, node, place)
  else if (node.type === "TSExportAssignment") {
    complete(v, node.expression, place.scope, node.expression)
    exportWhole(v, node, place)
    v.expression(node.expression, enter(v, node.expression, place))
  } else return false
  return true
}

/** Visits the expressions in the head of a statement. */
const visitHead = (v: Visit, node: Statement | Directive, place: Place): void => {
  if (node.type === "IfStatement" || node.type === "WhileStatement" || node.type === "DoWhileStatement")
    v.expression(node.test, place)
  else if (node.type === "ExpressionStatement") v.expression(node.expression, place)
  else if (node.type === "ReturnStatement" || node.type === "ThrowStatement") {
    if (node.argument !== null) v.expression(node.argument, place)
  } else if (node.type === "SwitchStatement") {
    v.expression(node.discriminant, place)
    for (const each of node.cases) {
      if (each.test !== null) v.expression(each.test, place)
    }
  } else if (node.type === "WithStatement") v.expression(node.object, place)
}

/** Visits the head of a loop, in its own scope. */
const visitLoopHead = (v: Visit, node: Statement | Directive, place: Place): void => {
  if (node.type === "ForStatement") {
    if (node.init?.type === "VariableDeclaration") visitVariables(v, node.init, place)
    else if (node.init !== null) v.expression(node.init, place)
    if (node.test !== null) v.expression(node.test, place)
    if (node.update !== null) v.expression(node.update, place)
  } else if (node.type === "ForInStatement" || node.type === "ForOfStatement") {
    if (node.left.type === "VariableDeclaration") visitVariables(v, node.left, place)
    else visitPattern(v, node.left, place)
    v.expression(node.right, place)
  }
}

const nests = new Set<Statement["type"]>([
  "IfStatement",
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "WhileStatement",
  "DoWhileStatement",
  "SwitchStatement",
  "TryStatement",
  "WithStatement"
])

const countStatement = (v: Visit, node: Statement | Directive, place: Place): void => {
  if (node.type === "SwitchStatement") {
    countBranch(v, place, node.cases.filter((each) => each.test !== null).length)
  } else if (node.type === "TryStatement") {
    if (node.handler !== null) countBranch(v, place)
  } else if (node.type === "BreakStatement" || node.type === "ContinueStatement") {
    if (node.label !== null) countBranch(v, place, 0, 1)
  } else if (nests.has(node.type) && node.type !== "WithStatement") countBranch(v, place)
}

/** Visits `if … else if … else`: each `else` costs one, however deep it stands. */
const visitIf = (v: Visit, node: Statement & { type: "IfStatement" }, place: Place): void => {
  let at: Statement | null = node
  let isFirst = true
  let { scope } = place
  for (; at !== null && at.type === "IfStatement"; at = at.alternate) {
    countBranch(v, place, 1, isFirst ? 1 + place.level : 1)
    isFirst = false
    v.expression(at.test, inScope(place, scope))
    v.statements([at.consequent], deeper(v, inScope(place, narrowScope(v.e, at.test, true, scope))))
    scope = narrowScope(v.e, at.test, false, scope)
  }
  if (at === null) return
  countBranch(v, place, 0, 1)
  v.statements([at], deeper(v, inScope(place, scope)))
}

/** Visits a statement: records what it refers to and completes the definitions in it. */
export const visitStatement = (v: Visit, node: Statement | Directive, place: Place): void => {
  if (node.type === "IfStatement") return visitIf(v, node, place)
  if (visitDeclaration(v, node, place) || visitExport(v, node, place)) return
  visitHead(v, node, place)
  countStatement(v, node, place)
  const inner = nests.has(node.type) ? deeper(v, place) : place
  if (node.type === "TryStatement" && node.handler?.param !== null && node.handler !== null) {
    visitPattern(v, node.handler.param, place)
  }
  for (const [owner, statements] of listBlocks(node)) {
    const scope = blockScope(v.e, owner, statements, place.scope)
    if (owner === node) visitLoopHead(v, node, { ...place, scope })
    v.statements(statements, { ...inner, scope, block: { outer: inner.block, isFunction: false } })
  }
}
