import type {
  Argument,
  AssignmentExpression,
  Expression,
  LogicalExpression,
  MemberExpression,
  NewExpression,
  ObjectExpression
} from "oxc-parser"
import type { Value, ValueIndex } from "../../facts/Facts.ts"
import { countArguments, findCalleeName, isFunction, ownerOfPrototype, unwrap } from "../values.ts"
import { valueAt } from "./combine.ts"
import { noteCallback } from "./callbacks.ts"
import { complete } from "./complete.ts"
import type { Scope } from "./Evaluation.ts"
import { expectArguments, expectDeclared, expectType } from "./expected.ts"
import { exportAssigned } from "./exports.ts"
import { noteCall, recordParameterCall } from "./given.ts"
import { evaluateLink, innerOf, transparent } from "./expressions.ts"
import { visitClass } from "./visitClasses.ts"
import { narrowScope, rightScope } from "./narrowing.ts"
import { visitJsx } from "./visitJsx.ts"
import { visitPattern } from "./visitPatterns.ts"
import { noteInheriting, notePrototype } from "./prototypes.ts"
import { calleeOf } from "./typeArguments.ts"
import { noteAssignment, noteVariableCall } from "./variables.ts"
import { noteRuns } from "./runs.ts"
import { record } from "./record.ts"
import { countBranch, deeper, enter, inScope, type Place, read, type Use, type Visit } from "./Visit.ts"

const visitArguments = (v: Visit, nodes: ReadonlyArray<Argument>, place: Place): void => {
  for (const each of nodes) v.expression(each.type === "SpreadElement" ? each.argument : each, place)
}

/** How the expression inside a link is used. */
const useInside = (node: Expression, use: Use): Use => {
  if (node.type === "CallExpression") return { kind: "call", arguments: countArguments(node.arguments) }
  if (node.type === "TaggedTemplateExpression") return { kind: "call", arguments: 1 + node.quasi.expressions.length }
  return transparent(node) === undefined ? read : use
}

/** Whether a value is only the namespace or module of which a member is taken. */
const isQualifier = (v: Visit, value: ValueIndex, outer: Expression): boolean => {
  const known = valueAt(v.e, value)
  return outer.type === "MemberExpression" && known.tag === "import" && v.e.imports[known.import]?.imported === "*"
}

/** What a local variable may hold that is worth a reference to its name: something with a name of its own. */
const named = new Set<Value["tag"]>([
  "definition",
  "import",
  "global",
  "member",
  "call",
  "given",
  "element",
  "entry",
  "union"
])

/** Whether an identifier only names a local variable. */
const isLocal = ({ tag }: Value, kind: Use["kind"]): boolean =>
  kind === "read" ? tag !== "definition" && tag !== "import" : !named.has(tag)

/** Whether an expression is the `require` of a call that imports. */
const isImport = (v: Visit, node: Expression, outer: Expression): boolean =>
  node.type === "Identifier" && node.name === "require" && v.e.importOf.has(outer)

/** What is called, whatever a guard says of it. */
const calledBy = (v: Visit, value: ValueIndex): ValueIndex => {
  const known = valueAt(v.e, value)
  const isChecked = known.tag === "excluded" || (known.tag === "narrowed" && known.by !== undefined)
  return isChecked ? calledBy(v, known.of) : value
}

/** Records what an expression names. */
const visitName = (v: Visit, node: Expression, held: ValueIndex, use: Use, place: Place): void => {
  const value = use.kind === "call" && node.type === "Identifier" ? calledBy(v, held) : held
  if (node.type === "Identifier") {
    if (use.kind === "call") noteVariableCall(v, node, value, { place, count: use.arguments })
    if (isLocal(valueAt(v.e, value), use.kind)) {
      if (use.kind === "call") recordParameterCall(v, node, use, place)
      return
    }
  }
  const at = node.type === "MemberExpression" ? node.property.start : node.start
  record(v, use.kind, value, { at, place, count: use.arguments })
}

const visitLink = (v: Visit, node: Expression, value: ValueIndex, use: Use, place: Place): void => {
  if (node.type === "MemberExpression") {
    if (node.computed) v.expression(node.property, place)
    visitName(v, node, value, use, place)
  } else if (node.type === "CallExpression" || node.type === "TaggedTemplateExpression") {
    for (const each of node.typeArguments?.params ?? []) v.type(each, place)
    if (node.type === "CallExpression") visitArguments(v, node.arguments, place)
    else for (const each of node.quasi.expressions) v.expression(each, place)
    // What calls the result of a call has no name: it is where the chain begins.
    if (use.kind !== "read") visitName(v, node, value, use, place)
  } else if (node.type === "TSInstantiationExpression") {
    for (const each of node.typeArguments.params) v.type(each, place)
  } else if (node.type === "TSSatisfiesExpression") v.type(node.typeAnnotation, place)
}

