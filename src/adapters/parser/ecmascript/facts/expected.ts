import type { Argument, ArrayExpression, Directive, Expression, Statement } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import type { FunctionLike } from "../Source.ts"
import { formatMemberName, isFunction, unwrap } from "../values.ts"
import { apply, awaited, entryOf, memberOf, parameterOf } from "./combine.ts"
import { type Evaluation, none, type Scope } from "./Evaluation.ts"

/** Maximum nesting of objects and functions to look into. */
const maxDepth = 8
/** Maximum elements of a list to look into. */
const maxElements = 256

/** Lists what a function returns, as far as it is in the outermost block. */
const listReturned = ({ body }: FunctionLike): ReadonlyArray<Expression> => {
  if (body === null) return []
  if (body.type !== "BlockStatement") return [body]
  return body.body.flatMap((node: Directive | Statement) =>
    node.type === "ReturnStatement" && node.argument !== null ? [node.argument] : []
  )
}

const expectOfFunction = (e: Evaluation, node: FunctionLike, expected: () => ValueIndex, depth: number): void => {
  const takesThis = node.type !== "ArrowFunctionExpression"
  if ((node.params.length > 0 || takesThis) && !e.given.has(node)) {
    e.given.set(node, (at) => {
      const of = expected()
      return of === none ? e.unknown : parameterOf(e, of, at)
    })
  }
  const isDeclared = node.returnType !== null && node.returnType !== undefined
  if (isDeclared || node.generator) return
  const result = (): ValueIndex => {
    const of = expected()
    if (of === none || of === e.unknown) return e.unknown
    const given = apply(e, "call", of)
    return node.async ? awaited(e, given) : given
  }
  for (const each of listReturned(node)) expectNested(e, each, result, depth + 1)
}

/** Elements after a spread may be at any position. */
const expectElements = (e: Evaluation, node: ArrayExpression, expected: () => ValueIndex, depth: number): void => {
  const spread = node.elements.findIndex((each) => each?.type === "SpreadElement")
  for (const [at, each] of node.elements.slice(0, maxElements).entries()) {
    if (each === null || each.type === "SpreadElement") continue
    const element = (): ValueIndex => {
      const of = expected()
      if (of === none || of === e.unknown) return e.unknown
      return spread === -1 || at < spread ? entryOf(e, of, at) : apply(e, "element", of)
    }
    expectNested(e, each, element, depth + 1)
  }
}

/** Looks into objects, lists, what conditions and operators give, and what functions return. */
const expectNested = (e: Evaluation, node: Expression, expected: () => ValueIndex, depth: number): void => {
  const inner = unwrap(node)
  if (depth > maxDepth) return
  if (isFunction(inner)) expectOfFunction(e, inner, expected, depth)
  else if (inner.type === "ConditionalExpression") {
    expectNested(e, inner.consequent, expected, depth + 1)
    expectNested(e, inner.alternate, expected, depth + 1)
  } else if (inner.type === "LogicalExpression") {
    expectNested(e, inner.left, expected, depth + 1)
    expectNested(e, inner.right, expected, depth + 1)
  } else if (inner.type === "ArrayExpression") expectElements(e, inner, expected, depth)
  else if (inner.type === "ObjectExpression") {
    for (const each of inner.properties) {
      if (each.type !== "Property" || each.kind !== "init") continue
      const member = (): ValueIndex => {
        const of = expected()
        return of === none || of === e.unknown
          ? e.unknown
          : memberOf(e, of, formatMemberName(e, each.key, each.computed))
      }
      expectNested(e, each.value, member, depth + 1)
    }
  }
}

/**
 * Notes of what type an expression is expected to be, for the functions in it whose parameters have no types themselves. Must be
 * called before their scopes are made.
 */
export const expectType = (e: Evaluation, node: Expression, expected: () => ValueIndex): void =>
  expectNested(e, node, expected, 0)

/** Notes of what type an expression is said to be by what is written after it: `as Handler`, `satisfies Handler`. */
export const expectDeclared = (e: Evaluation, node: Expression, scope: Scope): void => {
  if (node.type === "ParenthesizedExpression") expectDeclared(e, node.expression, scope)
  if (node.type !== "TSSatisfiesExpression" && node.type !== "TSAsExpression" && node.type !== "TSTypeAssertion") return
  expectType(e, node.expression, () => e.instance(node.typeAnnotation, scope))
}

/** Arguments in which there is no function: most of them. */
const holdsNoFunction: ReadonlySet<Argument["type"]> = new Set<Argument["type"]>([
  "CallExpression",
  "Identifier",
  "Literal",
  "MemberExpression",
  "TemplateLiteral"
])

/** Notes what a call expects of its arguments. */
export const expectArguments = (e: Evaluation, nodes: ReadonlyArray<Argument>, callee: ValueIndex): void => {
  for (const [at, node] of nodes.entries()) {
    if (node.type === "SpreadElement") return
    if (holdsNoFunction.has(node.type)) continue
    expectType(e, node, () => parameterOf(e, callee, at))
  }
}

/** Notes what a function is declared to return. */
export const expectReturned = (e: Evaluation, node: FunctionLike, scope: Scope): void => {
  const declared = node.returnType?.typeAnnotation
  if (declared === undefined || node.generator) return
  const expected = (): ValueIndex =>
    node.async ? awaited(e, e.instance(declared, scope)) : e.instance(declared, scope)
  for (const each of listReturned(node)) expectType(e, each, expected)
}
