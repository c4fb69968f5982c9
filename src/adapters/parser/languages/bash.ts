import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import { qualify } from "../treesitter/extract.ts"
import { bashFacts } from "./facts/bash.ts"
import { treeSitterLanguage } from "../treesitter/treeSitter.ts"
import type { TreeUnit, Heads, Scope, TreeLanguage } from "../treesitter/TreeLanguage.ts"
import { readField } from "../treesitter/nodes.ts"

/** Functions are global wherever they are defined, so names are not qualified. */
const callable = (node: Node, heads: Heads): TreeUnit => {
  const body = node.childForFieldName("body")
  const name = readField(node, "name")
  return {
    type: "function",
    name: qualify({ kind: "file", name: "" }, name, "."),
    head: heads.head(node, body),
    ...(body === null ? {} : { inside: { node: body, scope: { kind: "function", name } } })
  }
}

const isDeclared = (node: Node): boolean =>
  node.type === "declaration_command" && /^(?:readonly|export|declare|typeset)\b/.test(node.text)

/** Variables set at the top level of the script, either declared or in upper case. */
const variables = (node: Node, heads: Heads): ReadonlyArray<TreeUnit> => {
  if (node.parent?.type !== "program") return []
  const assignments = node.type === "variable_assignment" ? [node] : node.namedChildren
  return assignments.flatMap((assignment): ReadonlyArray<TreeUnit> => {
    const name = assignment.type === "variable_assignment" ? readField(assignment, "name") : ""
    const isConstant = isDeclared(node) ? name !== "" : /^_*[A-Z][A-Z0-9_]*$/.test(name)
    const first = assignments.find((child) => child.type === "variable_assignment") ?? null
    const head = heads.head(node, first)
    return isConstant ? [{ type: "constant", name, head: node === assignment ? name : `${head}${name}` }] : []
  })
}

const find = (node: Node, _: Scope, heads: Heads): ReadonlyArray<TreeUnit> => {
  if (node.type === "function_definition") return [callable(node, heads)]
  const assigns = ["variable_assignment", "variable_assignments"].includes(node.type) || isDeclared(node)
  return assigns ? variables(node, heads) : []
}

export const bashGrammar: Asset = { specifier: "tree-sitter-bash/tree-sitter-bash.wasm", file: "tree-sitter-bash.wasm" }

const language: TreeLanguage = {
  name: "bash",
  extensions: [".sh", ".bash", ".bats", ".ksh"],
  files: {
    names: [".bashrc", ".bash_profile", ".bash_aliases", ".bash_logout", ".profile"],
    interpreters: ["sh", "bash", "dash", "ash", "ksh", "bats"]
  },
  grammar: bashGrammar,
  once: "constant",
  comments: ["comment"],
  containers: new Set([
    "ERROR",
    "compound_statement",
    "subshell",
    "if_statement",
    "elif_clause",
    "else_clause",
    "case_statement",
    "case_item",
    "while_statement",
    "for_statement",
    "c_style_for_statement",
    "do_group",
    "list",
    "redirected_statement"
  ]),
  leads: (node) => node.type === "comment",
  find,
  facts: bashFacts
}

/** Shell: functions, wherever they are defined; declared and upper-case variables of the script itself are constants. */
export const bash = treeSitterLanguage(language)
