import type { DeclaredVariable, Source } from "../../treesitter/facts/FactsLanguage.ts"
import { variable } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** The variables of a pattern. */
export const variablesIn = (
  pattern: SyntaxNode | undefined,
  source: Source | undefined,
  reading: Reading
): ReadonlyArray<DeclaredVariable> => {
  const sources = source === undefined ? [] : [source]
  switch (pattern?.type) {
    case "identifier":
      return /^\p{Lu}/u.test(reading.text(pattern)) ? [] : variable(pattern, { sources })
    case "typed_pattern":
      return variable(pattern.at("pattern"), { type: pattern.at("type") })
    case "tuple_pattern":
      if (pattern.named.length === 1) return variablesIn(pattern.named[0], source, reading)
      return pattern.named.flatMap((each, at) =>
        variablesIn(each, source && { ...source, entries: [...source.entries, at] }, reading)
      )
    case "case_class_pattern": {
      const isWrapper = reading.text(pattern.at("type")) === "Some" && source?.how === "value"
      const inner = isWrapper ? ({ ...source, how: "await" } as const) : undefined
      return pattern.all("pattern").flatMap((each) => variablesIn(each, inner, reading))
    }
    case "capture_pattern": {
      const name = pattern.at("name")
      const inner = pattern.at("pattern")
      // `pool @ Pool(_)` is what the pattern says.
      const type = inner?.type === "case_class_pattern" ? inner.at("type") : undefined
      return [...variable(name, type === undefined ? { sources } : { type }), ...variablesIn(inner, source, reading)]
    }
    case "infix_pattern":
      return [pattern.at("left"), pattern.at("right")].flatMap((each) => variablesIn(each, undefined, reading))
    case "alternative_pattern":
      return pattern.named.flatMap((each) => variablesIn(each, undefined, reading))
    case undefined:
    default:
      return []
  }
}
