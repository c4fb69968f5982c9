import type { LinkRules, Session } from "./LinkRules.ts"
import type { Meaning, SymbolMeaning } from "./Meaning.ts"

/** The definitions that a meaning stands for. */
export const symbolsOf = (session: Session, rules: LinkRules, meaning: Meaning): ReadonlyArray<SymbolMeaning> => {
  switch (meaning.tag) {
    case "symbol":
      return [meaning]
    case "applied":
      return symbolsOf(session, rules, meaning.of)
    case "module":
      return symbolsOf(session, rules, rules.moduleValue(session, meaning.module))
    case "super":
      return (
        session
          .basesOf(meaning.of)
          .slice(0, 1)
          .flatMap((base) => symbolsOf(session, rules, base))
          // Without a class among its bases, a class has that of the library.
          .filter(({ definition, module }) => module.definition(definition)?.kind !== "interface")
      )
    case "union":
      return meaning.isUndecided === true ? [] : meaning.of.flatMap((each) => symbolsOf(session, rules, each))
    case "unknown":
    case "external":
    case "folder":
    case "instance":
    case "typeof":
    case "literal":
    case "generic":
    case "builtin":
    case "tuple":
      return []
  }
}
