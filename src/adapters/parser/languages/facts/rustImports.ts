import type { DeclaredImport } from "../../treesitter/facts/FactsLanguage.ts"
import { splitName } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** Names of the inline modules around a node, innermost last. */
const modulesAround = (node: SyntaxNode, reading: Reading): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (at.type === "mod_item") names.unshift(reading.text(at.at("name")))
  }
  return names
}

/** Makes a path relative to the module of the file, if it is relative to an inline module. */
const relativeToFile = (path: string, modules: ReadonlyArray<string>): string => {
  const segments = path.split("::")
  if (modules.length === 0 || !/^(?:self|super)$/.test(segments[0] ?? "")) return path
  const around = [...modules]
  let supers = 0
  while (/^(?:self|super)$/.test(segments[0] ?? "")) {
    if (segments.shift() === "super" && around.pop() === undefined) supers += 1
  }
  const start = supers === 0 ? ["self"] : Array.from({ length: supers }, () => "super")
  return [...start, ...around, ...segments].join("::")
}

interface Use {
  readonly node: SyntaxNode
  readonly prefix: string
  readonly isExported: boolean
}

const join = (prefix: string, path: string): string =>
  prefix === "" || path === "" ? prefix + path : `${prefix}::${path}`

const leaf = ({ isExported, node }: Use, path: string, local?: string): DeclaredImport => {
  const { imported, module } = splitName(path, "::")
  const common = { kind: "static", at: node, isExported } as const
  return module === ""
    ? { ...common, module: imported, imported: "*", local: local ?? imported }
    : { ...common, module, imported, local: local ?? imported }
}

const usesIn = (use: Use, reading: Reading): ReadonlyArray<DeclaredImport> => {
  const { isExported, node, prefix } = use
  const textOf = (each: SyntaxNode | undefined): string => reading.text(each).replaceAll(/\s/g, "")
  switch (node.type) {
    case "use_list":
      return node.named.flatMap((each) => usesIn({ node: each, prefix, isExported }, reading))
    case "scoped_use_list": {
      const list = node.at("list")
      const path = join(prefix, textOf(node.at("path")))
      return list === undefined ? [] : usesIn({ node: list, prefix: path, isExported }, reading)
    }
    case "use_as_clause": {
      const path = node.at("path")
      const alias = textOf(node.at("alias"))
      return [leaf(use, path?.type === "self" ? prefix : join(prefix, textOf(path)), alias === "_" ? "" : alias)]
    }
    case "use_wildcard":
      return [
        {
          module: join(prefix, textOf(node.named[0])),
          imported: "*",
          local: "",
          kind: "static",
          at: node,
          isExported
        }
      ]
    case "self":
      return [leaf(use, prefix)]
    default:
      return [leaf(use, join(prefix, textOf(node)))]
  }
}

/** The names that `use`, `mod name;` and `extern crate` bring. */
export const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  const argument = node.type === "use_declaration" ? node.at("argument") : undefined
  if (argument !== undefined) {
    const isExported = node.has("visibility_modifier")
    const modules = modulesAround(node, reading)
    return usesIn({ node: argument, prefix: "", isExported }, reading).map((found) => ({
      ...found,
      module: relativeToFile(found.module, modules)
    }))
  }
  const name = reading.text(node.at("name"))
  if (node.type === "extern_crate_declaration") {
    return [{ module: name, imported: "*", local: reading.text(node.at("alias")) || name, kind: "static", at: node }]
  }
  if (node.type !== "mod_item" || node.at("body") !== undefined) return []
  const module = ["self", ...modulesAround(node, reading)].join("::")
  return [{ module, imported: name, local: name, kind: "static", at: node }]
}
