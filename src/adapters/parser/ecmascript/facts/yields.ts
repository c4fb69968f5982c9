import type { Directive, Statement } from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import type { FunctionLike } from "../Source.ts"
import { makeUnion, valueAt } from "./combine.ts"
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

/** Collects what the `return`s of a function give. */
const collectResults = (
  e: Evaluation,
  statements: ReadonlyArray<Statement | Directive>,
  scope: Scope,
  results: Set<ValueIndex>,
  depth = 0
): void => {
  if (depth > maxDepth) return
  let at = scope
  for (const node of statements) {
    if (results.size > maxResults) return
    if (node.type === "ReturnStatement") {
      if (node.argument !== null) results.add(e.expression(node.argument, at))
    } else if (node.type === "IfStatement") {
      const { alternate, consequent, test } = node
      collectResults(e, [consequent], narrowScope(e, test, true, at), results, depth + 1)
      if (alternate !== null) collectResults(e, [alternate], narrowScope(e, test, false, at), results, depth + 1)
    } else {
      for (const [owner, inner] of listBlocks(node)) {
        collectResults(e, inner, blockScope(e, owner, inner, at), results, depth + 1)
      }
    }
    at = scopeAfter(e, node, at)
  }
}

const infer = (e: Evaluation, node: FunctionLike, scope: Scope): ValueIndex => {
  if (node.body === null || node.generator) return e.unknown
  if (node.body.type !== "BlockStatement") return e.expression(node.body, scope)
  const results = new Set<ValueIndex>()
  collectResults(e, node.body.body, scope, results)
  results.delete(none)
  if (results.size > maxResults || results.has(e.unknown)) return e.unknown
  // What a parameter is given is known in part only, like what is unknown.
  const isPartial = results.size > 1 && [...results].some((each) => valueAt(e, each).tag === "given")
  return isPartial ? e.unknown : makeUnion(e, [...results])
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
