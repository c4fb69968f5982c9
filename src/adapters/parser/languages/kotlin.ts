import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import type { UnitType } from "../Outline.ts"
import { qualify } from "../treesitter/extract.ts"
import { childOf, fieldText, hasModifier, nameless, within } from "../treesitter/nodes.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import { nameBefore, withoutSoftKeywords } from "./softKeywords.ts"
import type { Found, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"

const receivers = ["user_type", "nullable_type", "parenthesized_type"]

/** Names are written in backquotes where they are no plain words. */
const plain = (name: string): string => nameBefore(name.replace(/^`(.*)`$/s, "$1"))

/** The type an extension is for, with a dot: `List.` for `List<T>?`. */
const receiverOf = (node: Node, named: Node | null): string => {
  const type = node.namedChildren.find((child) => receivers.includes(child.type))
  if (type === undefined || (named !== null && type.startIndex > named.startIndex)) return ""
  const core = type.type === "nullable_type" ? (childOf(type, "user_type") ?? type) : type
  if (core.type !== "user_type") return ""
  const names = core.namedChildren.filter((child) => child.type === "identifier")
  return `${names.map((each) => each.text).join(".")}.`
}

/** An extension of a file is called by the type it is for, one of a type or an object by where it stands. */
const receiverIn = (scope: Scope, node: Node, named: Node | null): string =>
  scope.kind === "file" ? receiverOf(node, named) : ""

const typeOf = (node: Node): UnitType => {
  if (childOf(node, "interface") !== null) return "interface"
  return hasModifier(node, "enum") ? "enum" : "class"
}

const declaredType = (node: Node, scope: Scope, heads: Heads): Found => {
  const body = childOf(node, "class_body", "enum_class_body")
  const name = qualify(scope, plain(fieldText(node, "name")), ".")
  return { type: typeOf(node), name, head: heads.head(node, body), ...within(body, "type", name) }
}

/** Members of a companion belong to its class, as they are called; the companion itself is `Pool.Companion`. */
const companion = (node: Node, scope: Scope, heads: Heads): Found => {
  const body = childOf(node, "class_body")
  const name = qualify(scope, plain(fieldText(node, "name")) || "Companion", ".")
  return { type: "module", name, head: heads.head(node, body), ...within(body, "module", scope.name) }
}

/** An object, or an entry of an enum. */
const singleton = (node: Node, scope: Scope, heads: Heads): Found => {
  const body = childOf(node, "class_body")
  const name = qualify(scope, plain(fieldText(node, "name") || (childOf(node, "identifier")?.text ?? "")), ".")
  const head = heads.head(node, body)
  return node.type === "enum_entry"
    ? { type: "constant", name, head, ...within(body, "type", name) }
    : { type: "module", name, head, ...within(body, "module", name) }
}

const callableType = (scope: Scope): UnitType =>
  scope.kind === "type" || scope.kind === "module" ? "method" : "function"

const callable = (node: Node, scope: Scope, heads: Heads): Found => {
  const named = node.childForFieldName("name")
  const own = node.type === "secondary_constructor" ? "constructor" : plain(named?.text ?? "")
  const body = childOf(node, "function_body", "block")
  const name = own === "" ? "" : qualify(scope, receiverIn(scope, node, named) + own, ".")
  const head = heads.head(node, childOf(node, "constructor_delegation_call") ?? body)
  return { type: callableType(scope), name, head: head.trimEnd().replace(/:$/, ""), ...within(body, "function", name) }
}

const values = ["lambda_literal", "anonymous_function", "object_literal"]

/** Whether a property is left to those who inherit it. */
const isAbstract = (node: Node): boolean => {
  const owner = node.parent?.parent
  const isAsked = owner?.type === "class_declaration" && childOf(owner, "interface") !== null
  return isAsked || hasModifier(node, "abstract")
}

/**
 * What a property is: a method where code answers for it, or where heirs must; a constant where it stands for the file
 * or an object; none where it is the state of an instance.
 */
const propertyType = (node: Node, scope: Scope, value: Node | null): UnitType | undefined => {
  const isShared = scope.kind !== "type"
  if (value?.type === "object_literal") return "constant"
  if (value !== null || childOf(node, "getter", "setter") !== null) return callableType(scope)
  if (isShared) return "constant"
  return childOf(node, "property_delegate") !== null || isAbstract(node) ? "method" : undefined
}

const property = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<Found> => {
  if (scope.kind === "function") return []
  const value = childOf(node, ...values)
  const type = propertyType(node, scope, value)
  if (type === undefined) return []
  const variables = childOf(node, "multi_variable_declaration")?.namedChildren ?? [
    childOf(node, "variable_declaration")
  ]
  const end = childOf(node, "=", "getter", "setter", "property_delegate")
  return variables.flatMap((variable, at): ReadonlyArray<Found> => {
    const own = plain(variable?.namedChildren.find((child) => child.type === "identifier")?.text ?? "")
    if (own === "" || own === "_") return []
    const name = qualify(scope, receiverIn(scope, node, variable) + own, ".")
    const inside = { node, scope: { kind: type === "constant" ? ("type" as const) : ("function" as const), name } }
    // Looked into once, or a pattern in a pattern in a pattern takes twice as long each.
    return [{ type, name, head: heads.head(node, end), ...(at === 0 ? { inside } : {}) }]
  })
}

const find = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<Found> => {
  if (node.type === "class_declaration") return [declaredType(node, scope, heads)]
  if (node.type === "function_declaration" || node.type === "secondary_constructor") {
    return [callable(node, scope, heads)]
  }
  if (node.type === "property_declaration") return property(node, scope, heads)
  if (node.type === "companion_object") return [companion(node, scope, heads)]
  if (node.type === "object_declaration" || node.type === "enum_entry") return [singleton(node, scope, heads)]
  if (node.type === "type_alias") {
    const name = qualify(scope, plain(fieldText(node, "type")), ".")
    return [{ type: "type", name, head: heads.head(node, childOf(node, "=")) }]
  }
  const body = node.type === "object_literal" ? childOf(node, "class_body") : null
  return body === null ? [] : [nameless(body, scope)]
}

export const kotlinGrammar: Asset = {
  specifier: "@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm",
  file: "tree-sitter-kotlin.wasm"
}

/**
 * Modifiers that the grammar does not take behind others, behind an annotation with arguments or before a constructor.
 * What they belong to begins before them, so that its head, read from the text itself, still has them.
 */
const misread =
  /(?<=\)\s+|\b(?:public|internal|protected|private|open|abstract|sealed|override)\s+)(?:actual|expect|annotation)(?=\s+[a-z])|\b(?:actual|expect)(?=\s+constructor\b)/g

const withoutMisread = (text: string): string => text.replace(misread, (word) => " ".repeat(word.length))

const language: TreeLanguage = {
  name: "kotlin",
  extensions: [".kt", ".kts"],
  grammar: kotlinGrammar,
  comments: ["line_comment", "block_comment"],
  attributes: new Set(["annotation"]),
  prepare: (text) => withoutSoftKeywords(withoutMisread(text)),
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
  find
}

/**
 * Kotlin: names are `Outer.Inner.member`, without the package, as calls have them; what a companion has is
 * `Pool.create`, an extension in a file `String.words`, a second constructor `Pool.constructor`. Objects are modules; properties
 * of files and objects and enum entries are constants, properties with code of their own methods. Members of an object
 * expression belong to what it stands in.
 */
export const kotlin = treeSitterLanguage(language)
