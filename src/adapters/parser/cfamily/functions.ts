import type { Node } from "web-tree-sitter"
import type { TreeUnit, Scope } from "../treesitter/TreeLanguage.ts"
import { type Declared, findDeclared, formatDeclaredName } from "./names.ts"
import { qualifyName, type Site, nestScope } from "./Site.ts"

/**
 * Finds the scope of a function that appears inside another function, because that one is not closed or it is a friend
 * of a class.
 */
const findOwner = (scope: Scope): Scope => {
  let at = scope
  while (at.kind === "function" && at.outer !== undefined) at = at.outer
  return at
}

/** Keywords that can look like a function's name in malformed code. */
const keywords = /^(?:if|else|for|while|do|switch|return|case|sizeof|catch|defined|class|struct|namespace)$/

const countParameters = (parameters: Node): number =>
  parameters.namedChildren.filter((child) => child.type !== "comment" && child.text !== "void").length

const formatKey = ({ dialect }: Site, name: string, declared: Declared): string =>
  dialect.qualifies && declared.parameters !== undefined ? `${name}/${countParameters(declared.parameters)}` : name

/**
 * Returns the name of a function defined by a macro: the first argument, as `open` in `DEFINE_CALL(open, int)`, or
 * `Suite.Name` for macros of Google Test.
 */
export const parseMacroName = (macro: string, list: Node): string => {
  const words = list.namedChildren.map((child) => child.text)
  const [first] = words
  if (!/^[A-Z][A-Z0-9_]+$/.test(macro) || first === undefined || !/^\w+$/.test(first)) return macro
  return /^(?:TYPED_)?TEST(?:_[FP])?$/.test(macro) ? words.slice(0, 2).join(".") : first
}

const isMember = (site: Site, name: string): boolean => site.scope.kind === "type" || name.includes("::")

/** Whether a block may declare units; most declare only variables. */
export const mayDeclareUnits = (body: Node): boolean =>
  body.hasError || /\b(?:struct|class|union|enum)\b[^;(){}]{0,300}\{|#\s*define\b/.test(body.text)

const functionUnit = (site: Site, declared: Declared, body: Node | null): ReadonlyArray<TreeUnit> => {
  const { dialect, heads, node, scope, whole } = site
  const text = formatDeclaredName(declared.name)
  const hasType = node.childForFieldName("type") !== null
  if (keywords.test(text) || (!hasType && declared.parameters?.text === "(...)")) return []
  if (scope.kind === "function" && !hasType) return []
  const owner = findOwner(scope)
  const own = declared.parameters === undefined || hasType ? text : parseMacroName(text, declared.parameters)
  const name = qualifyName({ ...site, scope: owner }, own)
  const before =
    node.namedChildren.find((child) => /^(?:field_initializer_list|try_statement)$/.test(child.type)) ?? body
  return [
    {
      type: dialect.qualifies && isMember({ ...site, scope: owner }, own) ? "method" : "function",
      name,
      head: heads.head(whole, before),
      key: formatKey(site, name, declared),
      ...(body !== null && mayDeclareUnits(body)
        ? { inside: { node: body, scope: nestScope(owner, "function", name) } }
        : {})
    }
  ]
}

/** A function with a body, `= default` or `= delete`. */
export const definition = (site: Site): ReadonlyArray<TreeUnit> => {
  const declarator = site.node.childForFieldName("declarator")
  const declared = declarator === null ? undefined : findDeclared(declarator)
  if (declared === undefined) return []
  const body =
    site.node.childForFieldName("body") ??
    site.node.namedChildren.find((child) => child.type === "try_statement") ??
    site.node.namedChildren.find((child) => child.type.endsWith("_method_clause")) ??
    null
  if (declared.parameters !== undefined) return functionUnit(site, declared, body)
  // `TEST_CASE(name) { … }` in C.
  const isMacro = declarator?.type === "parenthesized_declarator" && declared.name.type === "identifier"
  const parameters = isMacro ? declared.name : undefined
  return parameters === undefined ? [] : functionUnit(site, { name: declared.name, parameters }, body)
}

/** A function declared here and defined elsewhere. Without a type it is a constructor or a macro call. */
export const prototype = (site: Site, declared: Declared): ReadonlyArray<TreeUnit> => {
  const { node, scope } = site
  if (scope.kind === "function") return []
  const text = formatDeclaredName(declared.name)
  const isTyped = node.childForFieldName("type") !== null
  const isConstructor = scope.kind === "type" && (text.startsWith("~") || scope.name.split("::").at(-1) === text)
  if (!isTyped && !isConstructor && !text.startsWith("operator")) return []
  return functionUnit(site, declared, null).map((found) => ({ ...found, forward: true }))
}
