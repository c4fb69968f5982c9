import type { TypeForm } from "../../treesitter/facts/Form.ts"
import { makeTable, typeExpression } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** Types whose members are those of what they point to. */
const pointers = /^(?:unique_ptr|shared_ptr|weak_ptr|reference_wrapper|optional|atomic)$/

const interpretTemplate = (node: SyntaxNode, reading: Reading): TypeForm | undefined => {
  const of = node.at("name")
  const list = node.at("arguments")
  const first = list?.named[0]
  return first !== undefined && pointers.test(reading.text(of))
    ? typeExpression.same(first)
    : typeExpression.apply(of, list)
}

const qualified = (node: SyntaxNode): TypeForm | undefined => {
  const of = node.at("scope")
  const name = node.at("name")
  // `std::vector<int>`: the arguments are those of the member.
  if (name?.type === "template_type" || name?.type === "qualified_identifier") return typeExpression.same(name)
  return of === undefined ? typeExpression.name(name) : typeExpression.member(of, name)
}

/** A name before `::`, with those before it: `app` and `Pool` for the second one of `app::Pool::size`. */
const scopeName = (node: SyntaxNode): TypeForm | undefined => {
  const names = [node]
  let at = node.parent
  while (at?.field === "name" && at.parent?.type === "qualified_identifier") {
    at = at.parent
    const outer = at.at("scope")
    if (outer !== undefined) names.unshift(outer)
  }
  const isPath = names.length > 1 && names.every(({ type }) => type === "namespace_identifier")
  return isPath ? typeExpression.path(names) : typeExpression.name(node)
}

const typeForms = makeTable<TypeForm>([
  [["type_identifier", "identifier"], typeExpression.name],
  ["namespace_identifier", scopeName],
  ["qualified_identifier", qualified],
  ["type_descriptor", (node) => typeExpression.same(node.at("type"))],
  [
    ["struct_specifier", "class_specifier", "union_specifier", "enum_specifier"],
    (node) => (node.at("body") === undefined ? typeExpression.same(node.at("name")) : undefined)
  ],
  [["primitive_type", "sized_type_specifier", "placeholder_type_specifier", "decltype"], typeExpression.nothing]
])

/** What a type of C or C++ means. */
export const interpretType = (node: SyntaxNode, reading: Reading): TypeForm | undefined =>
  node.type === "template_type" ? interpretTemplate(node, reading) : typeForms.get(node.type)?.(node)

const types: ReadonlySet<string> = new Set(["type_identifier", "template_type", "type_descriptor", "primitive_type"])

/** Whether a node is in type space. Qualified names are only where a type is expected. */
export const isType = ({ field, parent, type }: SyntaxNode): boolean =>
  types.has(type) || (type === "qualified_identifier" && field === "type" && parent?.type !== "call_expression")
