import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import type { UnitType } from "../Outline.ts"
import { qualify } from "../treesitter/extract.ts"
import { phpFacts } from "./facts/php.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import type { TreeUnit, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"
import { readField, readText } from "../treesitter/nodes.ts"

const types: ReadonlyMap<string, UnitType> = new Map([
  ["class_declaration", "class"],
  ["interface_declaration", "interface"],
  ["trait_declaration", "trait"],
  ["enum_declaration", "enum"]
])

const inside = (node: Node, kind: Scope["kind"], name: string): Pick<TreeUnit, "inside"> => {
  const body = node.childForFieldName("body")
  return body === null ? {} : { inside: { node: body, scope: { kind, name } } }
}

const declared = (node: Node, type: UnitType, scope: Scope, heads: Heads): TreeUnit => {
  // A class or function declared within a function becomes global when that runs.
  const owner: Scope = type === "method" ? scope : { kind: "file", name: "" }
  const name = qualify(owner, readField(node, "name"), "::")
  const kind = type === "method" || type === "function" ? "function" : "type"
  return { type, name, head: heads.head(node, node.childForFieldName("body")), ...inside(node, kind, name) }
}

const constants = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const elements = node.namedChildren.filter((child) => child.type === "const_element")
  const before = heads.head(node, elements[0] ?? null)
  return elements.map((element) => {
    const name = readText(element.namedChild(0))
    return { type: "constant", name: qualify(scope, name, "::"), head: `${before}${name}` }
  })
}

/** `define('NAME', …)`, or an anonymous function assigned to a top-level variable. */
const statement = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const expression = node.namedChild(0)
  if (expression?.type === "function_call_expression") {
    if (!/^\\?define$/i.test(readField(expression, "function"))) return []
    const first = expression.childForFieldName("arguments")?.namedChild(0)?.namedChild(0)
    const name = first?.type.endsWith("string") === true ? first.text.slice(1, -1) : ""
    return [{ type: "constant", name: qualify({ kind: "file", name: "" }, name, "::"), head: `define('${name}')` }]
  }
  const right = expression?.type === "assignment_expression" ? expression.childForFieldName("right") : null
  const isFunction = right?.type === "anonymous_function" || right?.type === "arrow_function"
  if (!isFunction || scope.kind !== "file") return []
  const name = qualify(scope, readField(expression, "left"), "::")
  const head = heads.head(node, right.childForFieldName("body"))
  return [{ type: "function", name, head, ...inside(right, "function", name) }]
}

const find = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const type = types.get(node.type)
  if (type !== undefined) return [declared(node, type, scope, heads)]
  if (node.type === "function_definition") return [declared(node, "function", scope, heads)]
  if (node.type === "method_declaration") return [declared(node, "method", scope, heads)]
  if (node.type === "const_declaration") return constants(node, scope, heads)
  if (node.type === "anonymous_class") {
    // It has no name, so its methods are not qualified.
    return [{ type: "class", name: "", head: "", ...inside(node, "type", "") }]
  }
  return node.type === "expression_statement" ? statement(node, scope, heads) : []
}

export const phpGrammar: Asset = { specifier: "tree-sitter-php/tree-sitter-php.wasm", file: "tree-sitter-php.wasm" }

const language: TreeLanguage = {
  name: "php",
  extensions: [".php", ".phtml"],
  files: {
    interpreters: ["php"],
    shared: { extensions: [".inc", ".module", ".install", ".theme"], holds: (text) => text.includes("<?php") }
  },
  grammar: phpGrammar,
  comments: ["comment", "attribute_list"],
  containers: new Set([
    "ERROR",
    "namespace_definition",
    "compound_statement",
    "colon_block",
    "if_statement",
    "else_clause",
    "else_if_clause",
    "switch_statement",
    "switch_block",
    "case_statement",
    "default_statement",
    "for_statement",
    "foreach_statement",
    "while_statement",
    "do_statement",
    "try_statement",
    "catch_clause",
    "finally_clause",
    "return_statement",
    "object_creation_expression"
  ]),
  leads: (node) => node.type === "comment",
  find,
  facts: phpFacts
}

/** PHP, also embedded in HTML: names are `Class::method` and `Class::CONSTANT`, without the namespace. */
export const php = treeSitterLanguage(language)
