import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import type { UnitType } from "../Outline.ts"
import { findChild, qualifyWithDots, hasModifier, makeNamelessUnit, enterBody } from "../treesitter/nodes.ts"
import { javaFacts } from "./facts/java.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import type { TreeUnit, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"

const types: ReadonlyMap<string, UnitType> = new Map([
  ["class_declaration", "class"],
  ["record_declaration", "class"],
  ["enum_declaration", "enum"],
  ["interface_declaration", "interface"],
  ["annotation_type_declaration", "interface"],
  ["module_declaration", "module"]
])

const callables = new Set([
  "method_declaration",
  "constructor_declaration",
  "compact_constructor_declaration",
  "annotation_type_element_declaration"
])

const declared = (node: Node, type: UnitType, kind: Scope["kind"], scope: Scope, heads: Heads): TreeUnit => {
  const name = qualifyWithDots(node, scope)
  const body = node.childForFieldName("body")
  return { type, name, head: heads.head(node, body), ...enterBody(body, kind, name) }
}

/** Whether a field is a constant: `static final`, or any field of an interface. */
const isConstant = (node: Node): boolean =>
  node.type === "constant_declaration" || (hasModifier(node, "static") && hasModifier(node, "final"))

/** Returns the class body after `new Name()`. */
const anonymousBody = (value: Node | null): Node | null =>
  value?.type === "object_creation_expression" ? findChild(value, "class_body") : null

const fields = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const declarators = node.childrenForFieldName("declarator").filter((each) => each !== null)
  const before = heads.head(node, declarators[0] ?? null)
  return declarators.flatMap((declarator): ReadonlyArray<TreeUnit> => {
    const value = declarator.childForFieldName("value")
    const body = anonymousBody(value)
    if (body === null && !isConstant(node)) return []
    const name = qualifyWithDots(declarator, scope)
    return [{ type: "constant", name, head: before + heads.head(declarator, value), ...enterBody(body, "type", name) }]
  })
}

const find = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const type = types.get(node.type)
  if (type !== undefined) return [declared(node, type, "type", scope, heads)]
  if (callables.has(node.type)) {
    return [declared(node, scope.kind === "type" ? "method" : "function", "function", scope, heads)]
  }
  if (node.type === "enum_constant") return [declared(node, "constant", "type", scope, heads)]
  if (node.type === "field_declaration" || node.type === "constant_declaration") return fields(node, scope, heads)
  const anonymous = anonymousBody(node)
  return anonymous === null ? [] : [makeNamelessUnit(anonymous, scope)]
}

export const javaGrammar: Asset = { specifier: "tree-sitter-java/tree-sitter-java.wasm", file: "tree-sitter-java.wasm" }

const language: TreeLanguage = {
  name: "java",
  extensions: [".java"],
  grammar: javaGrammar,
  comments: ["line_comment", "block_comment"],
  attributes: new Set(["annotation", "marker_annotation"]),
  containers: new Set([
    "ERROR",
    "enum_body_declarations",
    "static_initializer",
    "block",
    "constructor_body",
    "labeled_statement",
    "if_statement",
    "for_statement",
    "enhanced_for_statement",
    "while_statement",
    "do_statement",
    "switch_expression",
    "switch_block",
    "switch_block_statement_group",
    "switch_rule",
    "synchronized_statement",
    "try_statement",
    "try_with_resources_statement",
    "catch_clause",
    "finally_clause",
    "expression_statement",
    "return_statement",
    "local_variable_declaration",
    "variable_declarator",
    "assignment_expression",
    "lambda_expression",
    "method_invocation",
    "argument_list",
    "field_declaration"
  ]),
  leads: (node) => node.type === "block_comment" || node.type === "line_comment",
  find,
  facts: javaFacts
}

/**
 * Java: names are `Outer.Inner.method`, as in Javadoc and stack traces. The package is not part of a name: the path has
 * it and notes seldom do; a noted name with a package (`com.acme.Pool.acquire`) still ends with the unit's name. A
 * constructor is `Pool.Pool`; static final fields, fields of interfaces and enum constants are constants. Members of an
 * anonymous class belong to the enclosing field or method.
 */
export const java = treeSitterLanguage(language)
