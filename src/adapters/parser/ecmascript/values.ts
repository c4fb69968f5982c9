import type { Argument, CallExpression, Class, Expression, Node, ParamPattern, PropertyKey } from "oxc-parser"
import type { Span } from "../signature.ts"
import { type FunctionLike, headText, type Source } from "./Source.ts"

/** Removes parentheses and type assertions from an expression. */
export const unwrap = (node: Expression): Expression => {
  if (node.type === "ParenthesizedExpression" || node.type === "TSAsExpression") return unwrap(node.expression)
  if (node.type === "TSSatisfiesExpression" || node.type === "TSNonNullExpression") return unwrap(node.expression)
  return node.type === "TSTypeAssertion" ? unwrap(node.expression) : node
}

export const isFunction = (node: Expression): node is FunctionLike =>
  node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression"

/** Whether an expression is `null` or `undefined`, which says nothing of a variable or field that is something else later. */
export const isNothing = (node: Expression): boolean =>
  (node.type === "Identifier" && node.name === "undefined") || (node.type === "Literal" && node.raw === "null")

/** The number of arguments; -1 if a spread hides it. */
export const countArguments = (nodes: ReadonlyArray<Argument>): number =>
  nodes.some((each) => each.type === "SpreadElement") ? -1 : nodes.length

/** Finds the name of the called function: `fn` for `Effect.fn("x")(…)`, `memo` for `React.memo(…)`. */
export const findCalleeName = (call: CallExpression): string => {
  const callee = unwrap(call.callee)
  if (callee.type === "Identifier") return callee.name
  if (callee.type === "CallExpression") return findCalleeName(callee)
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : ""
}

/** Returns what `A.prototype` is the prototype of; undefined for other nodes. */
export const ownerOfPrototype = (node: Node): Expression | undefined =>
  node.type === "MemberExpression" && node.property.type === "Identifier" && node.property.name === "prototype"
    ? node.object
    : undefined

/** The parameters that calls give something to: TypeScript declares what `this` is as the first. */
export const withoutThis = (params: ReadonlyArray<ParamPattern>): ReadonlyArray<ParamPattern> =>
  params.filter((node) => node.type !== "Identifier" || node.name !== "this")

/** Functions that wrap a function in another one with the same purpose. */
const wrappers = new Set([
  "callback",
  "curry",
  "debounce",
  "dual",
  "fn",
  "fnUntraced",
  "forwardRef",
  "memo",
  "memoize",
  "once",
  "promisify",
  "throttle",
  "useCallback",
  "useMemoizedFn"
])

/**
 * Finds the function in an expression, even if wrapped as in `Effect.fn("name")(function*() {…})` or `memo(() => …)`.
 */
export const findFunction = (node: Expression): FunctionLike | undefined => {
  const value = unwrap(node)
  if (isFunction(value)) return value
  if (value.type !== "CallExpression" || !wrappers.has(findCalleeName(value))) return undefined
  for (const argument of value.arguments) {
    const callable = argument.type === "SpreadElement" ? undefined : findFunction(argument)
    if (callable !== undefined) return callable
  }
  return undefined
}

/** Whether an expression only imports another module: `require("x")`, `require("x").y`. */
export const isRequire = (node: Expression): boolean => {
  const value = unwrap(node)
  if (value.type === "MemberExpression") return value.object.type !== "Super" && isRequire(value.object)
  if (value.type !== "CallExpression") return false
  return findCalleeName(value) === "require" || (value.callee.type !== "Super" && isRequire(value.callee))
}

/** Formats a member's name as it is used: `size`, `#size`, `[Symbol.iterator]`, `foo-bar`. */
export const formatMemberName = (source: Pick<Source, "text">, key: PropertyKey, computed: boolean): string => {
  if (computed)
    return key.type === "Literal" && typeof key.value === "string" ? key.value : `[${sliceSource(source, key)}]`
  if (key.type === "Identifier") return key.name
  if (key.type === "PrivateIdentifier") return `#${key.name}`
  return key.type === "Literal" && typeof key.value === "string" ? key.value : sliceSource(source, key)
}

const sliceSource = (source: Pick<Source, "text">, { end, start }: Span): string => source.text.slice(start, end)

/** Returns the decorators of a function's parameters. */
const parameterDecorators = (node: FunctionLike): ReadonlyArray<Span> =>
  node.params.flatMap((parameter) => ("decorators" in parameter ? (parameter.decorators ?? []) : []))

/** Returns the head of a function: the text from `start` to its body. */
export const functionHead = (
  source: Source,
  node: FunctionLike,
  start: number,
  without: ReadonlyArray<Span> = []
): string => headText(source, { start, end: node.body?.start ?? node.end }, [...without, ...parameterDecorators(node)])

/** Returns the head of a class: the text from `start` to its body. */
export const classHead = (source: Source, node: Class, start: number): string =>
  headText(source, { start, end: node.body.start }, node.decorators)
