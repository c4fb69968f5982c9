import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import type { UnitType } from "../Outline.ts"
import { qualify } from "../treesitter/extract.ts"
import { findChild, readField, hasModifier, enterBody, readText } from "../treesitter/nodes.ts"
import { swiftFacts } from "./facts/swift.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import type { TreeUnit, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"

const kinds: ReadonlyMap<string, UnitType> = new Map([
  ["class", "class"],
  ["actor", "class"],
  ["struct", "struct"],
  ["enum", "enum"],
  ["extension", "impl"]
])

const callables: ReadonlyMap<string, string> = new Map([
  ["function_declaration", ""],
  ["protocol_function_declaration", ""],
  ["init_declaration", "init"],
  ["deinit_declaration", "deinit"],
  ["subscript_declaration", "subscript"]
])

/** Removes the backquotes around a name. */
const plain = (name: string): string => name.replace(/^`(.*)`$/s, "$1")

const named = (node: Node, scope: Scope): string => qualify(scope, plain(readField(node, "name")), ".")

/** Returns the extended type without type arguments: `Array.Index`. */
const extended = (node: Node): string => readField(node, "name").replace(/<.*$/s, "").replace(/\s/g, "")

const declaredType = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const kind = readField(node, "declaration_kind")
  const type = kinds.get(kind) ?? "interface"
  const body = node.childForFieldName("body")
  const head = heads.head(node, body)
  if (type !== "impl") {
    const name = named(node, scope)
    return { type, name, head, ...enterBody(body, "type", name) }
  }
  const protocols = node.namedChildren.filter((child) => child.type === "inheritance_specifier")
  const list = protocols.map((each) => each.text).join(", ")
  const target = extended(node)
  const title = target === "" ? "" : `extension ${target}${list === "" ? "" : `: ${list}`}`
  return { type, name: qualify(scope, title, "."), head, ...enterBody(body, "type", qualify(scope, target, ".")) }
}

const callableType = (scope: Scope): UnitType => (scope.kind === "type" ? "method" : "function")

const callable = (node: Node, own: string, scope: Scope, heads: Heads): TreeUnit => {
  const body = node.childForFieldName("body") ?? findChild(node, "computed_property")
  const name = own === "" ? named(node, scope) : qualify(scope, own, ".")
  return { type: callableType(scope), name, head: heads.head(node, body), ...enterBody(body, "function", name) }
}

/**
 * Returns the type of a property: a method if it has code or a protocol requires it, a constant if it belongs to the
 * file or is static, undefined if it is instance state.
 */
const propertyType = (node: Node, scope: Scope): UnitType | undefined => {
  const isShared = scope.kind === "file" || hasModifier(node, "static") || hasModifier(node, "class")
  const value = node.childForFieldName("value")
  const answers = findChild(node, "computed_property", "willset_didset_block", "protocol_property_requirements")
  if (answers !== null || value?.type === "lambda_literal") return callableType(scope)
  return isShared ? "constant" : undefined
}

const boundNames = (pattern: Node): ReadonlyArray<string> => {
  const names = pattern.namedChildren.filter((child) => child.type === "simple_identifier")
  return names.length > 0
    ? names.map((each) => plain(each.text))
    : pattern.namedChildren.filter((child) => child.type === "pattern").flatMap(boundNames)
}

const property = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const type = scope.kind === "function" ? undefined : propertyType(node, scope)
  if (type === undefined) return []
  const patterns = node.childrenForFieldName("name").filter((each) => each?.type === "pattern")
  const body = findChild(node, "computed_property", "willset_didset_block")
  const first = node.childForFieldName("value")
  const end = first !== null && (body === null || first.startIndex < body.startIndex) ? first : body
  const head = heads.head(node, end)
  return patterns
    .flatMap((pattern) => (pattern === null ? [] : boundNames(pattern)))
    .map((own): TreeUnit => {
      const name = qualify(scope, own, ".")
      return { type, name, head, ...enterBody(body, "function", name) }
    })
}

const cases = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> =>
  node
    .childrenForFieldName("name")
    .filter((each) => each?.type === "simple_identifier")
    .map((each) => ({
      type: "constant",
      name: qualify(scope, plain(readText(each)), "."),
      head: heads.head(node, null)
    }))

const find = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const own = callables.get(node.type)
  if (own !== undefined) return [callable(node, own, scope, heads)]
  switch (node.type) {
    case "class_declaration":
    case "protocol_declaration":
      return [declaredType(node, scope, heads)]
    case "property_declaration":
    case "protocol_property_declaration":
      return property(node, scope, heads)
    case "enum_entry":
      return cases(node, scope, heads)
    case "typealias_declaration":
    case "associatedtype_declaration":
      return [{ type: "type", name: named(node, scope), head: heads.head(node, findChild(node, "=")) }]
    case "macro_declaration": {
      const name = qualify(scope, readText(findChild(node, "simple_identifier")), ".")
      return [{ type: "function", name, head: heads.head(node, node.childForFieldName("definition")) }]
    }
    default:
      return []
  }
}

export const swiftGrammar: Asset = {
  specifier: "@repomix/tree-sitter-wasms/out/tree-sitter-swift.wasm",
  file: "tree-sitter-swift.wasm"
}

/**
 * Blanks conditional-compilation directives, which the grammar does not accept between declarations. Both branches are
 * parsed.
 */
const withoutConditions = (text: string): string =>
  text.replace(/^[^\S\n]*#(?:if|elseif|else|endif)\b.*$/gm, (line) => " ".repeat(line.length))

/** The sign of a macro's expansion, `#expect(…)` or `#Preview { … }`, which the grammar knows for what is built in only. */
const macroSign =
  /#(?!(?:file|fileID|filePath|line|column|function|dsohandle|selector|keyPath|available|unavailable|colorLiteral|fileLiteral|imageLiteral|sourceLocation|error|warning)\b)(?=[A-Za-z_])/g

/** A macro of Swift Testing that gives what it is given. */
const requireMacro = /#require(?=\((?!throws:))/g

/** Makes expansions of macros calls and names, but not those of functions of the same name: `_expect(…)`. */
const withoutMacroSigns = (text: string): string =>
  text.replace(requireMacro, (macro) => " ".repeat(macro.length)).replace(macroSign, "_")

const language: TreeLanguage = {
  name: "swift",
  extensions: [".swift"],
  grammar: swiftGrammar,
  comments: ["comment", "multiline_comment"],
  attributes: new Set(["attribute"]),
  prepare: (text) => withoutMacroSigns(withoutConditions(text)),
  containers: new Set([
    "ERROR",
    "computed_getter",
    "computed_setter",
    "willset_clause",
    "didset_clause",
    "statements",
    "if_statement",
    "guard_statement",
    "for_statement",
    "while_statement",
    "repeat_while_statement",
    "do_statement",
    "catch_block",
    "switch_statement",
    "switch_entry",
    "control_transfer_statement"
  ]),
  leads: (node) => node.type === "comment" || node.type === "multiline_comment",
  find,
  facts: swiftFacts
}

/**
 * Swift: names are `Outer.Inner.member`, functions without argument labels. Initializers are `Pool.init`. Members of an
 * extension belong to its type; the extension itself is `extension Pool: Sequence`. Protocols are interfaces.
 * Properties with code and those required by a protocol are methods; static properties, top-level properties and enum
 * cases are constants.
 */
export const swift = treeSitterLanguage(language)
