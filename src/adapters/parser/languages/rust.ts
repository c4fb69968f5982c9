import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import type { UnitType } from "../Outline.ts"
import { qualify } from "../treesitter/extract.ts"
import { rustFacts } from "./facts/rust.ts"
import { itemMacros } from "./rustItemMacros.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import type { TreeUnit, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"
import { readField } from "../treesitter/nodes.ts"

const types: ReadonlyMap<string, UnitType> = new Map([
  ["struct_item", "struct"],
  ["union_item", "struct"],
  ["enum_item", "enum"],
  ["trait_item", "trait"],
  ["mod_item", "module"],
  ["const_item", "constant"],
  ["static_item", "constant"],
  ["type_item", "type"],
  ["associated_type", "type"]
])

const inside = (node: Node, kind: Scope["kind"], name: string): Pick<TreeUnit, "inside"> => {
  const body = node.childForFieldName("body")
  return body === null ? {} : { inside: { node: body, scope: { kind, name } } }
}

const callable = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const name = qualify(scope, readField(node, "name"), "::")
  return {
    type: scope.kind === "type" ? "method" : "function",
    name,
    head: heads.head(node, node.childForFieldName("body")),
    ...inside(node, "function", name)
  }
}

/** Returns the short name of a type: `Pool` for `&'a mut pool::Pool<T>`. Other types stay as written. */
const typeName = (type: Node | null): string => {
  if (type === null) return ""
  const inner = type.childForFieldName(type.type === "dynamic_type" ? "trait" : "type")
  if (["generic_type", "reference_type", "pointer_type", "dynamic_type"].includes(type.type)) return typeName(inner)
  return type.type === "scoped_type_identifier" ? readField(type, "name") : type.text
}

const implementation = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const type = typeName(node.childForFieldName("type"))
  const trait = node.childForFieldName("trait")
  const negation = node.children.some((child) => child.type === "!") ? "!" : ""
  const title = trait === null ? `impl ${type}` : `impl ${negation}${trait.text} for ${type}`
  return {
    type: "impl",
    name: type === "" ? "" : qualify(scope, title, "::"),
    head: heads.head(node, node.childForFieldName("body")),
    ...inside(node, "type", qualify(scope, type, "::"))
  }
}

const item = (node: Node, type: UnitType, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const name = qualify(scope, readField(node, "name"), "::")
  const body = node.childForFieldName("body")
  if (type === "constant") {
    if (scope.kind === "function") return []
    return [{ type, name, head: heads.head(node, node.childForFieldName("value")) }]
  }
  if (type === "module") {
    return [{ type, name, head: heads.head(node, body), ...inside(node, "module", name) }]
  }
  if (type === "trait") return [{ type, name, head: heads.head(node, body), ...inside(node, "type", name) }]
  return [{ type, name, head: heads.head(node, type === "type" ? node.childForFieldName("type") : body) }]
}

const find = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  if (node.type === "function_item" || node.type === "function_signature_item") return [callable(node, scope, heads)]
  if (node.type === "impl_item") return [implementation(node, scope, heads)]
  if (node.type === "macro_definition") {
    const name = readField(node, "name")
    return name === ""
      ? []
      : [{ type: "function", name: qualify(scope, `${name}!`, "::"), head: `macro_rules! ${name}` }]
  }
  const type = types.get(node.type)
  return type === undefined ? [] : item(node, type, scope, heads)
}

export const rustGrammar: Asset = { specifier: "tree-sitter-rust/tree-sitter-rust.wasm", file: "tree-sitter-rust.wasm" }

const language: TreeLanguage = {
  name: "rust",
  extensions: [".rs"],
  grammar: rustGrammar,
  comments: ["line_comment", "block_comment"],
  containers: new Set([
    "ERROR",
    "foreign_mod_item",
    "declaration_list",
    "block",
    "expression_statement",
    "let_declaration",
    "return_expression",
    "parenthesized_expression",
    "call_expression",
    "arguments",
    "field_expression",
    "await_expression",
    "try_expression",
    "closure_expression",
    "async_block",
    "unsafe_block",
    "match_expression",
    "match_block",
    "match_arm",
    "if_expression",
    "else_clause",
    "loop_expression",
    "while_expression",
    "for_expression"
  ]),
  leads: (node) =>
    node.type === "attribute_item" ||
    ((node.type === "line_comment" || node.type === "block_comment") && node.childForFieldName("inner") === null),
  find,
  unwrapping: itemMacros,
  facts: rustFacts
}

/** Rust: names are `module::Type::method`; an impl block is `impl Type` or `impl Trait for Type`, a macro `name!`. */
export const rust = treeSitterLanguage(language)
