import type {
  AssignmentExpression,
  Declaration,
  ExportAllDeclaration,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  Expression,
  Node,
  TSExportAssignment,
  VariableDeclarator
} from "oxc-parser"
import type { DefinitionIndex, ValueIndex } from "../../facts/Facts.ts"
import { unwrap } from "../values.ts"
import { makeGlobal, makeUnion, valueAt } from "./combine.ts"
import { findType, findValue, none, type Scope } from "./Evaluation.ts"
import { exportName } from "./bindings.ts"
import { namesOf } from "./patterns.ts"
import type { Place, Visit } from "./Visit.ts"

const markExported = (v: Visit, value: ValueIndex): void => {
  const known = valueAt(v.e, value)
  const details = known.tag === "definition" ? v.details[known.definition] : undefined
  if (details !== undefined) details.isExported = true
}

const add = (v: Visit, name: string, value: ValueIndex, at: number): void => {
  const known = valueAt(v.e, value)
  markExported(v, value)
  for (const [, member] of known.tag === "object" ? known.members : []) markExported(v, member)
  v.exports.push({ name, value: value === none ? v.e.unknown : value, at })
}

/** Adds what a name of the file means as a value and as a type, if these differ. */
const addNamed = (v: Visit, name: string, local: string, at: number, scope: Scope): void => {
  const value = findValue(scope, local)?.evaluate()
  const type = findType(scope, local)?.evaluate()
  if (value !== undefined) add(v, name, value, at)
  if (type !== undefined && type !== value) add(v, name, type, at)
  if (value === undefined && type === undefined) add(v, name, makeGlobal(v.e, local), at)
}

/** Adds `export { a, b as c }` and `export { a } from "x"`. */
export const exportNamed = (v: Visit, node: ExportNamedDeclaration, { scope, within }: Place): void => {
  if (within !== -1) return
  for (const each of node.specifiers) {
    const name = exportName(each.exported)
    const local = exportName(each.local)
    if (node.source === null) addNamed(v, name, local, each.start, scope)
    else {
      const isType = node.exportKind === "type" || each.exportKind === "type"
      const from = { module: node.source.value, imported: local, ...(isType ? { isType } : {}) }
      v.exports.push({ name, value: v.e.unknown, from, at: each.start })
    }
  }
}

/** Adds `export * from "x"` and `export * as ns from "x"`. */
export const exportAll = (v: Visit, node: ExportAllDeclaration, { within }: Place): void => {
  if (within !== -1) return
  const name = node.exported === null ? "*" : exportName(node.exported)
  const from = {
    module: node.source.value,
    imported: "*",
    ...(node.exportKind === "type" ? { isType: true as const } : {})
  }
  v.exports.push({ name, value: v.e.unknown, from, at: node.start })
}

/** Adds `export const a = …`, `export class B {}` and so on. In a namespace, members are exported, not names of the file. */
export const exportDeclared = (v: Visit, node: Declaration, { scope, within }: Place): void => {
  const declared: ReadonlyArray<readonly [string, Node]> =
    node.type === "VariableDeclaration"
      ? node.declarations.flatMap((each) =>
          each.id.type === "Identifier" ? [[each.id.name, each] as const] : namesOf(each.id)
        )
      : "id" in node && node.id?.type === "Identifier"
        ? [[node.id.name, node]]
        : []
  for (const [name, origin] of declared) {
    const definition = v.e.definitionOf.get(origin)
    if (definition === undefined) {
      if (within === -1) addNamed(v, name, name, origin.start, scope)
      continue
    }
    const details = v.details[definition]
    if (details !== undefined) details.isExported = true
    const value = v.e.table.add({ tag: "definition", definition })
    // Of overloads, the one that the name is bound to.
    const isOverload = "params" in origin && findValue(scope, name)?.evaluate() !== value
    if (within === -1 && !isOverload) add(v, name, value, v.e.found[definition]?.at ?? origin.start)
  }
}

/** Adds exports. Those within `declare module "x"` are none of the file: they are what that module is. */
const addWhole = (v: Visit, within: DefinitionIndex, addExports: () => void): void => {
  const before = v.exports.length
  addExports()
  const details = v.details[within]
  if (details === undefined) return
  details.value = makeUnion(
    v.e,
    v.exports.splice(before).map(({ value }) => value)
  )
}

const addDefault = (v: Visit, node: ExportDefaultDeclaration, scope: Scope): void => {
  const { declaration } = node
  const definition = v.e.definitionOf.get(declaration)
  if (definition !== undefined) add(v, "default", v.e.table.add({ tag: "definition", definition }), node.start)
  else if (declaration.type === "Identifier") addNamed(v, "default", declaration.name, node.start, scope)
  else if (
    declaration.type !== "FunctionDeclaration" &&
    declaration.type !== "ClassDeclaration" &&
    declaration.type !== "TSDeclareFunction" &&
    declaration.type !== "TSInterfaceDeclaration"
  )
    add(v, "default", v.e.expression(declaration, scope), node.start)
}

/** Adds `export default x`. */
export const exportDefault = (v: Visit, node: ExportDefaultDeclaration, { scope, within }: Place): void =>
  addWhole(v, within, () => addDefault(v, node, scope))

const addAssigned = (v: Visit, node: TSExportAssignment, scope: Scope): void => {
  const definition = v.e.definitionOf.get(node.expression)
  if (definition !== undefined) add(v, "=", v.e.table.add({ tag: "definition", definition }), node.start)
  else if (node.expression.type === "Identifier") addNamed(v, "=", node.expression.name, node.start, scope)
  else add(v, "=", v.e.expression(node.expression, scope), node.start)
}

/** Adds `export = x`. */
export const exportWhole = (v: Visit, node: TSExportAssignment, { scope, within }: Place): void =>
  addWhole(v, within, () => addAssigned(v, node, scope))

/** Returns the export that is assigned to: `=` for `module.exports`, a name for its members and for `exports.x`. */
const findExported = (node: Node, scope: Scope): string | undefined => {
  if (node.type !== "MemberExpression" || node.computed || node.property.type !== "Identifier") return undefined
  const { name } = node.property
  const object = unwrap(node.object)
  if (object.type === "Identifier") {
    if (findValue(scope, object.name) !== undefined) return undefined
    if (object.name === "exports") return name
    return object.name === "module" && name === "exports" ? "=" : undefined
  }
  return findExported(object, scope) === "=" ? name : undefined
}

/** Adds `module.exports = x` and `exports.f = x`. */
export const exportAssigned = (v: Visit, node: AssignmentExpression, scope: Scope): void => {
  if (v.exported.has(node) || node.operator !== "=") return
  const name = findExported(node.left, scope)
  if (name === undefined) return
  const definition = v.e.definitionOf.get(node)
  const value =
    definition === undefined ? v.e.expression(node.right, scope) : v.e.table.add({ tag: "definition", definition })
  add(v, name, value, node.start)
}

/** Adds `const app = exports = module.exports = {}`, whose export is the variable. */
export const exportVariable = (v: Visit, node: VariableDeclarator, scope: Scope): void => {
  const definition = v.e.definitionOf.get(node)
  if (definition === undefined) return
  let at: Expression | null = node.init
  while (at?.type === "AssignmentExpression" && !v.exported.has(at)) {
    v.exported.add(at)
    const name = findExported(at.left, scope)
    if (name !== undefined) add(v, name, v.e.table.add({ tag: "definition", definition }), at.start)
    at = at.right
  }
}
