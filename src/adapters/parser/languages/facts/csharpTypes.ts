import type { TypeForm } from "../../treesitter/facts/Form.ts"
import { makeTable, typeExpression } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** The name of a generic method without its type arguments. */
export const nameOf = (node: SyntaxNode | undefined): SyntaxNode | undefined =>
  node?.type === "generic_name" ? node.named[0] : node

/** The declared type of a node, unless it is `var`. */
export const typeIn = (node: SyntaxNode): SyntaxNode | undefined => {
  const type = node.at("type")
  return type?.type === "implicit_type" ? undefined : type
}

/** What a type parameter has to be: all that its clause names. */
const constraints = ({ named }: SyntaxNode): TypeForm => ({
  form: "union",
  of: named.map((each) => each.at("type")).filter((type) => type !== undefined)
})

const typeForms = makeTable<TypeForm>([
  [["identifier", "predefined_type"], typeExpression.name],
  ["qualified_name", (node) => typeExpression.member(node.at("qualifier"), nameOf(node.at("name")))],
  ["alias_qualified_name", (node) => typeExpression.same(node.at("name"))],
  ["generic_name", ({ named: [of, list] }) => typeExpression.apply(of, list)],
  [
    ["nullable_type", "pointer_type", "ref_type", "scoped_type", "tuple_element"],
    (node) => typeExpression.same(node.at("type"))
  ],
  ["array_type", (node) => typeExpression.array(node.at("type"))],
  ["tuple_type", typeExpression.tuple],
  ["type_parameter_constraints_clause", constraints],
  // The class that `: this(…)` constructs.
  ["this", typeExpression.this],
  ["implicit_type", typeExpression.nothing]
])

/** Whether a node is in type space: identifiers are only where a type is expected. */
export const isType = ({ field, parent, type }: SyntaxNode): boolean => {
  if (!typeForms.has(type)) return false
  if (field === "type" || field === "returns") return true
  return parent?.type === "type_argument_list" || (field === "right" && parent?.type === "as_expression")
}

/** The clause after `where` that says what a type parameter has to be. */
export const constraintsOf = (parameter: SyntaxNode, reading: Reading): SyntaxNode | undefined => {
  const name = reading.text(parameter.at("name"))
  return parameter.parent?.parent?.named.find(
    ({ named, type }) => type === "type_parameter_constraints_clause" && reading.text(named[0]) === name
  )
}

/** What a type of C# means. */
export const interpretType = (node: SyntaxNode): TypeForm | undefined => typeForms.get(node.type)?.(node)
