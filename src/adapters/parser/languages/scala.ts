import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import type { UnitType } from "../Outline.ts"
import { qualify } from "../treesitter/extract.ts"
import { findChild, readField, hasModifier, makeNamelessUnit, enterBody } from "../treesitter/nodes.ts"
import { scalaFacts } from "./facts/scala.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import type { TreeUnit, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"

const types: ReadonlyMap<string, UnitType> = new Map([
  ["class_definition", "class"],
  ["full_enum_case", "class"],
  ["trait_definition", "trait"],
  ["enum_definition", "enum"],
  ["object_definition", "module"],
  ["package_object", "module"]
])

/** Removes the backquotes around a name. */
const plain = (name: string): string => name.replace(/^`(.*)`$/s, "$1")

const named = (node: Node, scope: Scope): string => qualify(scope, plain(readField(node, "name")), ".")

const declaredType = (node: Node, type: UnitType, scope: Scope, heads: Heads): TreeUnit => {
  const body = node.childForFieldName("body")
  const name = named(node, scope)
  const head = heads.head(node, body)
  const kind = type === "module" ? "module" : "type"
  return { type, name, head: node.type === "full_enum_case" ? `case ${head}` : head, ...enterBody(body, kind, name) }
}

const callable = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const body = node.childForFieldName("body")
  const name = named(node, scope)
  const type = scope.kind === "type" || scope.kind === "module" ? "method" : "function"
  // Not the body, which may itself be a `new Type { … }`.
  return { type, name, head: heads.head(node, body), inside: { node, scope: { kind: "function", name } } }
}

/** `given Ord[String]`, or the name of a named given. */
const given = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const own = plain(readField(node, "name"))
  const body = node.childForFieldName("body")
  const name = qualify(scope, own === "" ? `given ${readField(node, "return_type")}` : own, ".")
  const type = body?.type === "with_template_body" ? "impl" : "constant"
  const head = heads.head(node, body).replace(/\bwith\s*$/, "")
  return { type, name, head, ...enterBody(body, "type", name) }
}

/** Returns the type of an extension's receiver: `List` for `(xs: List[T])`. */
const receiverOf = (node: Node): string => {
  const lists = node.childrenForFieldName("parameters").filter((each) => each !== null)
  const parameters = lists.flatMap((list) => list.namedChildren.filter((child) => child.type === "parameter"))
  return readField(parameters[0], "type").replace(/[[(].*$/s, "")
}

/** Members of a top-level extension are named after its receiver, others after the enclosing scope. */
const extension = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const receiver = receiverOf(node)
  const name = scope.kind === "file" ? qualify(scope, receiver, ".") : scope.name
  return {
    type: "impl",
    name: receiver === "" ? "" : qualify(scope, `extension ${receiver}`, "."),
    head: heads.head(node, node.childForFieldName("body")),
    inside: { node, scope: { kind: "type", name } }
  }
}

/** Returns the names that a simple pattern binds. */
const boundNames = (pattern: Node | null): ReadonlyArray<string> => {
  if (pattern === null) return []
  if (pattern.type === "identifier" || pattern.type === "operator_identifier") return [plain(pattern.text)]
  return ["identifiers", "tuple_pattern", "typed_pattern"].includes(pattern.type)
    ? pattern.namedChildren.flatMap(boundNames)
    : []
}

/**
 * Whether a value is a constant rather than instance state: it belongs to the file or an object, subclasses must or may
 * define it, or its name is written as a constant.
 */
const isConstant = (node: Node, own: string, scope: Scope): boolean => {
  if (scope.kind !== "type") return true
  if (!node.type.startsWith("val_")) return false
  return (
    node.type === "val_declaration" ||
    /^\p{Lu}/u.test(own) ||
    ["implicit", "lazy", "final", "override"].some((keyword) => hasModifier(node, keyword))
  )
}

const values = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  if (scope.kind === "function") return []
  const value = node.childForFieldName("value")
  const names = boundNames(node.childForFieldName("pattern") ?? node.childForFieldName("name"))
  const isLambda = value?.type === "lambda_expression"
  const hasMembers = value?.type === "instance_expression" && findChild(value, "template_body") !== null
  return names.flatMap((own, at): ReadonlyArray<TreeUnit> => {
    if (!isLambda && !hasMembers && !isConstant(node, own, scope)) return []
    const type = isLambda ? (scope.kind === "file" ? "function" : "method") : "constant"
    const name = qualify(scope, own, ".")
    const inside = { node, scope: { kind: hasMembers ? ("type" as const) : ("function" as const), name } }
    // Searched once only: otherwise each nested pattern would double the time.
    return [{ type, name, head: heads.head(node, value), ...(at === 0 ? { inside } : {}) }]
  })
}

const find = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const type = types.get(node.type)
  if (type !== undefined) return [declaredType(node, type, scope, heads)]
  switch (node.type) {
    case "function_definition":
    case "function_declaration":
      return [callable(node, scope, heads)]
    case "val_definition":
    case "val_declaration":
    case "var_definition":
    case "var_declaration":
      return values(node, scope, heads)
    case "simple_enum_case":
      return [{ type: "constant", name: named(node, scope), head: `case ${heads.head(node, null)}` }]
    case "type_definition":
      return [{ type: "type", name: named(node, scope), head: heads.head(node, node.childForFieldName("type")) }]
    case "given_definition":
      return [given(node, scope, heads)]
    case "extension_definition":
      return [extension(node, scope, heads)]
    default: {
      const body = node.type === "instance_expression" ? findChild(node, "template_body") : null
      return body === null ? [] : [makeNamelessUnit(body, scope)]
    }
  }
}

export const scalaGrammar: Asset = {
  specifier: "tree-sitter-scala/tree-sitter-scala.wasm",
  file: "tree-sitter-scala.wasm"
}

const language: TreeLanguage = {
  name: "scala",
  extensions: [".scala", ".sc", ".sbt"],
  grammar: scalaGrammar,
  comments: ["comment", "block_comment"],
  attributes: new Set(["annotation"]),
  containers: new Set([
    "ERROR",
    "package_clause",
    "template_body",
    "enum_case_definitions",
    "val_definition",
    "var_definition",
    "block",
    "indented_block",
    "indented_cases",
    "case_block",
    "case_clause",
    "if_expression",
    "match_expression",
    "for_expression",
    "while_expression",
    "do_while_expression",
    "try_expression",
    "catch_clause",
    "finally_clause",
    "return_expression",
    "assignment_expression",
    "parenthesized_expression",
    "infix_expression",
    "field_expression",
    "call_expression",
    "colon_argument",
    "arguments",
    "lambda_expression"
  ]),
  leads: (node) => node.type === "comment" || node.type === "block_comment",
  find,
  facts: scalaFacts
}

/**
 * Scala: names are `Outer.Inner.member`, without the package, as in code; class and companion object share a name.
 * Objects are modules. Values of files and objects are constants, values of a class if abstract, implicit, lazy, final,
 * overriding or capitalized. A second constructor is `Pool.this`, an unnamed given `given Ord[Int]`, an extension
 * `extension String` and its members `String.words`. Members of `new Type { … }` belong to the enclosing scope.
 */
export const scala = treeSitterLanguage(language)
