import type { Directive, Expression, IfStatement, LogicalExpression, Statement } from "oxc-parser"
import { unwrap } from "../values.ts"
import { instanceOf, makeUnion, valueAt } from "./combine.ts"
import { bind, type Binding, type Evaluation, findValue, makeScope, none, type Scope } from "./Evaluation.ts"

/** Maximum operands of a test to look at, and nesting of tests. */
const maxOperands = 64
const maxDepth = 8

/** A variable that is an instance of one of these classes. */
interface Check {
  readonly name: string
  readonly classes: ReadonlyArray<Expression>
}

/** What is said of variables by an operand of `&&` and `||`. */
const checksOf = (node: Expression, isTrue: boolean, depth: number): ReadonlyArray<Check> => {
  const test = unwrap(node)
  if (depth > maxDepth) return []
  if (test.type === "UnaryExpression" && test.operator === "!") return checksOf(test.argument, !isTrue, depth + 1)
  if (test.type === "LogicalExpression") return checksOfOperands(test, isTrue, depth + 1)
  const isCheck = isTrue && test.type === "BinaryExpression" && test.operator === "instanceof"
  return isCheck && test.left.type === "Identifier" ? [{ name: test.left.name, classes: [test.right] }] : []
}

/** Lists the operands of a chain of one operator; none if there are too many. */
const operandsOf = (node: LogicalExpression): ReadonlyArray<Expression> => {
  const operands: Array<Expression> = []
  let at: Expression = node
  while (at.type === "LogicalExpression" && at.operator === node.operator) {
    operands.push(at.right)
    at = at.left
    if (operands.length > maxOperands) return []
  }
  return [...operands, at].toReversed()
}

/** `a instanceof A && b` says what both say, `a instanceof A || a instanceof B` that it is one of both. */
const checksOfOperands = (node: LogicalExpression, isTrue: boolean, depth: number): ReadonlyArray<Check> => {
  if (node.operator === "??") return []
  const checks = operandsOf(node).map((operand) => checksOf(operand, isTrue, depth))
  if ((node.operator === "&&") === isTrue) return checks.flat()
  const [first] = checks.flat()
  const isSame = checks.every((each) => each.length === 1 && each[0]?.name === first?.name)
  return first === undefined || !isSame
    ? []
    : [{ name: first.name, classes: checks.flat().flatMap((each) => each.classes) }]
}

/**
 * A variable where it is known to be an instance of a class: of several tests the last one counts. What has a name of its own
 * stays what it is.
 */
const narrowBinding = (e: Evaluation, found: Binding, classes: ReadonlyArray<Expression>, scope: Scope): Binding => {
  const variable = found.narrows ?? found
  const narrowed = bind(e, () => {
    const of = variable.evaluate()
    const { tag } = valueAt(e, of)
    if (tag === "definition" || tag === "import" || tag === "global") return of
    const to = makeUnion(
      e,
      classes.map((each) => instanceOf(e, e.expression(each, scope)))
    )
    return e.table.add({ tag: "narrowed", of: of === none ? e.unknown : of, to })
  })
  return { ...narrowed, narrows: variable }
}

const narrowBy = (e: Evaluation, scope: Scope, checks: ReadonlyArray<Check>): Scope => {
  let inner: Scope | undefined
  for (const { classes, name } of checks) {
    const binding = findValue(scope, name)
    if (binding === undefined) continue
    inner ??= makeScope(scope)
    inner.values.set(name, narrowBinding(e, binding, classes, scope))
  }
  return inner ?? scope
}

/** Returns the scope of what runs only where a test is true, or only where it is false. */
export const narrowScope = (e: Evaluation, test: Expression, isTrue: boolean, scope: Scope): Scope =>
  e.hasClassTests ? narrowBy(e, scope, checksOf(test, isTrue, 0)) : scope

/** Returns the scope of the right operand of `&&` or `||`, which depends on all before it. */
export const rightScope = (e: Evaluation, node: LogicalExpression, scope: Scope): Scope => {
  if (!e.hasClassTests || node.operator === "??") return scope
  const before = operandsOf(node).slice(0, -1)
  return narrowBy(
    e,
    scope,
    before.flatMap((operand) => checksOf(operand, node.operator === "&&", 0))
  )
}

const leaves = (node: Statement | Directive | undefined): boolean => {
  if (node?.type === "BlockStatement") return leaves(node.body.at(-1))
  return (
    node?.type === "ReturnStatement" ||
    node?.type === "ThrowStatement" ||
    node?.type === "ContinueStatement" ||
    node?.type === "BreakStatement"
  )
}

const isGuard = (node: Statement | Directive): node is IfStatement =>
  node.type === "IfStatement" && node.alternate === null && leaves(node.consequent)

/** Returns the scope of the statements after one: `if (!(a instanceof A)) return` says what `a` is. */
export const scopeAfter = (e: Evaluation, node: Statement | Directive, scope: Scope): Scope =>
  isGuard(node) ? narrowScope(e, node.test, false, scope) : scope
