import type { Node } from "web-tree-sitter"
import { readField } from "../treesitter/nodes.ts"

/** A declarator's name and, if it declares a function, its parameter list. */
export interface Declared {
  readonly name: Node
  readonly parameters: Node | undefined
}

const names = new Set([
  "identifier",
  "field_identifier",
  "type_identifier",
  "primitive_type",
  "qualified_identifier",
  "destructor_name",
  "operator_name",
  "operator_cast",
  "template_function",
  "template_method"
])

const findInnerDeclarator = (node: Node): Node | null =>
  node.childForFieldName("declarator") ??
  node.namedChildren.find((child) => /declarator$|identifier$/.test(child.type)) ??
  null

/** Handles `operator bool() const`, a function without a function declarator. */
const findCastParameters = (name: Node): Node | undefined => {
  const cast = name.type === "qualified_identifier" ? name.descendantsOfType("operator_cast")[0] : name
  return cast?.type === "operator_cast" ? (cast.childForFieldName("declarator") ?? cast) : undefined
}

/** Finds what a declarator declares: `f` for `*(*f(int a))[2]`, where the innermost layer makes it a function. */
export const findDeclared = (declarator: Node): Declared | undefined => {
  let layer: Node | undefined
  for (let node: Node | null = declarator; node !== null; node = findInnerDeclarator(node)) {
    if (names.has(node.type)) {
      const parameters =
        layer?.type === "function_declarator" ? (layer.childForFieldName("parameters") ?? layer) : undefined
      return { name: node, parameters: parameters ?? findCastParameters(node) }
    }
    if (node.type !== "parenthesized_declarator") layer = node
  }
  return undefined
}

const formatOperator = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/^operator (?=\W)/, "operator")
    .replace('"" ', '""')
    .replace(/ (?=[[\]()])/g, "")

/** Formats a name without template arguments: `a::Pool::~Pool`, `Pool::operator==`, `operator bool`. */
export const formatDeclaredName = (node: Node): string => {
  switch (node.type) {
    case "qualified_identifier": {
      const scope = node.childForFieldName("scope")
      const name = node.childForFieldName("name")
      return `${scope === null ? "" : `${formatDeclaredName(scope)}::`}${name === null ? "" : formatDeclaredName(name)}`
    }
    case "template_type":
    case "template_function":
    case "template_method": {
      const name = node.childForFieldName("name")
      return name === null ? "" : formatDeclaredName(name)
    }
    case "operator_cast":
      return formatOperator(`operator ${readField(node, "type").replace(/<.*>/s, "")}`)
    case "operator_name":
      return formatOperator(node.text)
    default:
      return node.text.replace(/\s/g, "")
  }
}
