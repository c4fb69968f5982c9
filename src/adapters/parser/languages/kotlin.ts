import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import type { UnitType } from "../Outline.ts"
import { qualify } from "../treesitter/extract.ts"
import { findChild, readField, hasModifier, makeNamelessUnit, enterBody, readText } from "../treesitter/nodes.ts"
import { kotlinFacts } from "./facts/kotlin.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import { restoreName, widenSoftKeywords } from "./softKeywords.ts"
import type { TreeUnit, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"

const receivers = ["user_type", "nullable_type", "parenthesized_type"]

/** Removes the backquotes around a name. */
const plain = (name: string): string => restoreName(name.replace(/^`(.*)`$/s, "$1"))

/** Returns the receiver type of an extension with a dot: `List.` for `List<T>?`. */
const receiverOf = (node: Node, named: Node | null): string => {
  const type = node.namedChildren.find((child) => receivers.includes(child.type))
  if (type === undefined || (named !== null && type.startIndex > named.startIndex)) return ""
  const core = type.type === "nullable_type" ? (findChild(type, "user_type") ?? type) : type
  if (core.type !== "user_type") return ""
  const names = core.namedChildren.filter((child) => child.type === "identifier")
  return `${names.map((each) => each.text).join(".")}.`
}

/** Returns the receiver of a top-level extension. Other extensions are named after their scope. */
const receiverIn = (scope: Scope, node: Node, named: Node | null): string =>
  scope.kind === "file" ? receiverOf(node, named) : ""

const typeOf = (node: Node): UnitType => {
  if (findChild(node, "interface") !== null) return "interface"
  return hasModifier(node, "enum") ? "enum" : "class"
}

const declaredType = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const body = findChild(node, "class_body", "enum_class_body")
  const name = qualify(scope, plain(readField(node, "name")), ".")
  return { type: typeOf(node), name, head: heads.head(node, body), ...enterBody(body, "type", name) }
}

/** Members of a companion belong to its class, as in calls; the companion itself is `Pool.Companion`. */
const companion = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const body = findChild(node, "class_body")
  const name = qualify(scope, plain(readField(node, "name")) || "Companion", ".")
  return { type: "module", name, head: heads.head(node, body), ...enterBody(body, "module", scope.name) }
}

/** An object, or an entry of an enum. */
const singleton = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const body = findChild(node, "class_body")
  const name = qualify(scope, plain(readField(node, "name") || readText(findChild(node, "identifier"))), ".")
  const head = heads.head(node, body)
  return node.type === "enum_entry"
    ? { type: "constant", name, head, ...enterBody(body, "type", name) }
    : { type: "module", name, head, ...enterBody(body, "module", name) }
}

const callableType = (scope: Scope): UnitType =>
  scope.kind === "type" || scope.kind === "module" ? "method" : "function"

const callable = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const named = node.childForFieldName("name")
  const own = node.type === "secondary_constructor" ? "constructor" : plain(readText(named))
  const body = findChild(node, "function_body", "block")
  const name = own === "" ? "" : qualify(scope, receiverIn(scope, node, named) + own, ".")
  const head = heads.head(node, findChild(node, "constructor_delegation_call") ?? body)
  return {
    type: callableType(scope),
    name,
    head: head.trimEnd().replace(/:$/, ""),
    ...enterBody(body, "function", name)
  }
}

const values = ["lambda_literal", "anonymous_function", "object_literal"]

/** Whether a property is abstract. */
const isAbstract = (node: Node): boolean => {
  const owner = node.parent?.parent
  const isAsked = owner?.type === "class_declaration" && findChild(owner, "interface") !== null
  return isAsked || hasModifier(node, "abstract")
}

/**
 * Returns the type of a property: a method if it has code or is abstract, a constant if it belongs to the file or an
 * object, undefined if it is instance state.
 */
const propertyType = (node: Node, scope: Scope, value: Node | null): UnitType | undefined => {
  const isShared = scope.kind !== "type"
  if (value?.type === "object_literal") return "constant"
  if (value !== null || findChild(node, "getter", "setter") !== null) return callableType(scope)
  if (isShared) return "constant"
  return findChild(node, "property_delegate") !== null || isAbstract(node) ? "method" : undefined
}