const superCall = (v: Visit, node: Expression, of: ValueIndex, use: Use, place: Place): void => {
  if (use.kind !== "call" || of === v.e.unknown) return
  const value = v.e.table.add({ tag: "member", of, name: "constructor" })
  record(v, "call", value, { at: node.start, place, count: use.arguments })
}

const visitRoot = (v: Visit, node: Expression, value: ValueIndex, use: Use, place: Place): void => {
  if (node.type === "Identifier") visitName(v, node, value, use, place)
  else if (node.type === "Super") superCall(v, node, value, use, place)
  else v.expression(node, place, use)
}

/** Calls that say something by being evaluated: `require` of what is imported, `Array.from` of what its function gets. */
const telling = new Set(["from", "require"])

/** Whether it matters what a link of a chain is worth, though nothing follows it. */
const isNeeded = (node: Expression, { kind }: Use): boolean =>
  node.type === "MemberExpression" ||
  kind !== "read" ||
  (node.type === "CallExpression" && telling.has(findCalleeName(node)))

/** Visits a chain from its root outwards. What its last links give does not matter. */
const visitChain = (v: Visit, node: Expression, place: Place, use: Use): void => {
  const links: Array<Expression> = []
  const uses: Array<Use> = [use]
  let at = node
  let usage = use
  for (let inner = innerOf(at); inner !== undefined; inner = innerOf(at)) {
    links.push(at)
    expectDeclared(v.e, at, place.scope)
    usage = useInside(at, usage)
    uses.push(usage)
    at = inner
  }
  const outer = links.at(-1) ?? node
  const last = links.findIndex((link, index) => isNeeded(link, uses[index] ?? use))
  const evaluate = (link: Expression, of: ValueIndex, index: number): ValueIndex =>
    last === -1 || index < last ? v.e.unknown : evaluateLink(v.e, link, of, place.scope)
  let value = v.e.expression(at, place.scope)
  let receiver = v.e.unknown
  const first = evaluate(outer, value, links.length - 1)
  if (!isQualifier(v, value, outer) && !isImport(v, at, outer)) visitRoot(v, at, value, usage, place)
  for (let index = links.length - 1; index >= 0; index -= 1) {
    const link = links[index] ?? outer
    if (link.type === "MemberExpression") receiver = value
    const called = value
    value = link === outer ? first : evaluate(link, value, index)
    if (link.type === "CallExpression") {
      expectArguments(v.e, link.arguments, calleeOf(v.e, link, called, place.scope))
      noteCallback(v.e, link, receiver)
      noteCall(v, link, called, place.scope)
      noteRuns(v, link, receiver, place.scope)
      noteInheriting(v, link, place)
    }
    visitLink(v, link, value, uses[index] ?? use, place)
  }
}

const visitNew = (v: Visit, node: NewExpression, place: Place): void => {
  v.expression(node.callee, place, { kind: "new", arguments: countArguments(node.arguments) })
  const callee = v.e.expression(node.callee, place.scope)
  expectArguments(v.e, node.arguments, callee)
  noteCall(v, node, callee, place.scope)
  for (const each of node.typeArguments?.params ?? []) v.type(each, place)
  visitArguments(v, node.arguments, place)
}

/** Visits a chain of binary operators. A sequence of the same logical operators counts once. */
const visitOperands = (v: Visit, node: Expression, place: Place): void => {
  const rights: Array<readonly [Expression, Scope]> = []
  let at: Expression = node
  while (at.type === "LogicalExpression" || at.type === "BinaryExpression") {
    const scope = at.type === "LogicalExpression" ? rightScope(v.e, at, place.scope) : place.scope
    rights.push([at.right, scope])
    if (at.type === "LogicalExpression") countBranch(v, place, 1, isSameOperator(at, at.left) ? 0 : 1)
    if (at.left.type === "PrivateIdentifier") break
    at = at.left
  }
  if (at.type !== "BinaryExpression") v.expression(at, place)
  for (const [each, scope] of rights.toReversed()) v.expression(each, inScope(place, scope))
}

const isSameOperator = (node: LogicalExpression, left: Expression): boolean => {
  const inner = unwrap(left)
  return inner.type === "LogicalExpression" && inner.operator === node.operator
}

const visitObject = (v: Visit, node: ObjectExpression, place: Place): void => {
  for (const each of node.properties) {
    if (each.type === "SpreadElement") v.expression(each.argument, place)
    else {
      if (each.computed && each.key.type !== "PrivateIdentifier") v.expression(each.key, place)
      expectDeclared(v.e, each.value, place.scope)
      complete(v, each, place.scope, each.value)
      v.expression(each.value, enter(v, each, place))
    }
  }
}

