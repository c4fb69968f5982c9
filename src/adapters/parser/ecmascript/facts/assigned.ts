import type { AssignmentExpression, Class, Directive, Expression, Statement } from "oxc-parser"
import type { Value, ValueIndex } from "../../facts/Facts.ts"
import type { FunctionLike } from "../Source.ts"
import { formatMemberName, unwrap } from "../values.ts"
import { listBlocks } from "./blocks.ts"
import { makeAgreement, valueAt } from "./combine.ts"
import { type Declared, type Evaluation, none, type Scope } from "./Evaluation.ts"
import { narrowScope, scopeAfter } from "./narrowing.ts"
import { blockScope, functionScope } from "./scopes.ts"

/** Maximum nesting of blocks and assignments to search. */
const maxDepth = 32
/** Maximum assignments of one variable or field; one with more is unknown. */
const maxAssignments = 32

type Statements = ReadonlyArray<Statement | Directive>

/** Returns what an assignment puts into what is looked for; undefined if it puts it elsewhere. */
type Match = (node: AssignmentExpression) => boolean

/** Collects what statements assign, apart from those of functions in them. `found` gets the values. */
const collect = (
  e: Evaluation,
  statements: Statements,
  { found, matches, scope }: { readonly found: Array<ValueIndex>; readonly matches: Match; readonly scope: Scope },
  depth = 0
): void => {
  if (depth > maxDepth) return
  let at = scope
  for (const node of statements) {
    if (found.length > maxAssignments) return
    const inner = (nested: Statements, own: Scope) => collect(e, nested, { found, matches, scope: own }, depth + 1)
    if (node.type === "ExpressionStatement") collectIn(e, node.expression, { found, matches, scope: at })
    else if (node.type === "IfStatement") {
      inner([node.consequent], narrowScope(e, node.test, true, at))
      if (node.alternate !== null) inner([node.alternate], narrowScope(e, node.test, false, at))
    } else for (const [owner, nested] of listBlocks(node)) inner(nested, blockScope(e, owner, nested, at))
    at = scopeAfter(e, node, at)
  }
}

/** Collects what `a = b = new Pool()` assigns. */
const collectIn = (
  e: Evaluation,
  node: Expression,
  { found, matches, scope }: { readonly found: Array<ValueIndex>; readonly matches: Match; readonly scope: Scope }
): void => {
  let at = unwrap(node)
  for (let depth = 0; at.type === "AssignmentExpression" && depth < maxDepth; depth += 1) {
    if (at.operator === "=" && matches(at)) found.push(e.expression(at.right, scope))
    at = unwrap(at.right)
  }
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

const escape = (name: string): string => name.replaceAll(/[$]/g, String.raw`\$&`)

/** Counts the places of a text that may assign a variable or field. */
const countAssignments = (text: string, target: string): number =>
  [...text.matchAll(new RegExp(String.raw`(?<![\w$.#])${target}\s*=(?![=>])`, "g"))].length

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
  if (owner === undefined) return e.unknown
  const found: Array<ValueIndex> = []
  const matches: Match = ({ left }) => left.type === "Identifier" && left.name === name
  collect(e, statements, { found, matches, scope })
  if (found.length === 0) return e.unknown
  const all = countAssignments(e.text.slice(owner.start, owner.end), escape(name))
  return all === found.length + declared ? agreed(e, found) : e.unknown
}

const isOfThis = (e: Evaluation, { left }: AssignmentExpression, name: string): boolean =>
  left.type === "MemberExpression" &&
  left.object.type === "ThisExpression" &&
  formatMemberName(e, left.property, left.computed) === name

/**
 * Evaluates what a field of a class holds that is declared without a type or a value: what the constructor assigns, otherwise what its
 * methods do, if that is the same everywhere. `scope`: that of instances.
 */
export const assignedToField = (e: Evaluation, node: Class, name: string, scope: Scope): ValueIndex => {
  const matches: Match = (each) => isOfThis(e, each, name)
  const methods = node.body.body.flatMap((each) =>
    each.type === "MethodDefinition" && !each.static && each.value.body?.type === "BlockStatement"
      ? [{ isConstructor: each.kind === "constructor", body: each.value.body, method: each.value }]
      : []
  )
  const collectAll = (isConstructor: boolean): ReadonlyArray<ValueIndex> => {
    const found: Array<ValueIndex> = []
    for (const each of methods.filter((one) => one.isConstructor === isConstructor))
      collect(e, each.body.body, { found, matches, scope: functionScope(e, each.method, scope) })
    return found
  }
  const made = collectAll(true)
  if (made.some((each) => each !== none)) return agreed(e, made)
  const later = collectAll(false)
  if (later.length === 0) return e.unknown
  const all = countAssignments(e.text.slice(node.start, node.end), String.raw`this\.${escape(name)}`)
  return all === made.length + later.length ? agreed(e, later) : e.unknown
}
