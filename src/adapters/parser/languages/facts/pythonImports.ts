import type { DeclaredImport } from "../../treesitter/facts/FactsLanguage.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

const importName = (node: SyntaxNode, module: string, reading: Reading): DeclaredImport => {
  const name = node.type === "aliased_import" ? node.at("name") : node
  const imported = reading.text(name)
  const local = node.type === "aliased_import" ? reading.text(node.at("alias")) : imported
  return { module, imported, local, kind: "static", at: node }
}

/** `import a.b` brings the name `a` and loads `a.b`. */
const importModule = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  const { imported: module, local } = importName(node, "", reading)
  const common = { kind: "static", at: node } as const
  if (node.type === "aliased_import" || !module.includes(".")) return [{ ...common, module, imported: "*", local }]
  const [first = ""] = module.split(".")
  return [
    { ...common, module: first, imported: "*", local: first },
    { ...common, module, imported: "", local: "" }
  ]
}

const isTypeChecking = /(?:^|\.)TYPE_CHECKING$/

/** Whether a node is in the branch that only type checkers take. */
const isForTypes = (node: SyntaxNode, reading: Reading): boolean => {
  const { parent } = node
  if (parent === undefined) return false
  if (parent.type === "if_statement" && node.field === "consequence") {
    if (isTypeChecking.test(reading.text(parent.at("condition")))) return true
  }
  return isForTypes(parent, reading)
}

/** The names that an import brings. */
export const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  const found = readNames(node, reading)
  return found.length > 0 && isForTypes(node, reading) ? found.map((each) => ({ ...each, kind: "type" })) : found
}

const readNames = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  if (node.type === "import_statement") return node.all("name").flatMap((each) => importModule(each, reading))
  if (node.type !== "import_from_statement") return []
  const module = reading.text(node.at("module_name")).replace(/\s/g, "")
  const all = node.find("wildcard_import")
  return all === undefined
    ? node.all("name").map((each) => importName(each, module, reading))
    : [{ module, imported: "*", local: "", kind: "static", at: all }]
}
