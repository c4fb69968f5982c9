import type { DeclaredImport } from "../../treesitter/facts/FactsLanguage.ts"
import { splitName } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

const clause = (node: SyntaxNode, prefix: string, reading: Reading): DeclaredImport => {
  const target = node.find("qualified_name") ?? node.named.find(({ field }) => field === "")
  const path = `${prefix}${reading.text(target).replaceAll(/\s/g, "")}`.replace(/^\\/, "")
  const { imported, module } = splitName(path, "\\")
  return { module, imported, local: reading.text(node.at("alias")) || imported, kind: "static", at: node }
}

/** Files included by a path that ends with a literal. */
const included = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  const given = node.named[0]
  const inner = given?.type === "parenthesized_expression" ? given.named[0] : given
  const last = inner?.type === "binary_expression" ? inner.at("right") : inner
  const content = last?.find("string_content")
  const module = reading.text(content)
  return module === "" ? [] : [{ module, imported: "*", local: "", kind: "include", at: node }]
}

/** The names that `use` brings, and included files. */
export const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  if (/^(?:include|require)(?:_once)?_expression$/.test(node.type)) return included(node, reading)
  if (node.type !== "namespace_use_declaration") return []
  const group = node.at("body")
  if (group === undefined) {
    return node.named.filter(({ type }) => type === "namespace_use_clause").map((each) => clause(each, "", reading))
  }
  const prefix = `${reading.text(node.find("namespace_name"))}\\`
  return group.named.map((each) => clause(each, prefix, reading))
}
