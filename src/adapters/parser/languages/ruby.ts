import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import { qualify } from "../treesitter/extract.ts"
import { rubyFacts } from "./facts/ruby.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import type { TreeUnit, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"
import { readField, readText } from "../treesitter/nodes.ts"

const file: Scope = { kind: "file", name: "" }

/** Returns the class or module that owns a definition. A method defined in a method has the same owner. */
const ownerOf = (scope: Scope): Scope => (scope.kind === "function" ? (scope.outer ?? file) : scope)

const typeScope = (name: string, separator: "#" | "."): Scope => ({ kind: "type", name, separator })

/** Qualifies a type name: `Foo` is relative to the scope, `::Foo` is absolute. */
const typeName = (node: Node | null, scope: Scope): string => {
  const text = readText(node)
  return text.startsWith("::") ? text.slice(2) : qualify(ownerOf(scope), text, "::")
}

/** Returns the node that ends the head of a definition. */
const headEnd = (node: Node): Node | null => node.childForFieldName("body") ?? node.lastChild

const declaredType = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const name = typeName(node.childForFieldName("name"), scope)
  // A comment above the first member is a sibling of the body, not inside it.
  return {
    type: node.type === "class" ? "class" : "module",
    name,
    head: heads.head(node, headEnd(node)),
    inside: { node, scope: typeScope(name, "#") }
  }
}

const methodNamed = (name: string, scope: Scope): Pick<TreeUnit, "type" | "name"> => {
  const owner = ownerOf(scope)
  return owner.kind === "type"
    ? { type: "method", name: qualify(owner, name, owner.separator ?? "#") }
    : { type: "function", name: qualify(owner, name, ".") }
}

const method = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const found = methodNamed(readField(node, "name"), scope)
  const inner: Scope = { kind: "function", name: found.name, outer: ownerOf(scope) }
  return { ...found, head: heads.head(node, headEnd(node)), inside: { node, scope: inner } }
}

/** `def self.name`, or `def Name.name` for the enclosing class or another. */
const singletonMethod = (node: Node, scope: Scope, heads: Heads): TreeUnit => {
  const owner = ownerOf(scope)
  const object = readField(node, "object")
  const isOwn = object === "self" || owner.name === object || owner.name.endsWith(`::${object}`)
  const on = typeScope(isOwn ? owner.name : qualify(owner, object, "::"), ".")
  const name = qualify(on, readField(node, "name"), ".")
  const type = on.name === "" ? "function" : "method"
  const inner: Scope = { kind: "function", name, outer: on }
  return { type, name, head: heads.head(node, headEnd(node)), inside: { node, scope: inner } }
}

