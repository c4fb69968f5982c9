import type { Form } from "../../treesitter/facts/Form.ts"
import { expression } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"
import { typeIn } from "./csharpTypes.ts"

/** `value` in a setter: what the property holds. */
export const accessorValue = (node: SyntaxNode, reading: Reading): Form | undefined => {
  if (node.type !== "identifier" || reading.text(node) !== "value") return undefined
  let accessor = node.parent
  while (accessor !== undefined && accessor.type !== "accessor_declaration") accessor = accessor.parent
  const isTaken = /^(?:set|init|add|remove)$/.test(reading.text(accessor?.at("name")))
  return isTaken ? expression.instance(accessor?.parent?.parent?.at("type")) : undefined
}

/** The declared type of what a `new()` without a type makes; undefined if that is not declared in the same statement or member. */
const expectedType = ({ parent }: SyntaxNode): SyntaxNode | undefined => {
  switch (parent?.type) {
    case "variable_declarator":
      return parent.parent === undefined ? undefined : typeIn(parent.parent)
    case "property_declaration":
      return parent.at("type")
    case "arrow_expression_clause":
      return parent.parent?.at("returns") ?? parent.parent?.at("type")
    case undefined:
    default:
      return undefined
  }
}

/** `new()`. */
export const created = (node: SyntaxNode): Form | undefined =>
  expression.new(expectedType(node), node.find("argument_list"))

export const switched = ({ named }: SyntaxNode): Form =>
  expression.union(...named.filter(({ type }) => type === "switch_expression_arm").map((arm) => arm.named.at(-1)))

export const tuple = ({ named }: SyntaxNode): Form => ({
  form: "entries",
  type: "tuple",
  of: named.flatMap((each, at) => {
    const value = each.named.at(-1)
    return value === undefined ? [] : [[String(at), value] as const]
  })
})
