import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import type { UnitType } from "../Outline.ts"
import { qualify } from "../treesitter/extract.ts"
import { goFacts } from "./facts/go.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import type { TreeUnit, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"
import { readField } from "../treesitter/nodes.ts"

const present = (nodes: ReadonlyArray<Node | null>): ReadonlyArray<Node> => nodes.filter((node) => node !== null)

const callable = (node: Node, type: "function" | "method", name: string, heads: Heads): TreeUnit => {
  const body = node.childForFieldName("body")
  const found: TreeUnit = { type, name, head: heads.head(node, body) }
  return body === null ? found : { ...found, inside: { node: body, scope: { kind: "function", name } } }
}

/** Returns the type of a method's receiver: `Pool` for `(p *Pool[T])`. */
const receiverType = (node: Node): string => {
  const text = readField(node.childForFieldName("receiver")?.namedChild(0), "type")
  return text.replace(/\[.*$/s, "").replace(/[*()\s]/g, "")
}

const declaredType = (spec: Node, scope: Scope, heads: Heads): TreeUnit => {
  const name = qualify(scope, readField(spec, "name"), ".")
  const type = spec.childForFieldName("type")
  const head = (keyword: string): string => `type ${heads.head(spec, type)} ${keyword}`
  if (type?.type === "struct_type") return { type: "struct", name, head: head("struct") }
  if (type?.type === "interface_type") {
    return { type: "interface", name, head: head("interface"), inside: { node: type, scope: { kind: "type", name } } }
  }
  return { type: "type", name, head: `type ${heads.head(spec, null)}` }
}

const values = (keyword: "const" | "var", spec: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  if (scope.kind !== "file") return []
  const literal = spec.childForFieldName("value")?.namedChild(0)
  const annotation = readField(spec, "type")
  const names = present(spec.childrenForFieldName("name")).filter((node) => node.isNamed && node.text !== "_")
  return names.map((node): TreeUnit => {
    const name = qualify(scope, node.text, ".")
    const head = `${keyword} ${node.text} ${annotation}`
    return literal?.type === "func_literal" && names.length === 1
      ? {
          ...callable(literal, "function", name, heads),
          head: `${head} = ${heads.head(literal, literal.childForFieldName("body"))}`
        }
      : { type: "constant", name, head }
  })
}

const specs = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  if (node.type === "type_spec" || node.type === "type_alias") return [declaredType(node, scope, heads)]
  if (node.type === "const_spec") return values("const", node, scope, heads)
  return node.type === "var_spec" ? values("var", node, scope, heads) : []
}

const declarations: ReadonlyMap<string, UnitType> = new Map([
  ["type_declaration", "type"],
  ["const_declaration", "constant"],
  ["var_declaration", "constant"]
])

const find = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const named = ["function_declaration", "method_declaration", "method_elem"].includes(node.type)
  const name = named ? readField(node, "name") : ""
  if (node.type === "function_declaration") return [callable(node, "function", qualify(scope, name, "."), heads)]
  if (node.type === "method_declaration") {
    const type = receiverType(node)
    return [callable(node, "method", type === "" ? name : qualify({ kind: "type", name: type }, name, "."), heads)]
  }
  if (node.type === "method_elem")
    return [{ type: "method", name: qualify(scope, name, "."), head: heads.head(node, null) }]
  if (!declarations.has(node.type)) return specs(node, scope, heads)
  // In a parenthesized group each spec is a unit with its own comment; otherwise the declaration is the unit.
  const grouped = node.namedChildren.some((child) => child.type === "var_spec_list") || node.child(1)?.type === "("
  return grouped ? [] : node.namedChildren.flatMap((spec) => specs(spec, scope, heads))
}

export const goGrammar: Asset = { specifier: "tree-sitter-go/tree-sitter-go.wasm", file: "tree-sitter-go.wasm" }

const language: TreeLanguage = {
  name: "go",
  extensions: [".go"],
  grammar: goGrammar,
  comments: ["comment"],
  containers: new Set([
    "ERROR",
    "block",
    "statement_list",
    "type_declaration",
    "const_declaration",
    "var_declaration",
    "var_spec_list"
  ]),
  leads: (node) => node.type === "comment",
  find,
  facts: goFacts
}

/** Go: methods are `Type.Method`; package-level constants and variables are constants. */
export const go = treeSitterLanguage(language)
