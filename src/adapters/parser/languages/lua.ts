import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import { qualify } from "../treesitter/extract.ts"
import { luaFacts } from "./facts/lua.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import type { TreeUnit, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"
import { readField } from "../treesitter/nodes.ts"

/** A name and its assigned value. */
interface Pair {
  readonly name: Node
  readonly value: Node | undefined
}

/** Returns the name as written: `M.f`, `M.a:m`. `["g"]` becomes `g`; a computed name is empty. */
const nameIn = (node: Node): string => {
  if (node.type === "string") return readField(node, "content")
  return /^[\w.:\s]+$/.test(node.text) ? node.text.replace(/\s/g, "") : ""
}

const callableType = (name: string, scope: Scope): "method" | "function" =>
  scope.kind === "type" || name.includes(":") ? "method" : "function"

/** A function. Its head is the text of `node` before the body. */
const callable = (node: Node, definition: Node, name: string, scope: Scope, heads: Heads): TreeUnit => {
  const body = definition.childForFieldName("body")
  return {
    type: callableType(name, scope),
    name,
    head: heads.head(node, body ?? definition.lastChild),
    ...(body === null ? {} : { inside: { node: definition, scope: { kind: "function", name } } })
  }
}

/** Returns the fields of a table, including one passed to a function as in `setmetatable({}, …)`. */
const fieldsOf = (value: Node | undefined): Node | undefined => {
  if (value?.type === "table_constructor") return value
  return value?.type === "function_call" ? (value.childForFieldName("arguments") ?? undefined) : undefined
}

const isImport = (value: Node | undefined): boolean =>
  value?.type === "function_call" && value.childForFieldName("name")?.text === "require"

const assigned = (statement: Node, { name: node, value }: Pair, alone: boolean, scope: Scope, heads: Heads) => {
  const name = qualify(scope, nameIn(node), ".")
  if (name === "") return []
  if (value?.type === "function_definition") {
    return [callable(alone ? statement : value, value, name, scope, heads)]
  }
  const fields = fieldsOf(value)
  const inside = fields === undefined ? {} : { inside: { node: fields, scope: { kind: "type", name } as const } }
  // A name is a constant only if it is assigned at the top level and not imported by `require`.
  const isConstant = statement.parent?.type === "chunk" && !isImport(value)
  const head = alone ? heads.head(statement, value ?? null) : node.text
  const found: TreeUnit = { type: "constant", name: isConstant ? name : "", head, ...inside }
  return isConstant || fields !== undefined ? [found] : []
}

const assignment = (statement: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const node = statement.type === "assignment_statement" ? statement : statement.namedChild(0)
  const names = node?.type === "assignment_statement" ? node.namedChild(0) : node
  const values = node?.type === "assignment_statement" ? (node.namedChild(1)?.namedChildren ?? []) : []
  const pairs = (names?.namedChildren ?? [])
    .filter((child) => child.type !== "attribute" && child.type !== "comment")
    .map((name, at): Pair => ({ name, value: values[at] }))
  return pairs.flatMap((pair) => assigned(statement, pair, pairs.length === 1, scope, heads))
}

/** A field of a table: a function, or a table that may contain functions. */
const field = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const key = node.childForFieldName("name")
  const value = node.childForFieldName("value") ?? undefined
  if (key === null || value === undefined) return []
  const name = qualify(scope, nameIn(key), ".")
  if (name === "") return []
  if (value.type === "function_definition") return [callable(node, value, name, scope, heads)]
  const fields = fieldsOf(value)
  return fields === undefined
    ? []
    : [{ type: "constant", name: "", head: "", inside: { node: fields, scope: { kind: "type", name } } }]
}

const find = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  if (node.type === "function_declaration") {
    const name = node.childForFieldName("name")
    return name === null ? [] : [callable(node, node, qualify(scope, nameIn(name), "."), scope, heads)]
  }
  if (node.type === "variable_declaration" || node.type === "assignment_statement") {
    return assignment(node, scope, heads)
  }
  return node.type === "field" ? field(node, scope, heads) : []
}

export const luaGrammar: Asset = {
  specifier: "@tree-sitter-grammars/tree-sitter-lua/tree-sitter-lua.wasm",
  file: "tree-sitter-lua.wasm"
}

const language: TreeLanguage = {
  name: "lua",
  extensions: [".lua", ".rockspec"],
  files: { interpreters: ["lua", "luajit"] },
  grammar: luaGrammar,
  once: "constant",
  comments: ["comment"],
  containers: new Set([
    "ERROR",
    "block",
    "if_statement",
    "elseif_statement",
    "else_statement",
    "do_statement",
    "while_statement",
    "repeat_statement",
    "for_statement",
    "return_statement",
    "expression_list",
    "table_constructor",
    "function_call",
    "arguments",
    // Functions passed to a call, as in tests.
    "function_definition"
  ]),
  leads: (node) => node.type === "comment",
  find,
  facts: luaFacts
}

/**
 * Lua: names are as written, `M.f` and `M:method`, including functions in tables; top-level variables are constants.
 */
export const lua = treeSitterLanguage(language)
