import type { TypeForm } from "../../treesitter/facts/Form.ts"
import { makeTable, typeExpression } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** A qualified name, split before its last segment. */
export const qualified = ({
  named
}: SyntaxNode): { readonly of: SyntaxNode | undefined; readonly name: SyntaxNode | undefined } => ({
  of: named.find(({ type }) => type === "namespace_name"),
  name: named.at(-1)
})

/** `\Acme\f` is a name as a whole; `Net\f` starts with a name that may be imported. */
export const isAbsolute = (node: SyntaxNode, reading: Reading): boolean => !/^\w+\\\w+$/.test(reading.text(node))

const typeForms = makeTable<TypeForm>([
  [["named_type", "optional_type"], ({ named }) => typeExpression.same(named[0])],
  [["union_type", "intersection_type", "type_list"], typeExpression.union],
  ["namespace_name", typeExpression.name],
  ["primitive_type", typeExpression.nothing]
])

/** What a type of PHP means. */
export const interpretType = (node: SyntaxNode, reading: Reading): TypeForm | undefined => {
  if (node.type === "name") {
    return /^(?:self|static)$/.test(reading.text(node)) ? typeExpression.this() : typeExpression.name(node)
  }
  if (node.type !== "qualified_name") return typeForms.get(node.type)?.(node)
  const { name, of } = qualified(node)
  return isAbsolute(node, reading) ? typeExpression.name(node) : typeExpression.member(of, name)
}

/** Nodes in type space. */
export const types: ReadonlySet<string> = new Set([
  "named_type",
  "optional_type",
  "union_type",
  "intersection_type",
  "type_list",
  "primitive_type"
])
