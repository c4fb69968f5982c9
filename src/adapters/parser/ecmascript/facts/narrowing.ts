import type { CallExpression, Directive, Expression, IfStatement, LogicalExpression, Statement } from "oxc-parser"
import type { Value, ValueIndex } from "../../facts/Facts.ts"
import { unwrap } from "../values.ts"
import { instanceOf, makeUnion, valueAt } from "./combine.ts"
import { narrowByGuard, isAssertion, mayGuard } from "./guards.ts"
import { bind, type Binding, type Evaluation, findValue, makeScope, none, type Scope } from "./Evaluation.ts"

/** Maximum operands of a test to look at, and nesting of tests. */
const maxOperands = 64
const maxDepth = 8

/** What is said of a variable: that it is an instance of one of these classes, what a call of a guard says, or the opposite. */
interface Check {
  readonly name: string
  readonly classes: ReadonlyArray<Expression>
  readonly guard?: { readonly call: CallExpression; readonly at: number }
  readonly isNot?: true
}

/** Maximum arguments of a guard to look at. */
const maxArguments = 4

const checksOfCall = (call: CallExpression): ReadonlyArray<Check> =>
  mayGuard(call.callee)
    ? call.arguments
        .slice(0, maxArguments)
        .flatMap((each, at) =>
          each.type === "Identifier" ? [{ name: each.name, classes: [], guard: { call, at } }] : []
        )
    : []

const checksOfTest = (test: Expression): ReadonlyArray<Check> => {
  if (test.type === "CallExpression") return checksOfCall(test)
  const isCheck = test.type === "BinaryExpression" && test.operator === "instanceof"
  return isCheck && test.left.type === "Identifier" ? [{ name: test.left.name, classes: [test.right] }] : []
}

/** What is said of variables by an operand of `&&` and `||`. */
const checksOf = (node: Expression, isTrue: boolean, depth: number): ReadonlyArray<Check> => {
  const test = unwrap(node)
  if (depth > maxDepth) return []
  if (test.type === "UnaryExpression" && test.operator === "!") return checksOf(test.argument, !isTrue, depth + 1)
  if (test.type === "LogicalExpression") return checksOfOperands(test, isTrue, depth + 1)
  const said = checksOfTest(test)
  return isTrue ? said : said.map((check) => ({ ...check, isNot: true }))
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
  const isSame = checks.every(
    ([each, ...others]) =>
      others.length === 0 && each?.name === first?.name && each?.guard === undefined && each?.isNot === undefined
  )
  return first === undefined || !isSame
    ? []
    : [{ name: first.name, classes: checks.flat().flatMap((each) => each.classes) }]
}

/**
 * A variable where it is known to be an instance of a class: of several tests the last one counts. What has a name of its own
 * stays what it is.
 */
const narrowByClass = (e: Evaluation, found: Binding, classes: ReadonlyArray<Expression>, scope: Scope): Binding => {
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

const ownTags: ReadonlySet<Value["tag"]> = new Set(["definition", "import", "global", "object", "function"])

/** A variable where a guard holds, if the function is one. It stays what it is known to be besides. */
const narrowCalled = (
  e: Evaluation,
  found: Binding,
  { at, call }: NonNullable<Check["guard"]>,
  scope: Scope
): Binding => {
  const narrowed = bind(e, () => {
    const of = found.evaluate()
    if (ownTags.has(valueAt(e, of).tag)) return of
    const given = e.expression(call, scope)
    return narrowByGuard(e, of === none ? e.unknown : of, { guard: call.callee, given, at }, "guard")
  })
  return { ...narrowed, narrows: found.narrows ?? found }
}

/** What a test says that a variable is: of a guard what it checks. */
const checkedBy = (e: Evaluation, { classes, guard }: Check, scope: Scope): ValueIndex => {
  if (guard === undefined)
    return makeUnion(
      e,
      classes.map((each) => instanceOf(e, e.expression(each, scope)))
    )
  const given = e.expression(guard.call, scope)
  const narrowed = valueAt(e, narrowByGuard(e, e.unknown, { guard: guard.call.callee, given, at: guard.at }, "guard"))
  return narrowed.tag === "narrowed" ? narrowed.to : none
}

/** A variable where a test does not hold: it may be of several types, of which others are left. */
const excludeBy = (e: Evaluation, found: Binding, check: Check, scope: Scope): Binding => {
  const excluded = bind(e, () => {
    const of = found.evaluate()
    if (of === none || of === e.unknown || ownTags.has(valueAt(e, of).tag)) return of
    const to = checkedBy(e, check, scope)
    return to === none || to === e.unknown ? of : e.table.add({ tag: "excluded", of, to })
  })
  return { ...excluded, narrows: found.narrows ?? found }
}

const narrowBy = (e: Evaluation, scope: Scope, checks: ReadonlyArray<Check>): Scope => {
  let inner: Scope | undefined
  for (const check of checks) {
    const { classes, guard, isNot, name } = check
    const binding = findValue(inner ?? scope, name)
    if (binding === undefined) continue
    inner ??= makeScope(scope)
    if (isNot === true) inner.values.set(name, excludeBy(e, binding, check, scope))
    else if (guard === undefined) inner.values.set(name, narrowByClass(e, binding, classes, scope))
    else inner.values.set(name, narrowCalled(e, binding, guard, scope))
  }
  return inner ?? scope
}

/** Returns the scope of what runs only where a test is true, or only where it is false. */
export const narrowScope = (e: Evaluation, test: Expression, isTrue: boolean, scope: Scope): Scope =>
  e.hasTests ? narrowBy(e, scope, checksOf(test, isTrue, 0)) : scope

/** Returns the scope of the right operand of `&&` or `||`, which depends on all before it. */
export const rightScope = (e: Evaluation, node: LogicalExpression, scope: Scope): Scope => {
  if (!e.hasTests || node.operator === "??") return scope
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

/** Returns the scope of the statements after one: `if (!(a instanceof A)) return` says what `a` is, and `assertA(a)`. */
export const scopeAfter = (e: Evaluation, node: Statement | Directive, scope: Scope): Scope => {
  if (isGuard(node)) return narrowScope(e, node.test, false, scope)
  if (!e.hasTests || node.type !== "ExpressionStatement" || node.expression.type !== "CallExpression") return scope
  return isAssertion(node.expression.callee) ? narrowBy(e, scope, checksOfCall(node.expression)) : scope
}
