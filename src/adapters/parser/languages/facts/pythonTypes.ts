import type { TypeForm } from "../../treesitter/facts/Form.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** Maximum length of a type in a string. */
const maxTextLength = 500
const maxTextDepth = 20

/** Parses types in strings: names, members, arguments in brackets and `|`. */
class TypeText {
  readonly #tokens: ReadonlyArray<{ readonly text: string; readonly at: number }>
  #next = 0

  readonly #offset: number

  constructor(text: string, offset: number) {
    this.#offset = offset
    this.#tokens = Array.from(text.matchAll(/[\p{L}\p{N}_]+|[.[\]|,]|\S/gu), (match) => ({
      text: match[0],
      at: match.index
    }))
  }

  private get token(): string {
    return this.#tokens[this.#next]?.text ?? ""
  }

  private node(type: string, field: string, parent: SyntaxNode): SyntaxNode {
    const at = this.#tokens[this.#next]
    const start = this.#offset + (at?.at ?? 0)
    return parent.add(type, field, start, start + (at?.text.length ?? 0))
  }

  /** Reads `A | B`. */
  union(parent: SyntaxNode, depth: number): void {
    const inner = this.node("union_type", "", parent)
    this.single(inner, depth)
    while (this.token === "|") {
      this.#next += 1
      this.single(inner, depth)
    }
  }

  /** Reads `[A, B]` or `[A]` after a name. */
  private list(parent: SyntaxNode, depth: number): void {
    do {
      this.#next += 1
      this.union(this.node("subscript_of", "subscript", parent), depth + 1)
    } while (this.token === ",")
    if (this.token === "]") this.#next += 1
  }

  private single(parent: SyntaxNode, depth: number): void {
    while (this.token === ".") this.#next += 1
    if (this.token === "[" && depth < maxTextDepth) return this.list(this.node("list", "", parent), depth)
    if (!/^[\p{L}_]/u.test(this.token) || depth > maxTextDepth) return
    const start = this.#next
    while (/^[\p{L}_]/u.test(this.token) && this.#tokens[this.#next + 1]?.text === ".") this.#next += 2
    if (this.token === "None") {
      this.#next += 1
      return
    }
    const names = this.#tokens.slice(start, this.#next + 1).filter(({ text }) => text !== ".")
    const target = this.#tokens[this.#next + 1]?.text === "[" ? this.node("subscript", "", parent) : parent
    this.#next += 1
    this.name(names, target, target === parent ? "" : "value")
    if (target !== parent) this.list(target, depth)
  }

  private name(
    names: ReadonlyArray<{ readonly text: string; readonly at: number }>,
    parent: SyntaxNode,
    field: string
  ): SyntaxNode {
    const last = names.at(-1)
    if (last === undefined) return parent
    const start = this.#offset + last.at
    const end = start + last.text.length
    if (names.length === 1) return parent.add("identifier", field, start, end)
    const node = parent.add("attribute", field, this.#offset + (names[0]?.at ?? last.at), end)
    this.name(names.slice(0, -1), node, "object")
    return node.add("identifier", "attribute", start, end)
  }
}

const interpretText = (node: SyntaxNode, reading: Reading): TypeForm => {
  const content = node.find("string_content")
  const text = reading.text(content)
  if (content === undefined || text.length > maxTextLength) return { form: "nothing" }
  const count = node.children.length
  new TypeText(text, content.start).union(node, 0)
  const of = node.children[count]
  return of === undefined ? { form: "nothing" } : { form: "same", of }
}

const wrappers = /^(?:Annotated|ClassVar|Final|Required|NotRequired|ReadOnly|InitVar|Unpack)$/

/** A generic type, or one of those of `typing` that stand for something else. */
const interpretApplied = (of: SyntaxNode, given: ReadonlyArray<SyntaxNode>, reading: Reading): TypeForm => {
  const name = reading.text(of.type === "attribute" ? of.at("attribute") : of)
  const [first] = given
  if (first === undefined || name === "Literal") return { form: "nothing" }
  if (name === "Optional" || name === "Union") return { form: "union", of: given }
  if (wrappers.test(name)) return { form: "same", of: first }
  if (name === "Type" || name === "type") return { form: "class", of: first }
  if (name === "Callable") return { form: "function", yields: given.at(-1) }
  return { form: "apply", of, arguments: given }
}

const interpretName = (node: SyntaxNode, form: TypeForm, reading: Reading): TypeForm => {
  const name = reading.text(node)
  if (name === "Self") return { form: "this" }
  return name === "Any" || name === "None" ? { form: "nothing" } : form
}

/** What a type annotation of Python means, also in a string. */
export const interpretType = (node: SyntaxNode, reading: Reading): TypeForm | undefined => {
  const { children } = node
  const [first] = children
  switch (node.type) {
    case "identifier":
      return interpretName(node, { form: "name", name: node }, reading)
    case "attribute": {
      const name = node.at("attribute")
      const of = node.at("object")
      return name === undefined || of === undefined
        ? undefined
        : interpretName(name, { form: "member", of, name }, reading)
    }
    case "type":
    case "subscript_of":
    case "parenthesized_expression":
      return first === undefined ? undefined : { form: "same", of: first }
    case "generic_type":
      return first === undefined
        ? undefined
        : interpretApplied(first, node.find("type_parameter")?.children ?? [], reading)
    case "subscript": {
      const of = node.at("value")
      return of === undefined ? undefined : interpretApplied(of, node.all("subscript"), reading)
    }
    case "union_type":
    case "tuple":
      return { form: "union", of: children }
    case "binary_operator":
      return { form: "union", of: children.filter(({ isNamed }) => isNamed) }
    case "string":
      return interpretText(node, reading)
    case "none":
    case "ellipsis":
      return { form: "nothing" }
    default:
      return undefined
  }
}
