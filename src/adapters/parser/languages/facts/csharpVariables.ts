import type { DeclaredVariable, Source } from "../../treesitter/facts/FactsLanguage.ts"
import { type Declare, sourcesFrom, variable } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"
import { hasModifier, isVisible } from "./csharpModifiers.ts"
import { typeIn } from "./csharpTypes.ts"

/** The variables of `(a, b)`, from what is taken apart. */
const namesIn = (pattern: SyntaxNode, [source]: ReadonlyArray<Source>): ReadonlyArray<DeclaredVariable> =>
  pattern
    .all("name")
    .flatMap((name, at) =>
      variable(name, { sources: source === undefined ? [] : [{ ...source, entries: [...source.entries, at] }] })
    )

export const declarators = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredVariable> => {
  const list = node.type === "variable_declaration" ? node : node.find("variable_declaration")
  if (list === undefined || (list === node && /^(?:event_)?field_declaration$/.test(node.parent?.type ?? ""))) return []
  const type = typeIn(list)
  return list.named.flatMap((each) => {
    if (each.type !== "variable_declarator") return []
    const pattern = each.find("tuple_pattern")
    if (pattern !== undefined) return namesIn(pattern, sourcesFrom(each.named.at(-1)))
    const value = each.named.findLast(({ field }) => field !== "name")
    return variable(each.at("name"), {
      type,
      sources: sourcesFrom(value),
      isStatic: hasModifier(node, "static", reading) || hasModifier(node, "const", reading),
      isExported: isVisible(node, reading)
    })
  })
}

export const loop: Declare = (node) => {
  const left = node.at("left")
  const sources = sourcesFrom(node.at("right"), "element")
  if (left?.type === "tuple_pattern") return namesIn(left, sources)
  return left?.type === "identifier" ? variable(left, { type: typeIn(node), sources }) : []
}

/** A variable of a query: `from`, `let` and `join`. */
export const ofQuery: Declare = (node) => {
  const [name, value] = node.named.filter(({ field }) => field !== "type")
  return variable(name, { sources: sourcesFrom(value, node.type === "let_clause" ? "value" : "element") })
}

/** A variable of a pattern, an `out` argument or a `catch` clause. */
export const typed: Declare = (node) => variable(node.at("name"), { type: typeIn(node) })

export const enumMember: Declare = (node) =>
  variable(node.at("name"), { isStatic: true, sources: sourcesFrom(node.parent?.parent?.at("name"), "type") })

/** A parameter of a record is a property; one of another type is seen in that. */
export const component: Declare = (node) => {
  const owner = node.parent?.parent?.type ?? ""
  return /^(?:class|struct|record)_declaration$/.test(owner)
    ? variable(node.at("name"), { type: node.at("type"), isExported: owner === "record_declaration" })
    : []
}
