import type { DeclaredParameter, DeclaredVariable, Source } from "../../treesitter/facts/FactsLanguage.ts"
import { type Declare, sourcesFrom, variable } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** Patterns around another one that change nothing: `mut x`, `&x`. */
const transparent: ReadonlySet<string> = new Set(["mut_pattern", "ref_pattern", "reference_pattern", "match_pattern"])

/** The variables of a pattern, and where their values come from. */
export const variablesIn = (
  pattern: SyntaxNode | undefined,
  from: Source | undefined,
  reading: Reading
): ReadonlyArray<DeclaredVariable> => {
  if (pattern === undefined) return []
  if (pattern.type === "identifier" || pattern.type === "shorthand_field_identifier") {
    const isConstant = /^\p{Lu}/u.test(reading.text(pattern))
    return isConstant ? [] : variable(pattern, { sources: from === undefined ? [] : [from] })
  }
  if (transparent.has(pattern.type)) return variablesIn(pattern.named[0], from, reading)
  if (pattern.type === "tuple_pattern") {
    return pattern.named.flatMap((each, at) =>
      variablesIn(each, from && { ...from, entries: [...from.entries, at] }, reading)
    )
  }
  if (pattern.type === "tuple_struct_pattern") {
    const isWrapper = /^(?:Some|Ok)$/.test(reading.text(pattern.at("type"))) && from?.how === "value"
    const inner = isWrapper && from.entries.length === 0 ? ({ ...from, how: "await" } as const) : undefined
    return pattern.named.filter(({ field }) => field !== "type").flatMap((each) => variablesIn(each, inner, reading))
  }
  if (pattern.type === "captured_pattern") {
    return pattern.named.flatMap((each) => variablesIn(each, from, reading))
  }
  if (pattern.type.endsWith("pattern")) {
    return pattern.named
      .filter(({ field }) => field !== "type")
      .flatMap((each) => variablesIn(each, undefined, reading))
  }
  return []
}

/** The pattern of a parameter, without what changes nothing. */
const patternOf = (parameter: SyntaxNode): SyntaxNode | undefined => {
  const pattern = parameter.type === "parameter" ? parameter.at("pattern") : parameter
  return pattern !== undefined && transparent.has(pattern.type) ? pattern.named[0] : pattern
}

export const parametersOf = (node: SyntaxNode): ReadonlyArray<DeclaredParameter> =>
  (node.at("parameters")?.named ?? []).flatMap((each): ReadonlyArray<DeclaredParameter> => {
    const name = patternOf(each)
    return name?.type === "identifier" ? [{ name, type: each.at("type") }] : []
  })

/** The variables of parameters that are taken apart: `(a, b): (Pool, Log)`. */
export const takenApart: Declare = (node, _, reading) =>
  node.named.flatMap((each) => {
    const pattern = patternOf(each)
    const [source] = sourcesFrom(each.at("type"), "type")
    return pattern?.type === "identifier" ? [] : variablesIn(pattern, source, reading)
  })
