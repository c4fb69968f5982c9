import type { Node } from "web-tree-sitter"
import type { UnitType } from "../Outline.ts"
import type { TreeUnit } from "../treesitter/TreeLanguage.ts"
import { findDeclared, formatDeclaredName } from "./names.ts"
import { qualifyName, type Site, nestScope } from "./Site.ts"
import { readField, readText } from "../treesitter/nodes.ts"

const types: ReadonlyMap<string, UnitType> = new Map([
  ["struct_specifier", "struct"],
  ["union_specifier", "struct"],
  ["enum_specifier", "enum"],
  ["class_specifier", "class"]
])

/** Returns the enumerators of an unnamed enumeration as constants. */
const enumerators = (site: Site, body: Node): ReadonlyArray<TreeUnit> =>
  body.namedChildren
    .filter((child) => child.type === "enumerator")
    .map((child) => ({
      type: "constant",
      name: qualifyName(site, readField(child, "name")),
      head: child.text,
      at: child
    }))

/** A type with its members. `alias`: its name from a `typedef`, if it has no own name. */
export const typeUnit = (site: Site, specifier: Node, alias: string): ReadonlyArray<TreeUnit> => {
  const type = types.get(specifier.type)
  const body = specifier.childForFieldName("body")
  if (type === undefined || body === null) return []
  const own = specifier.childForFieldName("name")
  const text = own === null ? alias : formatDeclaredName(own)
  const name = qualifyName(site, text)
  const { heads, scope, whole } = site
  if (text === "") {
    if (type === "enum") return scope.kind === "function" ? [] : enumerators(site, body)
    return [{ type, name: "", head: "", inside: { node: body, scope } }]
  }
  const head = `${heads.head(whole, body)} ${own === null ? alias : ""}`
  return [{ type, name, head, key: `type ${name}`, inside: { node: body, scope: nestScope(scope, "type", name) } }]
}

/** Returns the text of a declaration before its declarators, without the members of a type. */
export const readPrefix = ({ heads, node, whole }: Site, first: Node | null): string => {
  const body = node.childForFieldName("type")?.childForFieldName("body") ?? null
  return heads.head(whole, body ?? first)
}

/** A `typedef`: the type it declares, and each new name it gives. */
export const typeDefinition = (site: Site): ReadonlyArray<TreeUnit> => {
  const specifier = site.node.childForFieldName("type")
  const declarators = site.node.childrenForFieldName("declarator").filter((node) => node !== null)
  const plain = readText(declarators.find((node) => node.type === "type_identifier"))
  const own = specifier === null ? [] : typeUnit(site, specifier, plain)
  const tag = specifier?.childForFieldName("name")?.text
  const aliases = declarators.flatMap((declarator): ReadonlyArray<TreeUnit> => {
    const declared = findDeclared(declarator)
    const name = qualifyName(site, declared === undefined ? "" : formatDeclaredName(declared.name))
    if (declared === undefined || own.some((found) => found.name === name)) return []
    const head = `${readPrefix(site, declarators[0] ?? null)} ${declarator.text}`
    return [
      {
        type: "type",
        name,
        head,
        key: `type ${name}`,
        forward: specifier !== null && types.has(specifier.type) && tag === declared.name.text
      }
    ]
  })
  return [...own, ...aliases]
}