const symbolName = (node: Node): string =>
  /^(?:simple_symbol|string|bare_symbol)$/.test(node.type) ? node.text.replace(/^[:"']|["']$/g, "") : ""

/** Methods defined by a call: `attr_reader :a, :b`, `define_method(:c) { … }`, `alias_method :d, :e`. */
const madeMethods = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const maker = node.childForFieldName("receiver") === null ? readField(node, "method") : ""
  const symbols = (node.childForFieldName("arguments")?.namedChildren ?? []).map(symbolName)
  const isAccessor = /^(?:[cm]?attr_(?:reader|writer|accessor)|mattr_\w+|cattr_\w+)$/.test(maker)
  if (!isAccessor && !/^(?:define_method|alias_method|define_singleton_method)$/.test(maker)) return []
  if (scope.kind !== "type") return []
  const on = maker === "define_singleton_method" ? typeScope(scope.name, ".") : scope
  const named = (isAccessor ? symbols : symbols.slice(0, 1)).filter((name) => name !== "")
  const block = node.childForFieldName("block")
  return named.map((name) => ({
    ...methodNamed(name, on),
    head: isAccessor ? `${maker} :${name}` : heads.head(node, block)
  }))
}

/** Whether a call creates a class, like `Struct.new(:x) do … end`. */
const makesClass = (call: Node): boolean => {
  const receiver = readField(call, "receiver")
  const maker = receiver === "Data" ? "define" : "new"
  return /^(?:::)?(?:Struct|Class|Module|Data)$/.test(receiver) && call.childForFieldName("method")?.text === maker
}

const isClassMade = (value: Node | null): value is Node => value?.type === "call" && makesClass(value)

/**
 * Returns the scope of methods defined in the block of `Foo.class_eval`, `instance_eval` or
 * `Foo.singleton_class.class_eval`.
 */
const evaluated = (receiver: string, separator: "#" | ".", scope: Scope): Scope => {
  const isOfClass = /(?:^|\.)singleton_class$/.test(receiver)
  const object = receiver.replace(/\.?singleton_class$/, "").replace(/^::/, "")
  // The class already exists and has an absolute name.
  const name = /^[A-Z]/.test(object) ? object : ownerOf(scope).name
  return typeScope(name, isOfClass ? "." : separator)
}

/** Returns the scope of methods defined in a call's block, if it differs from the scope of the call. */
const blockScope = (call: Node, scope: Scope): Scope | undefined => {
  const receiver = readField(call, "receiver")
  const name = readField(call, "method")
  const owner = ownerOf(scope).name
  if (makesClass(call)) return typeScope(owner, "#")
  if (/^(?:class|module)_(?:eval|exec)$/.test(name)) return evaluated(receiver, "#", scope)
  if (/^instance_(?:eval|exec)$/.test(name)) return evaluated(receiver, ".", scope)
  if (receiver !== "") return undefined
  if (name === "class_methods") return typeScope(owner, ".")
  const refined = name === "refine" ? call.childForFieldName("arguments")?.namedChild(0)?.text : undefined
  return refined === undefined ? undefined : typeScope(refined.replace(/^::/, ""), "#")
}

/** A call whose block defines methods in another scope. */
const evaluatedBlock = (call: Node, scope: Scope): ReadonlyArray<TreeUnit> => {
  const block = call.childForFieldName("block")
  const inner = block === null ? undefined : blockScope(call, scope)
  return block === null || inner === undefined
    ? []
    : [{ type: "class", name: "", head: "", inside: { node: block, scope: inner } }]
}

const isName = (target: Node): boolean => target.type === "constant" || target.type === "scope_resolution"

const constants = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const left = node.childForFieldName("left")
  const value = node.childForFieldName("right")
  if (left === null || scope.kind === "function") return []
  if (left.type === "left_assignment_list") {
    return left.namedChildren
      .filter(isName)
      .map((target) => ({ type: "constant", name: typeName(target, scope), head: target.text }))
  }
  if (!isName(left)) return []
  const name = typeName(left, scope)
  if (!isClassMade(value)) return [{ type: "constant", name, head: left.text }]
  const block = value.childForFieldName("block")
  const type = value.childForFieldName("receiver")?.text.endsWith("Module") === true ? "module" : "class"
  const found: TreeUnit = { type, name, head: heads.head(node, block) }
  return [block === null ? found : { ...found, inside: { node: block, scope: typeScope(name, "#") } }]
}

const find = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  switch (node.type) {
    case "class":
    case "module":
      return [declaredType(node, scope, heads)]
    case "singleton_class": {
      const owner = ownerOf(scope)
      return [{ type: "class", name: "", head: "", inside: { node, scope: typeScope(owner.name, ".") } }]
    }
    case "method":
      return [method(node, scope, heads)]
    case "singleton_method":
      return [singletonMethod(node, scope, heads)]
    case "alias":
      return scope.kind === "type"
        ? [{ ...methodNamed(readField(node, "name").replace(/^:/, ""), scope), head: node.text }]
        : []
    case "call": {
      const made = madeMethods(node, scope, heads)
      return made.length === 0 ? evaluatedBlock(node, scope) : made
    }
    default:
      return node.type === "assignment" || node.type === "operator_assignment" ? constants(node, scope, heads) : []
  }
}

export const rubyGrammar: Asset = { specifier: "tree-sitter-ruby/tree-sitter-ruby.wasm", file: "tree-sitter-ruby.wasm" }

const language: TreeLanguage = {
  name: "ruby",
  extensions: [".rb", ".rake", ".gemspec", ".ru"],
  files: {
    names: [
      "rakefile",
      "gemfile",
      "guardfile",
      "capfile",
      "vagrantfile",
      "podfile",
      "fastfile",
      "brewfile",
      "dangerfile"
    ],
    interpreters: ["ruby", "rake"]
  },
  grammar: rubyGrammar,
  once: "constant",
  comments: ["comment"],
  containers: new Set([
    "ERROR",
    "body_statement",
    "block_body",
    "do_block",
    "block",
    "call",
    "lambda",
    "argument_list",
    "pair",
    "assignment",
    "operator_assignment",
    "binary",
    "return",
    "parenthesized_statements",
    "while",
    "until",
    "for",
    "do",
    "begin",
    "begin_block",
    "rescue",
    "ensure",
    "else",
    "elsif",
    "if",
    "unless",
    "then",
    "if_modifier",
    "unless_modifier",
    "case",
    "when"
  ]),
  leads: (node) => node.type === "comment",
  find,
  facts: rubyFacts
}

/**
 * Ruby: names are `Module::Class#method`, `Class.method` for singleton methods, `Class::CONSTANT`. Definitions in a
 * block belong to the scope around it or to the class that the block is evaluated in: `Class.method` in
 * `class_methods`, `String#method` in `refine String` or `String.class_eval`.
 */
export const ruby = treeSitterLanguage(language)
