import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import { qualify } from "../treesitter/extract.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import type { TreeUnit, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"
import { readField } from "../treesitter/nodes.ts"
import { pythonFacts } from "./facts/python.ts"

const inside = (node: Node, kind: Scope["kind"], name: string): Pick<TreeUnit, "inside"> => {
  const body = node.childForFieldName("body")
  return body === null ? {} : { inside: { node: body, scope: { kind, name } } }
}

const nameIn = (node: Node, field: string, scope: Scope): string => qualify(scope, readField(node, field), ".")

const callableType = (scope: Scope): "method" | "function" => (scope.kind === "type" ? "method" : "function")

const definition = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  const head = heads.head(node, node.childForFieldName("body"))
  const name = nameIn(node, "name", scope)
  return node.type === "class_definition"
    ? [{ type: "class", name, head, ...inside(node, "type", name) }]
    : [{ type: callableType(scope), name, head, ...inside(node, "function", name) }]
}

/** Whether an assignment is at module level, or at class level in upper case. */
const isConstant = (statement: Node, name: string, annotation: string): boolean => {
  const parent = statement.parent
  if (parent?.type === "module") return true
  const inClass = parent?.parent?.type === "class_definition"
  return inClass && (/^_*[A-Z][A-Z0-9_]*$/.test(name) || /\bFinal\b/.test(annotation))
}

const assignment = (statement: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  if (scope.kind === "function") return []
  const node = statement.namedChild(0)
  const left = node?.childForFieldName("left")
  const right = node?.childForFieldName("right")
  if (node?.type !== "assignment" || left?.type !== "identifier" || !right) return []
  if (right.type === "assignment") return []
  const annotation = readField(node, "type")
  const name = qualify(scope, left.text, ".")
  if (!isConstant(statement, left.text, annotation) && !(right.type === "lambda" && scope.kind === "type")) return []
  if (right.type === "lambda") {
    return [{ type: callableType(scope), name, head: heads.head(node, right.childForFieldName("body")) }]
  }
  return [{ type: /\bTypeAlias$/.test(annotation) ? "type" : "constant", name, head: heads.head(node, right) }]
}

const find = (node: Node, scope: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  if (node.type === "function_definition" || node.type === "class_definition") return definition(node, scope, heads)
  if (node.type === "decorated_definition") {
    const decorated = node.childForFieldName("definition")
    return decorated === null ? [] : definition(decorated, scope, heads)
  }
  if (node.type === "type_alias_statement") {
    const name = qualify(scope, readField(node, "left").replace(/\[.*$/s, ""), ".")
    return [{ type: "type", name, head: heads.head(node, node.childForFieldName("right")) }]
  }
  return node.type === "expression_statement" ? assignment(node, scope, heads) : []
}

export const pythonGrammar: Asset = {
  specifier: "tree-sitter-python/tree-sitter-python.wasm",
  file: "tree-sitter-python.wasm"
}

const language: TreeLanguage = {
  name: "python",
  extensions: [".py", ".pyi", ".pyw"],
  files: { interpreters: ["python", "pypy"] },
  grammar: pythonGrammar,
  once: "constant",
  comments: ["comment"],
  containers: new Set([
    "ERROR",
    "block",
    "if_statement",
    "elif_clause",
    "else_clause",
    "try_statement",
    "except_clause",
    "finally_clause",
    "with_statement",
    "for_statement",
    "while_statement",
    "match_statement",
    "case_clause"
  ]),
  leads: (node) => node.type === "comment",
  find,
  facts: pythonFacts
}

/** Python: names are `Class.method`; module-level assignments and upper-case class attributes are constants. */
export const python = treeSitterLanguage(language)
