import type { Form } from "../../treesitter/facts/Form.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

const literals: ReadonlyMap<string, string> = new Map([
  ["string", "str"],
  ["concatenated_string", "str"],
  ["integer", "int"],
  ["float", "float"],
  ["true", "bool"],
  ["false", "bool"],
  ["comparison_operator", "bool"],
  ["not_operator", "bool"],
  ["set", "set"]
])

const same = (of: SyntaxNode | undefined): Form | undefined => (of === undefined ? undefined : { form: "same", of })

const union = (...of: ReadonlyArray<SyntaxNode | undefined>): Form => ({
  form: "union",
  of: of.filter((each) => each !== undefined)
})

/** The text of a string or a position from the start; undefined for any other key. */
const constantKey = (node: SyntaxNode | undefined, reading: Reading): string | undefined => {
  const text = reading.text(node)
  if (node?.type === "integer") return text
  return node?.type === "string" ? /^(["'])([^"'\\{}]*)\1$/.exec(text)?.[2] : undefined
}

/** Maximum entries of a literal to keep. */
const maxEntries = 64

const interpretList = (node: SyntaxNode): Form | undefined => {
  const splat = node.children.findIndex(({ type }) => type === "list_splat")
  const known = node.children.slice(0, splat === -1 ? maxEntries : Math.min(splat, maxEntries))
  return {
    form: "entries",
    type: node.type === "list" ? "list" : "tuple",
    of: known.map((each, at) => [String(at), each])
  }
}

const interpretDictionary = (node: SyntaxNode, reading: Reading): Form | undefined => {
  const of = node.children.slice(0, maxEntries).flatMap((pair) => {
    const value = pair.type === "pair" ? pair.at("value") : undefined
    const key = constantKey(pair.at("key"), reading)
    return value === undefined || key === undefined ? [] : [[key, value] as const]
  })
  return { form: "entries", type: "dict", of }
}

/** Stands for any key or position. */
const anyKey = ""

const interpretComprehension =
  (type: string) =>
  (node: SyntaxNode): Form | undefined => {
    const body = node.at("body")
    const value = body?.type === "pair" ? body.at("value") : body
    return { form: "entries", type, of: value === undefined ? [] : [[anyKey, value]] }
  }

const interpretSubscript = (node: SyntaxNode, reading: Reading): Form | undefined => {
  const of = node.at("value")
  if (of === undefined) return undefined
  const index = node.at("subscript")
  const key = constantKey(index, reading)
  // A slice has other positions than what it is of.
  const isOfSlice = of.at("subscript")?.type === "slice"
  if (key !== undefined && !isOfSlice) return { form: "entry", of, key }
  return index?.type === "slice" ? { form: "same", of } : { form: "entry", of, key: anyKey }
}

const interpretCallNode = (node: SyntaxNode): Form | undefined => {
  const callee = node.at("function")
  const given = node.at("arguments")
  const list = given?.type === "argument_list" ? given.children : given === undefined ? [] : [given]
  return callee === undefined ? undefined : { form: "call", callee, arguments: list }
}

const interpretAttribute = (node: SyntaxNode, reading: Reading): Form | undefined => {
  const name = node.at("attribute")
  const of = node.at("object")
  if (of !== undefined && reading.text(name) === "__class__") return { form: "typeof", of }
  return name === undefined ? undefined : { form: "member", of, name }
}

const ofFirst =
  (form: "same" | "await" | "decorator") =>
  ({ children: [of] }: SyntaxNode): Form | undefined =>
    of === undefined ? undefined : { form, of }

const expressions: ReadonlyMap<string, (node: SyntaxNode, reading: Reading) => Form | undefined> = new Map([
  ["identifier", (name) => ({ form: "name", name })],
  ["attribute", interpretAttribute],
  ["call", interpretCallNode],
  [
    "dotted_name",
    ({ children: [name, ...others] }) => (name === undefined || others.length > 0 ? undefined : { form: "name", name })
  ],
  ["parenthesized_expression", ofFirst("same")],
  ["as_pattern", ofFirst("same")],
  ["type", ofFirst("same")],
  ["await", ofFirst("await")],
  ["decorator", ofFirst("decorator")],
  ["named_expression", (node) => same(node.at("value"))],
  ["assignment", (node) => same(node.at("right"))],
  ["subscript", interpretSubscript],
  ["list", interpretList],
  ["tuple", interpretList],
  ["expression_list", interpretList],
  ["dictionary", interpretDictionary],
  ["list_comprehension", interpretComprehension("list")],
  ["set_comprehension", interpretComprehension("set")],
  ["dictionary_comprehension", interpretComprehension("dict")],
  ["generator_expression", interpretComprehension("Iterator")],
  ["conditional_expression", ({ children }) => union(children[0], children[2])],
  ["boolean_operator", (node) => union(node.at("left"), node.at("right"))],
  ["lambda", (node) => ({ form: "function", yields: node.at("body") })]
] satisfies ReadonlyArray<readonly [string, (node: SyntaxNode, reading: Reading) => Form | undefined]>)

/** What an expression of Python means. */
export const interpret = (node: SyntaxNode, reading: Reading): Form | undefined => {
  const literal = literals.get(node.type)
  return literal === undefined ? expressions.get(node.type)?.(node, reading) : { form: "literal", type: literal }
}

/** What a call of a function of Python or of its library means. */
export const interpretCall = (name: string, given: ReadonlyArray<SyntaxNode>): Form | undefined => {
  const [first] = given
  if (name === "super") return { form: "super" }
  if (first === undefined) return undefined
  if (name === "cast" && given.length === 2) return { form: "instance", type: first }
  if (name === "type" && given.length === 1) return { form: "typeof", of: first }
  if (name === "map") return { form: "mapped", by: first }
  if (name === "next") return { form: "element", of: first }
  return ["aclosing", "closing", "copy", "deepcopy", "partial"].includes(name) ? same(first) : undefined
}
