import type { AssignmentExpression, Class, Expression } from "oxc-parser"
import type { Value, ValueIndex } from "../../facts/Facts.ts"
import type { FunctionLike } from "../Source.ts"
import { formatMemberName, isNothing, unwrap } from "../values.ts"
import { listBlocks } from "./blocks.ts"
import { makeAgreement, valueAt } from "./combine.ts"
import { type Assignments, type ByClass, type Declared, type Evaluation, none, type Scope } from "./Evaluation.ts"
import { narrowScope, scopeAfter } from "./narrowing.ts"
import { blockScope, functionScope } from "./scopes.ts"

/** Maximum nesting of blocks and assignments to search. */
const maxDepth = 32
/** Maximum assignments of one variable or field; one with more is unknown. */
const maxAssignments = 32

type Statements = Declared["statements"]

/** The name of a variable that is assigned, or that of a field after `this.`. */
const targetOf = (e: Evaluation, { left }: AssignmentExpression): string | undefined => {
  if (left.type === "Identifier") return left.name
  if (left.type !== "MemberExpression" || left.object.type !== "ThisExpression") return undefined
  return `this.${formatMemberName(e, left.property, left.computed)}`
}

/** Adds what `a = b = new Pool()` assigns. */
const addAssigned = (e: Evaluation, node: Expression, scope: Scope, into: Assignments): void => {
  let at = unwrap(node)
  for (let depth = 0; at.type === "AssignmentExpression" && depth < maxDepth; depth += 1) {
    const target = at.operator === "=" && !isNothing(at.right) ? targetOf(e, at) : undefined
    const known = target === undefined ? undefined : into.get(target)
    if (known !== undefined) known.push({ node: at.right, scope })
    else if (target !== undefined) into.set(target, [{ node: at.right, scope }])
    at = unwrap(at.right)
  }
}

/** Collects what statements assign, apart from those of functions in them. */
const collect = (e: Evaluation, statements: Statements, scope: Scope, into: Assignments, depth = 0): void => {
  if (depth > maxDepth) return
  let at = scope
  for (const node of statements) {
    if (node.type === "ExpressionStatement") addAssigned(e, node.expression, at, into)
    else if (node.type === "VariableDeclaration") {
      for (const { init } of node.declarations) if (init !== null) addAssigned(e, init, at, into)
    } else if (node.type === "IfStatement") {
      collect(e, [node.consequent], narrowScope(e, node.test, true, at), into, depth + 1)
      if (node.alternate !== null) collect(e, [node.alternate], narrowScope(e, node.test, false, at), into, depth + 1)
    } else
      for (const [owner, nested] of listBlocks(node))
        collect(e, nested, blockScope(e, owner, nested, at), into, depth + 1)
    at = scopeAfter(e, node, at)
  }
}

/** What is assigned to a variable or field. */
const assignedTo = (e: Evaluation, all: Assignments, target: string): ReadonlyArray<ValueIndex> => {
  const found = all.get(target) ?? []
  return found.length > maxAssignments ? [e.unknown] : found.map((each) => e.expression(each.node, each.scope))
}

const assignmentsIn = (e: Evaluation, statements: Statements, scope: Scope): Assignments => {
  const known = e.assignments.get(statements)
  if (known !== undefined) return known
  const all: Assignments = new Map()
  e.assignments.set(statements, all)
  collect(e, statements, scope, all)
  return all
}

/** Collects what the constructor of a class assigns, and what its methods do. */
const assignmentsOf = (e: Evaluation, node: Class, scope: Scope): ByClass => {
  const known = e.classAssignments.get(node)
  if (known !== undefined) return known
  const all = { made: new Map(), later: new Map() }
  e.classAssignments.set(node, all)
  for (const each of node.body.body) {
    if (each.type !== "MethodDefinition" || each.static || each.value.body?.type !== "BlockStatement") continue
    const into = each.kind === "constructor" ? all.made : all.later
    collect(e, each.value.body.body, functionScope(e, each.value, scope), into)
  }
  return all
}

/** What has a name of its own, by which it is known where it is called. */
const named: ReadonlySet<Value["tag"]> = new Set(["definition", "import", "global", "function", "given", "unknown"])

/** What all of some values are; unknown if some of them may be another thing. */
const agreed = (e: Evaluation, values: ReadonlyArray<ValueIndex>): ValueIndex => {
  const known = [...new Set(values.filter((each) => each !== none))]
  return known.length === 0 || known.some((each) => named.has(valueAt(e, each).tag))
    ? e.unknown
    : makeAgreement(e, known)
}

const assignment =
  /(?<![\p{ID_Continue}$.#])((?:this\.#?)?[\p{ID_Continue}$]+)\s*=(?![=>]|\s*(?:null|undefined)(?![\p{ID_Continue}$.]))/gu

/** Counts the places within a node that may assign a variable or field. */
const countAssignments = (e: Evaluation, within: FunctionLike | Class, target: string): number => {
  const known = e.assignmentCounts.get(within)
  if (known !== undefined) return known.get(target) ?? 0
  const counts = new Map<string, number>()
  for (const [, name = ""] of e.text.slice(within.start, within.end).matchAll(assignment))
    counts.set(name, 1 + (counts.get(name) ?? 0))
  e.assignmentCounts.set(within, counts)
  return counts.get(target) ?? 0
}

const ownerOf = (scope: Scope): FunctionLike | undefined => {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) if (at.owner !== undefined) return at.owner
  return undefined
}

/**
 * Evaluates what a local variable holds that has no value where it is declared: what statements assign, if that is the same
 * everywhere and nothing else assigns it. `declared`: assignments in its declaration.
 */
export const assignedToVariable = (
  e: Evaluation,
  name: string,
  { declared, scope, statements }: Declared
): ValueIndex => {
  const owner = ownerOf(scope)
  const found = owner === undefined ? [] : assignedTo(e, assignmentsIn(e, statements, scope), name)
  if (owner === undefined || found.length === 0) return e.unknown
  return countAssignments(e, owner, name) === found.length + declared ? agreed(e, found) : e.unknown
}

/**
 * Evaluates what a field of a class holds that is declared without a type or a value: what the constructor assigns, otherwise what its
 * methods do, if that is the same everywhere. `scope`: that of instances.
 */
export const assignedToField = (e: Evaluation, node: Class, name: string, scope: Scope): ValueIndex => {
  const target = `this.${name}`
  const all = assignmentsOf(e, node, scope)
  const made = assignedTo(e, all.made, target)
  if (made.some((each) => each !== none)) return agreed(e, made)
  const later = assignedTo(e, all.later, target)
  if (later.length === 0) return e.unknown
  return countAssignments(e, node, target) === made.length + later.length ? agreed(e, later) : e.unknown
}
