import type { BindingPattern, Node, VariableDeclarator } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { isRequire, formatMemberName, unwrap, isNothing } from "../values.ts"
import { entryOf, makeUnion, memberOf, valueAt } from "./combine.ts"
import { expectDeclared, expectType } from "./expected.ts"
import { bind, bindDefinition, type Evaluation, none, type Scope } from "./Evaluation.ts"

/** Evaluates what a variable is assigned after its declaration, which has a number of assignments itself. */
export type Assigned = (name: string, declared: number) => ValueIndex

/** Maximum nesting of a destructuring pattern. */
const maxDepth = 32

/** A pattern and what is destructured. */
interface Bound {
  readonly pattern: BindingPattern
  readonly scope: Scope
  /** Scope that gets the names. */
  readonly into: Scope
  readonly value: () => ValueIndex
}

/** Whether a value is what a parameter is given, or a part of it. */
const isGiven = (e: Evaluation, value: ValueIndex): boolean => {
  const known = valueAt(e, value)
  if (known.tag === "member" || known.tag === "entry") return isGiven(e, known.of)
  return known.tag === "given" || (known.tag === "union" && known.of.some((each) => isGiven(e, each)))
}

const bindNested = (e: Evaluation, bound: Bound, depth: number): void => {
  const { into, pattern, scope } = bound
  if (depth > maxDepth) return
  const annotation = "typeAnnotation" in pattern ? (pattern.typeAnnotation?.typeAnnotation ?? null) : null
  const value = annotation === null ? bound.value : () => e.instance(annotation, scope)
  if (e.definitionOf.has(pattern)) e.destructured.set(pattern, value)
  if (pattern.type === "Identifier") into.values.set(pattern.name, bindDefinition(e, pattern, value))
  else if (pattern.type === "AssignmentPattern") {
    const given = () => {
      const of = value()
      if (of === e.unknown || of === none) return e.expression(pattern.right, scope)
      if (!isGiven(e, of)) return of
      const otherwise = e.expression(pattern.right, scope)
      // Of an instance the default says the type, as to TypeScript.
      return valueAt(e, otherwise).tag === "new" ? otherwise : makeUnion(e, [of, otherwise])
    }
    const { left, right } = pattern
    const declared = "typeAnnotation" in left ? left.typeAnnotation?.typeAnnotation : undefined
    if (declared !== undefined) expectType(e, right, () => e.instance(declared, scope))
    bindNested(e, { ...bound, pattern: left, value: given }, depth + 1)
  } else {
    const base = bind(e, value).evaluate
    if (pattern.type === "ObjectPattern") {
      for (const each of pattern.properties) {
        if (each.type === "RestElement") {
          bindNested(e, { ...bound, pattern: each.argument, value: base }, depth + 1)
          continue
        }
        const name = formatMemberName(e, each.key, each.computed)
        bindNested(e, { ...bound, pattern: each.value, value: () => memberOf(e, base(), name) }, depth + 1)
      }
    } else {
      for (const [at, each] of pattern.elements.entries()) {
        if (each === null) continue
        const isRest = each.type === "RestElement"
        const entry = isRest ? base : () => entryOf(e, base(), at)
        bindNested(e, { ...bound, pattern: isRest ? each.argument : each, value: entry }, depth + 1)
      }
    }
  }
}

/** Binds the names of a pattern to the parts of a value. */
export const bindPattern = (e: Evaluation, bound: Bound): void => bindNested(e, bound, 0)

/** Lists the names of a pattern with their nodes. */
export const namesOf = (pattern: BindingPattern): ReadonlyArray<readonly [name: string, node: Node]> => {
  if (pattern.type === "Identifier") return [[pattern.name, pattern]]
  if (pattern.type === "AssignmentPattern") return namesOf(pattern.left)
  if (pattern.type === "ArrayPattern") {
    return pattern.elements.flatMap((each) => {
      if (each === null) return []
      return namesOf(each.type === "RestElement" ? each.argument : each)
    })
  }
  return pattern.properties.flatMap((each) => namesOf(each.type === "RestElement" ? each.argument : each.value))
}

/** Finds the module and the member that `require("x").y` takes. */
const findRequired = (
  init: VariableDeclarator["init"]
): { readonly module: string; readonly imported: string } | undefined => {
  const node = init === null ? undefined : unwrap(init)
  if (node?.type === "MemberExpression") {
    const inner = unwrap(node.object)
    const whole = inner.type === "CallExpression" ? findRequired(inner) : undefined
    if (whole === undefined || node.computed || node.property.type !== "Identifier") return undefined
    return { ...whole, imported: node.property.name }
  }
  if (node?.type !== "CallExpression" || node.arguments.length !== 1) return undefined
  const callee = unwrap(node.callee)
  const [first] = node.arguments
  if (callee.type !== "Identifier" || callee.name !== "require") return undefined
  return first?.type === "Literal" && typeof first.value === "string"
    ? { module: first.value, imported: "*" }
    : undefined
}

const bindImport = (
  e: Evaluation,
  into: Scope,
  name: { readonly module: string; readonly imported: string; readonly local: string; readonly at: number }
): void => {
  const index = e.imports.push({ ...name, kind: "require" }) - 1
  const binding = bind(e, () => e.table.add({ tag: "import", import: index }))
  into.values.set(name.local, binding)
  into.types.set(name.local, binding)
}

/** Binds `const x = require("y")`, `const x = require("y").z` and `const { a, b: c } = require("y")`. */
const bindRequired = (e: Evaluation, node: VariableDeclarator, into: Scope): boolean => {
  const { id, init } = node
  if (init === null || !isRequire(init)) return false
  const required = findRequired(init)
  if (required === undefined) return false
  if (id.type === "Identifier") {
    bindImport(e, into, { ...required, local: id.name, at: id.start })
    e.importOf.set(node, e.imports.length - 1)
    return true
  }
  if (id.type !== "ObjectPattern" || required.imported !== "*") return false
  const names = id.properties.flatMap((each) =>
    each.type === "Property" && each.value.type === "Identifier" && !each.computed
      ? [{ imported: formatMemberName(e, each.key, false), local: each.value.name, at: each.value.start }]
      : []
  )
  if (names.length < id.properties.length) return false
  for (const name of names) bindImport(e, into, { module: required.module, ...name })
  e.importOf.set(node, e.imports.length - 1)
  return true
}

/** Binds the names of a variable declaration. `assigned`: what is assigned to a variable by its name, later. */
export const bindVariable = (
  e: Evaluation,
  node: VariableDeclarator,
  { assigned, into, scope }: { readonly scope: Scope; readonly into: Scope; readonly assigned: Assigned }
): void => {
  const { id, init } = node
  if (bindRequired(e, node, into)) return
  const value = () => {
    const of = init === null ? none : e.expression(init, scope)
    if (of !== none) return of
    return id.type === "Identifier" ? assigned(id.name, init === null || isNothing(init) ? 0 : 1) : e.unknown
  }
  if (id.type !== "Identifier") {
    bindPattern(e, { pattern: id, scope, into, value })
    return
  }
  const type = id.typeAnnotation?.typeAnnotation
  if (init !== null) {
    if (type === undefined) expectDeclared(e, init, scope)
    else expectType(e, init, () => e.instance(type, scope))
  }
  const binding = bindDefinition(e, node, type === undefined ? value : () => e.instance(type, scope))
  const earlier = into.values.get(id.name)
  // `var x` again without a value, or after a function of that name, changes nothing.
  if (earlier === undefined || init !== null) into.values.set(id.name, binding)
}
