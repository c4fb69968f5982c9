import type { Declared, Source } from "../../treesitter/facts/FactsLanguage.ts"
import type { Form } from "../../treesitter/facts/Form.ts"
import { expression } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** Functions of the library that give a lambda what they are called on. */
const givesReceiver: ReadonlySet<string> = new Set(["let", "also", "use", "takeIf", "takeUnless"])

/** Functions of the library that give a lambda the elements of what they are called on. */
const givesElements =
  /^(?:(?:for|on)Each|map|mapNotNull|flatMap|filter|filterNot|find|findLast|any|all|none|count|sumOf|first|firstOrNull|last|lastOrNull|single|singleOrNull|partition|takeWhile|dropWhile|sortedBy|sortedByDescending|minBy|maxBy|minByOrNull|maxByOrNull|distinctBy|groupBy|associateBy|associateWith)$/

/** Where the first parameter of a lambda comes from, if the library's function that it is given to is known. */
export const firstParameterSource = (lambda: SyntaxNode, reading: Reading): Source | undefined => {
  const callee = lambda.parent?.type === "annotated_lambda" ? lambda.parent.parent?.named[0] : undefined
  const [of, name] = callee?.type === "navigation_expression" ? callee.named : []
  const called = reading.text(name)
  if (of === undefined) return undefined
  if (givesReceiver.has(called)) return { node: of, how: "value", entries: [] }
  return givesElements.test(called) ? { node: of, how: "element", entries: [] } : undefined
}

const isIt = (node: SyntaxNode, reading: Reading): boolean => reading.text(node) === "it"

/** What `it` stands for: the only parameter of the innermost lambda that declares none. */
const interpretIt = (node: SyntaxNode, reading: Reading): Form | undefined => {
  let lambda = node.parent
  while (lambda !== undefined && (lambda.type !== "lambda_literal" || lambda.has("lambda_parameters"))) {
    const isDeclared = lambda.find("lambda_parameters")?.named.some((each) => isIt(each, reading)) === true
    if (isDeclared) return expression.name(node)
    lambda = lambda.parent
  }
  const source = lambda === undefined ? undefined : firstParameterSource(lambda, reading)
  if (source === undefined) return expression.name(node)
  return source.how === "element" ? expression.element(source.node) : expression.same(source.node)
}

/** What a name means. */
export const interpretName = (node: SyntaxNode, reading: Reading): Form | undefined =>
  isIt(node, reading) ? interpretIt(node, reading) : expression.name(node)

/** A lambda or function without a name, which gives the value of its last statement. */
export const declareLambda = (node: SyntaxNode): ReadonlyArray<Declared> => [
  {
    declares: "function",
    name: undefined,
    parameters: [],
    result: node.type === "lambda_literal" ? node.named.at(-1) : undefined
  }
]

/** What `by lazy { … }` makes. */
export const lazyValue = (property: SyntaxNode, reading: Reading): SyntaxNode | undefined => {
  const call = property.find("property_delegate")?.named[0]
  const lambda = call?.type === "call_expression" ? call.named.at(-1)?.find("lambda_literal") : undefined
  return /^lazy\b/.test(reading.text(call)) ? lambda?.named.at(-1) : undefined
}
