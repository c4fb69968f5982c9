import type { TypeForm } from "../../treesitter/facts/Form.ts"
import { makeTable, typeExpression } from "../../treesitter/facts/forms.ts"
import type { SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** Nodes in type space. */
export const types: ReadonlySet<string> = new Set([
  "user_type",
  "nullable_type",
  "function_type",
  "parenthesized_type",
  "type_projection",
  "non_nullable_type"
])

/** The declared type in a node. */
export const typeIn = (node: SyntaxNode | undefined): SyntaxNode | undefined =>
  node?.named.find(({ type }) => types.has(type))

const typeForms = makeTable<TypeForm>([
  [
    "user_type",
    (node) =>
      typeExpression.path(
        node.named.filter(({ type }) => type === "identifier"),
        node.find("type_arguments")
      )
  ],
  [
    ["nullable_type", "parenthesized_type", "non_nullable_type", "type_projection"],
    ({ named }) => typeExpression.same(named.at(-1))
  ],
  ["function_type", ({ named }) => typeExpression.function(named.at(-1))],
  ["identifier", typeExpression.name]
])

/** What a type of Kotlin means. */
export const interpretType = (node: SyntaxNode): TypeForm | undefined => typeForms.get(node.type)?.(node)
