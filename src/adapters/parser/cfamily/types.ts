import type { Node } from "web-tree-sitter"
import type { UnitType } from "../Outline.ts"
import type { Found } from "../treesitter/TreeLanguage.ts"
import { declaredBy, textOf } from "./names.ts"
import { nameIn, type Site, within } from "./Site.ts"

const types: ReadonlyMap<string, UnitType> = new Map([
  ["struct_specifier", "struct"],
  ["union_specifier", "struct"],
  ["enum_specifier", "enum"],
  ["class_specifier", "class"]
])

/** Enumerators of an enumeration without a name are constants on their own. */
const enumerators = (site: Site, body: Node): ReadonlyArray<Found> =>
  body.namedChildren
    .filter((child) => child.type === "enumerator")
    .map((child) => ({
      type: "constant",
      name: nameIn(site, child.childForFieldName("name")?.text ?? ""),
      head: child.text,
      at: child
    }))

/** A type with its members. `alias`: the name that a `typedef` gives it when it has none itself. */
export const typeUnit = (site: Site, specifier: Node, alias: string): ReadonlyArray<Found> => {
  const type = types.get(specifier.type)
  const body = specifier.childForFieldName("body")
  if (type === undefined || body === null) return []
  const own = specifier.childForFieldName("name")
  const text = own === null ? alias : textOf(own)
  const name = nameIn(site, text)
  const { heads, scope, whole } = site
  if (text === "") {
    if (type === "enum") return scope.kind === "function" ? [] : enumerators(site, body)
    return [{ type, name: "", head: "", inside: { node: body, scope } }]
  }
  const head = `${heads.head(whole, body)} ${own === null ? alias : ""}`
  return [{ type, name, head, key: `type ${name}`, inside: { node: body, scope: within(scope, "type", name) } }]
}

/** Text of a declaration up to its declarators, without the members of a type. */
export const prefix = ({ heads, node, whole }: Site, first: Node | null): string => {
  const body = node.childForFieldName("type")?.childForFieldName("body") ?? null
  return heads.head(whole, body ?? first)
}

/** `typedef`: the type it declares, and each name it gives that the type does not have already. */
export const typeDefinition = (site: Site): ReadonlyArray<Found> => {
  const specifier = site.node.childForFieldName("type")
  const declarators = site.node.childrenForFieldName("declarator").filter((node) => node !== null)
  const plain = declarators.find((node) => node.type === "type_identifier")?.text ?? ""
  const own = specifier === null ? [] : typeUnit(site, specifier, plain)
  const tag = specifier?.childForFieldName("name")?.text
  const aliases = declarators.flatMap((declarator): ReadonlyArray<Found> => {
    const declared = declaredBy(declarator)
    const name = nameIn(site, declared === undefined ? "" : textOf(declared.name))
    if (declared === undefined || own.some((found) => found.name === name)) return []
    const head = `${prefix(site, declarators[0] ?? null)} ${declarator.text}`
    return [
      {
        type: "type",
        name,
        head,
        key: `type ${name}`,
        forward: types.has(specifier?.type ?? "") && tag === declared.name.text
      }
    ]
  })
  return [...own, ...aliases]
}
