import type { Directive, Statement } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import type { FunctionLike } from "../Source.ts"
import { makeStandard, makeUnion, typeOf, valueAt } from "./combine.ts"
import { type Evaluation, none, type Scope } from "./Evaluation.ts"
import { declaredYields } from "./guards.ts"
import { promiseOf } from "./expressions.ts"
import { listBlocks } from "./blocks.ts"
import { narrowScope, scopeAfter } from "./narrowing.ts"
import { blockScope, functionScope } from "./scopes.ts"

/** Maximum different results; a function with more is unknown. */
const maxResults = 4
/** Maximum nesting of blocks to search. */
const maxDepth = 100

/** Finds what a statement gives of a function's results. */
type Giving = (e: Evaluation, node: Statement | Directive, scope: Scope) => ValueIndex

const returnedBy: Giving = (e, node, scope) =>
  node.type === "ReturnStatement" && node.argument !== null ? e.expression(node.argument, scope) : none

/** What a statement of a generator yields. What it passes on is unknown. */
const yieldedBy: Giving = (e, node, scope) => {
  if (node.type !== "ExpressionStatement" || node.expression.type !== "YieldExpression") return none
  const { argument, delegate } = node.expression
  if (delegate) return e.unknown
  return argument === null ? none : e.expression(argument, scope)
}

/** Collects what statements of a function give. */
const collectResults = (
  e: Evaluation,
  statements: ReadonlyArray<Statement | Directive>,
  scope: Scope,
  results: Set<ValueIndex>,
  giving: Giving,
  depth = 0
): void => {
  if (depth > maxDepth) return
  let at = scope
  for (const node of statements) {
    if (results.size > maxResults || results.has(e.unknown)) return
    results.add(giving(e, node, at))
    if (node.type === "IfStatement") {
      const { alternate, consequent, test } = node
      collectResults(e, [consequent], narrowScope(e, test, true, at), results, giving, depth + 1)
      if (alternate !== null)
        collectResults(e, [alternate], narrowScope(e, test, false, at), results, giving, depth + 1)
    } else {
      for (const [owner, inner] of listBlocks(node)) {
        collectResults(e, inner, blockScope(e, owner, inner, at), results, giving, depth + 1)
      }
    }
    at = scopeAfter(e, node, at)
  }
}

const infer = (e: Evaluation, node: FunctionLike, scope: Scope): ValueIndex => {
  if (node.body === null) return e.unknown
  if (node.body.type !== "BlockStatement") return e.expression(node.body, scope)
  const results = new Set<ValueIndex>()
  collectResults(e, node.body.body, scope, results, node.generator ? yieldedBy : returnedBy)
  results.delete(none)
  if (results.size > maxResults || results.has(e.unknown)) return e.unknown
  // What a parameter is given is known in part only, like what is unknown.
  const isPartial = results.size > 1 && [...results].some((each) => valueAt(e, each).tag === "given")
  if (isPartial) return e.unknown
  const result = makeUnion(e, [...results])
  return node.generator && result !== none ? makeStandard(e, "Generator", typeOf(e, result)) : result
}

/** Evaluates what calling a function gives: by its declared type, otherwise by its body. */
export const evaluateYields = (e: Evaluation, node: FunctionLike, parent: Scope): ValueIndex => {
  const scope = functionScope(e, node, parent)
  const declared = node.returnType?.typeAnnotation
  if (declared !== undefined) return declaredYields(e, node.params, declared, scope)
  const known = e.yielded.get(node)
  if (known !== undefined) return known
  e.yielded.set(node, e.unknown)
  const result = infer(e, node, scope)
  const value = node.async && !node.generator && valueAt(e, result).tag !== "unknown" ? promiseOf(e, result) : result
  e.yielded.set(node, value)
  return value
}
