import { Predicate } from "effect"
import { parseSync } from "oxc-parser"

/** A function of a source file with the lines that are its own: no blank lines, comments or named inner functions. */
export interface Measured {
  readonly line: number
  readonly lines: number
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

interface Found {
  readonly node: Node
  readonly named: boolean
}

const isNode = (value: unknown): value is Node =>
  Predicate.hasProperty(value, "type") &&
  Predicate.isString(value.type) &&
  Predicate.hasProperty(value, "start") &&
  Predicate.isNumber(value.start) &&
  Predicate.hasProperty(value, "end") &&
  Predicate.isNumber(value.end)

const isFunction = (node: Node): boolean =>
  node.type === "FunctionDeclaration" || node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression"

const holders = ["VariableDeclarator", "Property", "PropertyDefinition", "MethodDefinition"]

/** Named: a declaration, the value of a variable, property or method, or the body given to `Effect.fn`. */
const isNamed = (node: Node, parent: Node | undefined, text: string): boolean => {
  if (node.type === "FunctionDeclaration") return true
  if (parent === undefined) return false
  if (holders.includes(parent.type)) return true
  return parent.type === "CallExpression" && /^Effect\.fn(?:Untraced)?\b/.test(text.slice(parent.start, parent.end))
}

const functionsIn = (value: unknown, parent: Node | undefined, text: string): ReadonlyArray<Found> => {
  if (Array.isArray(value)) return value.flatMap((item) => functionsIn(item, parent, text))
  if (!isNode(value)) return []
  const inner = Object.values(value).flatMap((child) => functionsIn(child, value, text))
  return isFunction(value) ? [{ node: value, named: isNamed(value, parent, text) }, ...inner] : inner
}

/** The text with every character of the given spans but the line ends made blank. */
const blanked = (text: string, spans: ReadonlyArray<{ readonly start: number; readonly end: number }>): string =>
  spans.reduce(
    (left, { end, start }) => left.slice(0, start) + left.slice(start, end).replace(/[^\n]/g, " ") + left.slice(end),
    text
  )

/** Every function of a file, measured. A service's layer is thus measured by its wiring, its methods each on its own. */
export const measure = (path: string, text: string): ReadonlyArray<Measured> => {
  const parsed = parseSync(path, text)
  const code = blanked(text, parsed.comments)
  const found = functionsIn(parsed.program, undefined, text)
  return found.map(({ node }) => {
    const inner = found.filter((other) => other.named && other.node.start > node.start && other.node.end < node.end)
    const own = blanked(
      code,
      inner.map((other) => other.node)
    ).slice(node.start, node.end)
    return {
      line: text.slice(0, node.start).split("\n").length,
      lines: own.split("\n").filter((line) => line.trim() !== "").length
    }
  })
}