/** Visits what is assigned to: its objects, and the member unless the assignment declares it. */
const visitTarget = (v: Visit, node: MemberExpression, place: Place, isDeclared: boolean): void => {
  if (node.computed) v.expression(node.property, place)
  v.expression(ownerOfPrototype(node.object) ?? node.object, place)
  if (!isDeclared) visitName(v, node, v.e.expression(node, place.scope), read, place)
}

const visitAssignment = (v: Visit, node: AssignmentExpression, place: Place): void => {
  const { left } = node
  const isDeclaration = v.e.definitionOf.has(node)
  expectDeclared(v.e, node.right, place.scope)
  if (left.type === "MemberExpression") expectType(v.e, node.right, () => v.e.expression(left, place.scope))
  complete(v, node, place.scope)
  exportAssigned(v, node, place.scope)
  noteAssignment(v, node, place)
  notePrototype(v, node, place)
  if (left.type === "MemberExpression") visitTarget(v, left, place, isDeclaration)
  else if (left.type === "ArrayPattern" || left.type === "ObjectPattern") visitPattern(v, left, place)
  else if (left.type !== "Identifier") v.expression(left, place)
  // A function that is assigned runs when it is called; everything else when the function around it runs.
  const runsHere = place.within !== -1 && !isFunction(unwrap(node.right))
  v.expression(node.right, runsHere ? place : enter(v, node, place))
}

const visitConditional = (v: Visit, node: Expression & { type: "ConditionalExpression" }, place: Place): void => {
  const inner = deeper(v, place)
  let { scope } = place
  let at: Expression = node
  for (; at.type === "ConditionalExpression"; at = at.alternate) {
    countBranch(v, place)
    v.expression(at.test, inScope(place, scope))
    v.expression(at.consequent, inScope(inner, narrowScope(v.e, at.test, true, scope)))
    scope = narrowScope(v.e, at.test, false, scope)
  }
  v.expression(at, inScope(inner, scope))
}

/** Visits a function without a name of its own. */
const visitFunctionValue = (v: Visit, node: Expression, place: Place): void => {
  if (!isFunction(node)) return
  complete(v, node, place.scope)
  const isOwn = v.e.definitionOf.has(node) || v.e.bodyOf.get(node) === place.within
  const entered = enter(v, node, place)
  const details = v.details[entered.within]
  if (details !== undefined) details.hasBody = true
  v.function(node, isOwn ? entered : deeper(v, entered))
}

/** Visits expressions that have several parts. */
const visitParts = (v: Visit, node: Expression, place: Place): void => {
  if (node.type === "ArrayExpression") {
    for (const each of node.elements) {
      if (each !== null) v.expression(each.type === "SpreadElement" ? each.argument : each, place)
    }
  } else if (node.type === "TemplateLiteral" || node.type === "SequenceExpression") {
    for (const each of node.expressions) v.expression(each, place)
  } else if (node.type === "UnaryExpression" || node.type === "UpdateExpression") v.expression(node.argument, place)
  else if (node.type === "YieldExpression") {
    if (node.argument !== null) v.expression(node.argument, place)
  } else if (node.type === "ImportExpression") {
    v.e.expression(node, place.scope)
    if (node.source.type !== "Literal") v.expression(node.source, place)
  } else if (node.type === "TSAsExpression" || node.type === "TSTypeAssertion") {
    expectDeclared(v.e, node, place.scope)
    v.expression(node.expression, place)
    v.type(node.typeAnnotation, place)
  } else if (node.type === "JSXElement" || node.type === "JSXFragment") visitJsx(v, node, place)
}

/** Visits an expression: records what it refers to. */
export const visitExpression = (v: Visit, node: Expression, place: Place, use: Use): void => {
  if (node.type === "Identifier") visitName(v, node, v.e.expression(node, place.scope), use, place)
  else if (innerOf(node) !== undefined) visitChain(v, node, place, use)
  else if (node.type === "LogicalExpression" || node.type === "BinaryExpression") visitOperands(v, node, place)
  else if (isFunction(node)) visitFunctionValue(v, node, place)
  else if (node.type === "ClassExpression") visitClass(v, node, place)
  else if (node.type === "ObjectExpression") visitObject(v, node, place)
  else if (node.type === "NewExpression") visitNew(v, node, place)
  else if (node.type === "AssignmentExpression") visitAssignment(v, node, place)
  else if (node.type === "ConditionalExpression") visitConditional(v, node, place)
  else visitParts(v, node, place)
}
