import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import { blankConditionals } from "../cfamily/conditionals.ts"
import type { UnitType } from "../Outline.ts"
import { qualify } from "../treesitter/extract.ts"
import {
  findChild,
  qualifyWithDots,
  readField,
  hasModifier,
  makeNamelessUnit,
  enterBody,
  readText
} from "../treesitter/nodes.ts"
import { csharpFacts } from "./facts/csharp.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import type { TreeUnit, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"

const types: ReadonlyMap<string, UnitType> = new Map([
  ["class_declaration", "class"],
  ["record_declaration", "class"],
  ["struct_declaration", "struct"],
  ["enum_declaration", "enum"],
  ["interface_declaration", "interface"]
])

const callables = new Set([
  "method_declaration",
  "local_function_statement",
  "constructor_declaration",
  "destructor_declaration",
  "property_declaration",
  "indexer_declaration",
  "event_declaration",
  "operator_declaration",
  "conversion_operator_declaration"
])

/** Returns the interface of an explicit implementation, without type arguments: `IEnumerable.`. */
const interfaceOf = (node: Node): string =>
  readText(findChild(node, "explicit_interface_specifier")).replace(/<.*>|\s/gs, "")

/** Formats a member's name as in documentation: `operator +`, `explicit operator int`, `this[]`, `~Pool`. */
const memberName = (node: Node): string => {
  if (node.type === "operator_declaration") return `operator ${readField(node, "operator")}`
  if (node.type === "conversion_operator_declaration") {
    return `${readText(findChild(node, "explicit", "implicit"))} operator ${readField(node, "type")}`
  }
  if (node.type === "indexer_declaration") return `${interfaceOf(node)}this[]`
  const name = readField(node, "name")
  if (name === "") return ""
  return node.type === "destructor_declaration" ? `~${name}` : `${interfaceOf(node)}${name}`
}

const callable = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const body = node.childForFieldName("body") ?? findChild(node, "accessor_list", "arrow_expression_clause")
  const initializer = findChild(node, "constructor_initializer")
  const name = qualify(scope, memberName(node), ".")
  const head = heads.head(node, initializer ?? body ?? node.childForFieldName("value"))
  return { type: scope.kind === "type" ? "method" : "function", name, head, ...enterBody(body, "function", name) }
}

const fields = (node: Node, type: UnitType, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const declaration = findChild(node, "variable_declaration")
  const declarators = declaration?.namedChildren.filter((child) => child.type === "variable_declarator") ?? []
  const before = heads.head(node, declarators[0] ?? null)
  return declarators.map((declarator) => {
    const name = readField(declarator, "name")
    return { type, name: qualify(scope, name, "."), head: `${before}${name}` }
  })
}

const declaredType = (node: Node, type: UnitType, scope: Scope, heads: Heads): TreeUnit => {
  const name = qualifyWithDots(node, scope)
  const body = node.childForFieldName("body")
  const isStruct = node.type === "record_declaration" && findChild(node, "struct") !== null
  return { type: isStruct ? "struct" : type, name, head: heads.head(node, body), ...enterBody(body, "type", name) }
}

const isConstant = (field: Node): boolean =>
  hasModifier(field, "const") || (hasModifier(field, "static") && hasModifier(field, "readonly"))

/**
 * The head of an extension block of C# 14, which the grammar does not support: type parameters, the receiver with or
 * without a name, and constraints.
 */
const extensionHead =
  /\bextension\b(?<=(?:^|[{};\]/])\s*extension)\s*(?:<[^(){};]{0,500}>\s*)?\((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\)(?:\s*where\s[^{};]{0,1000})?(?=\s*\{)/gm

/** A type name that does not occur in real code, as long as `extension`. */
const extensionName = "\u01c1\u01c1\u01c1"

/** Rewrites extension blocks as classes, keeping the text's length. */
const withoutExtensions = (text: string): string =>
  text.replaceAll(extensionHead, (head) => {
    const word = `class ${extensionName}`
    return word + head.slice(word.length).replaceAll(/[^\n]/g, " ")
  })

/** Returns the body of an extension block. */
const extensionBlock = (node: Node): Node | null =>
  node.type === "class_declaration" && readField(node, "name") === extensionName ? node.childForFieldName("body") : null

const find = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const block = extensionBlock(node)
  if (block !== null) return [makeNamelessUnit(block, scope)]
  const type = types.get(node.type)
  if (type !== undefined) return [declaredType(node, type, scope, heads)]
  if (callables.has(node.type)) return [callable(node, scope, heads)]
  if (node.type === "delegate_declaration") {
    return [{ type: "type", name: qualifyWithDots(node, scope), head: heads.head(node, null) }]
  }
  if (node.type === "enum_member_declaration") {
    return [{ type: "constant", name: qualifyWithDots(node, scope), head: heads.head(node, null) }]
  }
  if (node.type === "event_field_declaration") return fields(node, "method", scope, heads)
  return node.type === "field_declaration" && isConstant(node) ? fields(node, "constant", scope, heads) : []
}

export const csharpGrammar: Asset = {
  specifier: "tree-sitter-c-sharp/tree-sitter-c_sharp.wasm",
  file: "tree-sitter-c_sharp.wasm"
}

const language: TreeLanguage = {
  name: "csharp",
  extensions: [".cs", ".csx"],
  grammar: csharpGrammar,
  comments: ["comment"],
  attributes: new Set(["attribute_list"]),
  readable: (text) => (/^[^\S\n]*#\s*if\b/m.test(text) ? blankConditionals(text, true) : text),
  prepare: withoutExtensions,
  containers: new Set([
    "ERROR",
    "namespace_declaration",
    "file_scoped_namespace_declaration",
    "declaration_list",
    "global_statement",
    "preproc_if",
    "preproc_elif",
    "preproc_else",
    "preproc_if_in_attribute_list",
    "accessor_declaration",
    "block",
    "if_statement",
    "for_statement",
    "foreach_statement",
    "while_statement",
    "do_statement",
    "switch_statement",
    "switch_body",
    "switch_section",
    "using_statement",
    "lock_statement",
    "checked_statement",
    "unsafe_statement",
    "fixed_statement",
    "labeled_statement",
    "try_statement",
    "catch_clause",
    "finally_clause"
  ]),
  leads: (node) => node.type === "comment" || node.type === "preproc_pragma",
  find,
  facts: csharpFacts
}

/**
 * C#: names are `Outer.Inner.Member`. Namespaces are neither units nor part of a name: nearly every file has one, so it
 * does not distinguish anything, and file-scoped and block namespaces must give the same names. A noted name with a
 * namespace (`Acme.Pools.Pool.Acquire`) still ends with the unit's name. A constructor is `Pool.Pool`; properties,
 * indexers (`Pool.this[]`), events and operators (`Pool.operator +`) are methods; const and static readonly fields and
 * enum members are constants; delegates are types. An explicit implementation is `Pool.IDisposable.Dispose`.
 */
export const csharp = treeSitterLanguage(language)
