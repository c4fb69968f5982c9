import type { FactsLanguage, Weight } from "./FactsLanguage.ts"
import type { SyntaxNode } from "./SyntaxNode.ts"

/** Complexity of a function's body. */
export interface Complexity {
  readonly nesting: number
  readonly cyclomatic: number
  readonly cognitive: number
}

export const noComplexity: Complexity = { nesting: 0, cyclomatic: 0, cognitive: 0 }

/** Weights that several languages share. */
const weights = {
  branch: { paths: 1, effort: "nesting", nests: true },
  /** `elif`, whose body is as deep as that of the `if`. */
  otherwiseIf: { paths: 1, effort: "one", nests: false },
  otherwise: { paths: 0, effort: "one", nests: false },
  switch: { paths: 0, effort: "nesting", nests: true },
  case: { paths: 1, effort: "none", nests: false },
  nested: { paths: 0, effort: "none", nests: true },
  jump: { paths: 0, effort: "one", nests: false }
} as const satisfies Record<string, Weight>

/** Makes a table from lists of node types. */
export const weigh = (
  types: Partial<Record<keyof typeof weights, ReadonlyArray<string>>>
): ReadonlyMap<string, Weight> => {
  const table = new Map<string, Weight>()
  for (const [type, weight] of Object.entries(weights)) {
    const named = Object.entries(types).find(([name]) => name === type)?.[1] ?? []
    for (const node of named) table.set(node, weight)
  }
  return table
}

const operatorOf = (language: FactsLanguage, node: SyntaxNode): string | undefined => {
  const operators = language.conditions.get(node.type)
  return operators === undefined ? undefined : node.children.find(({ type }) => operators.has(type))?.type
}

/** Whether an `if` is the whole alternative of another one: `else if`. */
const isElseIf = (node: SyntaxNode): boolean => {
  const { parent } = node
  if (parent === undefined) return false
  if (parent.type === node.type && parent.has("else") && parent.children.at(-1) === node) return true
  const outer = parent.type.startsWith("else") ? parent.parent : parent
  return (
    outer?.type === node.type &&
    (parent !== outer || node.field === "alternative") &&
    parent.named.filter(({ type }) => type === node.type).length === 1
  )
}

/** Whether a branch ends with an alternative that has no weight of its own and is not another branch. */
const hasPlainElse = (language: FactsLanguage, node: SyntaxNode): boolean =>
  node.has("else")
    ? node.named.at(-1)?.type !== node.type
    : node.all("alternative").some(({ type }) => type !== node.type && !language.weights.has(type))

const effortOf = (node: SyntaxNode, { effort, nests }: Weight, depth: number): number => {
  if (effort === "none") return 0
  if (effort === "nesting") return 1 + depth
  // The `else` of an `else if` counts with that.
  const [only, ...others] = nests ? [] : node.named
  return only !== undefined && others.length === 0 && only.type === node.parent?.type ? 0 : 1
}

/** Measures the body of a function. Nested definitions count for themselves only. */
export const measure = (
  language: FactsLanguage,
  body: SyntaxNode,
  isDefinition: (node: SyntaxNode) => boolean
): Complexity => {
  let nesting = 0
  let cyclomatic = 1
  let cognitive = 0
  const count = (node: SyntaxNode, depth: number): number => {
    const operator = operatorOf(language, node)
    if (operator !== undefined) {
      cyclomatic += 1
      if (node.parent === undefined || operatorOf(language, node.parent) !== operator) cognitive += 1
    }
    const weight = language.weights.get(node.type)
    if (weight === undefined) return depth
    const isFlat = weight.nests && isElseIf(node)
    // A `default` without conditions is no path of its own.
    cyclomatic += weight === weights.case && node.named.length === 0 ? 0 : weight.paths
    cognitive += effortOf(node, weight, isFlat ? 0 : depth) + (hasPlainElse(language, node) ? 1 : 0)
    if (!weight.nests || isFlat) return depth
    nesting = Math.max(nesting, depth + 1)
    return depth + 1
  }
  const visit = (node: SyntaxNode, depth: number): void => {
    const inner = count(node, depth)
    for (const child of node.children) {
      if (!isDefinition(child)) visit(child, inner)
    }
  }
  visit(body, 0)
  return { nesting, cyclomatic, cognitive }
}