const property = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  if (scope.kind === "function") return []
  const value = findChild(node, ...values)
  const type = propertyType(node, scope, value)
  if (type === undefined) return []
  const variables = findChild(node, "multi_variable_declaration")?.namedChildren ?? [
    findChild(node, "variable_declaration")
  ]
  const end = findChild(node, "=", "getter", "setter", "property_delegate")
  return variables.flatMap((variable, at): ReadonlyArray<TreeUnit> => {
    const own = plain(readText(variable?.namedChildren.find((child) => child.type === "identifier")))
    if (own === "" || own === "_") return []
    const name = qualify(scope, receiverIn(scope, node, variable) + own, ".")
    const inside = { node, scope: { kind: type === "constant" ? ("type" as const) : ("function" as const), name } }
    // Searched once only: otherwise each nested pattern would double the time.
    return [{ type, name, head: heads.head(node, end), ...(at === 0 ? { inside } : {}) }]
  })
}

const find = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  if (node.type === "class_declaration") return [declaredType(node, scope, heads)]
  if (node.type === "function_declaration" || node.type === "secondary_constructor") {
    return [callable(node, scope, heads)]
  }
  if (node.type === "property_declaration") return property(node, scope, heads)
  if (node.type === "companion_object") return [companion(node, scope, heads)]
  if (node.type === "object_declaration" || node.type === "enum_entry") return [singleton(node, scope, heads)]
  if (node.type === "type_alias") {
    const name = qualify(scope, plain(readField(node, "type")), ".")
    return [{ type: "type", name, head: heads.head(node, findChild(node, "=")) }]
  }
  const body = node.type === "object_literal" ? findChild(node, "class_body") : null
  return body === null ? [] : [makeNamelessUnit(body, scope)]
}

export const kotlinGrammar: Asset = {
  specifier: "@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm",
  file: "tree-sitter-kotlin.wasm"
}

/**
 * Modifiers that the grammar does not accept after others, after an annotation, or before a constructor.
 * Their declaration starts before them, so its head, read from the original text, still has them.
 */
const misread =
  /(?<=\)\s+|@[\w.]+\s+|\b(?:public|internal|protected|private|open|abstract|sealed|override)\s+)(?:actual|expect|annotation)(?=\s+[a-z])|\b(?:actual|expect)(?=\s+constructor\b)/g

/** The line break between a class and its constructor, which the grammar takes for one of the class around it. */
const beforeConstructor =
  /(\bclass\s+\w+(?:<[^<>\n]*>)?)([^\S\n]*\n\s*)(?=(?:(?:public|internal|protected|private|actual|expect)\s+|@[\w.:]+(?:\([^()\n]*\))?\s+){0,4}constructor\b)/g

const toBlanks = (text: string): string => " ".repeat(text.length)

const withoutMisread = (text: string): string =>
  text.replace(misread, toBlanks).replace(beforeConstructor, (_, head: string, gap: string) => head + toBlanks(gap))

const language: TreeLanguage = {
  name: "kotlin",
  extensions: [".kt", ".kts"],
  grammar: kotlinGrammar,
  comments: ["line_comment", "block_comment"],
  attributes: new Set(["annotation"]),
  prepare: (text) => widenSoftKeywords(withoutMisread(text)),
  containers: new Set([
    "ERROR",
    "anonymous_initializer",
    "getter",
    "setter",
    "property_delegate",
    "property_declaration",
    "function_body",
    "block",
    "if_expression",
    "when_expression",
    "when_entry",
    "for_statement",
    "while_statement",
    "do_while_statement",
    "try_expression",
    "catch_block",
    "finally_block",
    "return_expression",
    "call_expression",
    "navigation_expression",
    "value_arguments",
    "value_argument",
    "annotated_lambda",
    "lambda_literal",
    "anonymous_function",
    "assignment"
  ]),
  leads: (node) => node.type === "block_comment" || node.type === "line_comment",
  find,
  facts: kotlinFacts
}

/**
 * Kotlin: names are `Outer.Inner.member`, without the package, as in calls. A companion's member is `Pool.create`, a
 * top-level extension `String.words`, a second constructor `Pool.constructor`. Objects are modules; properties of files
 * and objects and enum entries are constants; properties with code are methods. Members of an object expression belong
 * to its scope.
 */
export const kotlin = treeSitterLanguage(language)
