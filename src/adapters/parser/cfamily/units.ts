import type { Node } from "web-tree-sitter"
import type { UnitType } from "../Outline.ts"
import type { TreeUnit, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"
import { definition, mayDeclareUnits, parseMacroName, prototype } from "./functions.ts"
import { type Declared, findDeclared, formatDeclaredName } from "./names.ts"
import { type Dialect, qualifyName, type Site, nestScope } from "./Site.ts"
import { readPrefix, typeDefinition, typeUnit } from "./types.ts"
import { readField } from "../treesitter/nodes.ts"

const findValue = (node: Node, declarator: Node): Node | null =>
  declarator.childForFieldName("value") ??
  (node.type === "field_declaration" ? node.childForFieldName("default_value") : null)

/** The common parts of all variables in a declaration, computed once. */
interface Shared {
  readonly specifiers: ReadonlyArray<string>
  /** The text before the first one. */
  readonly start: string
  /** Whether it declares one variable and no type. */
  readonly isPlain: boolean
}

const collectShared = (site: Site, declarators: ReadonlyArray<Node>): Shared => ({
  specifiers: site.node.namedChildren
    .filter((child) => child.type === "storage_class_specifier")
    .map(({ text }) => text),
  start: readPrefix(site, declarators[0] ?? null),
  isPlain: declarators.length === 1 && site.node.childForFieldName("type")?.childForFieldName("body") === null
})

/** A variable of the file or a namespace, or a static member of a class. A function if its value is a lambda. */
const variable = (site: Site, declarator: Node, declared: Declared, shared: Shared): ReadonlyArray<TreeUnit> => {
  const { heads, node, scope } = site
  const { isPlain, specifiers, start } = shared
  if (scope.kind === "function" || (scope.kind === "type" && !specifiers.includes("static"))) return []
  if (node.childForFieldName("type") === null) return []
  const value = findValue(node, declarator)
  const name = qualifyName(site, formatDeclaredName(declared.name))
  const lambda = value?.type === "lambda_expression" ? value.childForFieldName("body") : null
  const head = isPlain ? heads.head(site.whole, lambda ?? value) : `${start} ${heads.head(declarator, value)}`
  const isForward = specifiers.includes("extern") && value === null
  return [{ type: lambda === null ? "constant" : "function", name, head, key: name, forward: isForward }]
}

const declaration = (site: Site): ReadonlyArray<TreeUnit> => {
  const specifier = site.node.childForFieldName("type")
  const declarators = site.node.childrenForFieldName("declarator").filter((node) => node !== null)
  const own = specifier === null ? [] : typeUnit(site, specifier, "")
  const shared = collectShared(site, declarators)
  const others = declarators.flatMap((declarator) => {
    const declared = findDeclared(declarator)
    if (declared === undefined || declared.name.isMissing) return []
    return declared.parameters === undefined ? variable(site, declarator, declared, shared) : prototype(site, declared)
  })
  return [...own, ...others]
}

const namespace = (site: Site): ReadonlyArray<TreeUnit> => {
  const { heads, node, scope, whole } = site
  const body = node.childForFieldName("body")
  const own = node.childForFieldName("name")
  const isInline = node.children.some((child) => child.type === "inline")
  const name = own === null ? "" : qualifyName(site, own.text.replace(/\s|\binline\b/g, ""))
  // Anonymous and inline namespaces are not part of names.
  const inner: Scope = name === "" || isInline ? scope : nestScope(scope, "module", name)
  return body === null
    ? []
    : [{ type: "namespace", name, head: heads.head(whole, body), inside: { node: body, scope: inner } }]
}

const macro = (site: Site): ReadonlyArray<TreeUnit> => {
  const { node } = site
  const name = readField(node, "name")
  if (node.type === "preproc_function_def") {
    const parameters = readField(node, "parameters")
    return [{ type: "function", name, head: `#define ${name}${parameters}` }]
  }
  return [{ type: "constant", name, head: `#define ${name}` }]
}

const findInWrapper = (site: Site): ReadonlyArray<TreeUnit> => {
  const inner = site.node.namedChildren.find((child) => kinds.has(child.type))
  return inner === undefined ? [] : findUnits({ ...site, node: inner })
}

const friend = (site: Site): ReadonlyArray<TreeUnit> => {
  const inner = site.node.namedChildren.find((child) => child.type === "function_definition")
  if (inner === undefined) return []
  let scope = site.scope
  while (scope.kind === "type" && scope.outer !== undefined) scope = scope.outer
  return definition({ ...site, node: inner, scope })
}

const named = (site: Site, type: UnitType, before: Node | null): ReadonlyArray<TreeUnit> => {
  if (site.scope.kind === "function") return []
  const name = qualifyName(site, readField(site.node, "name"))
  return [{ type, name, head: site.heads.head(site.whole, before) }]
}

/** `TEST(suite, name) { … }` in C: a call without a semicolon before a block. */
const findMacroFunction = ({ heads, node, scope }: Site): ReadonlyArray<TreeUnit> => {
  const call = scope.kind === "function" ? null : (node.previousNamedSibling?.namedChild(0) ?? null)
  const list = call?.type === "call_expression" ? call.childForFieldName("arguments") : null
  const maker = readField(call, "function")
  if (call === null || list === null || node.previousNamedSibling?.lastChild?.isMissing !== true) return []
  const name = parseMacroName(maker, list)
  const at = { startIndex: call.startIndex, endIndex: node.endIndex }
  return name === maker ? [] : [{ type: "function", name, head: heads.head(call, null), at }]
}

/** A block is not a unit; its declarations are local. */
const block = (site: Site): ReadonlyArray<TreeUnit> => {
  const { node, scope } = site
  const inside = { node, scope: nestScope(scope, "function", scope.name) }
  return [
    ...findMacroFunction(site),
    { type: "function", name: "", head: "", ...(mayDeclareUnits(node) ? { inside } : {}) }
  ]
}

const kinds: ReadonlyMap<string, (site: Site) => ReadonlyArray<TreeUnit>> = new Map([
  ["function_definition", definition],
  ["declaration", declaration],
  ["field_declaration", declaration],
  ["type_definition", typeDefinition],
  ["struct_specifier", (site) => typeUnit(site, site.node, "")],
  ["union_specifier", (site) => typeUnit(site, site.node, "")],
  ["enum_specifier", (site) => typeUnit(site, site.node, "")],
  ["class_specifier", (site) => typeUnit(site, site.node, "")],
  ["namespace_definition", namespace],
  ["preproc_def", macro],
  ["preproc_function_def", macro],
  ["template_declaration", findInWrapper],
  ["linkage_specification", findInWrapper],
  ["friend_declaration", friend],
  ["compound_statement", block],
  ["alias_declaration", (site) => named(site, "type", site.node.childForFieldName("type"))],
  ["concept_definition", (site) => named(site, "type", site.node.lastNamedChild)]
])

const findUnits = (site: Site): ReadonlyArray<TreeUnit> => kinds.get(site.node.type)?.(site) ?? []

/** Finds the units that a node declares. */
export const makeFinder =
  (dialect: Dialect): TreeLanguage["find"] =>
  (node, scope, heads) =>
    findUnits({ node, whole: node, scope, heads, dialect })

/** Attribute nodes, which are not part of a signature. */
export const attributes: ReadonlySet<string> = new Set([
  "attribute_specifier",
  "attribute_declaration",
  "ms_declspec_modifier"
])

/** Nodes to search for units, if they are not units themselves. */
export const containers: ReadonlySet<string> = new Set([
  "ERROR",
  "linkage_specification",
  "declaration_list",
  // From a conditional that is not closed.
  "preproc_if",
  "preproc_ifdef",
  "preproc_else",
  "function_definition",
  "labeled_statement",
  "if_statement",
  "else_clause",
  "for_statement",
  "while_statement",
  "do_statement",
  "switch_statement",
  "case_statement"
])
