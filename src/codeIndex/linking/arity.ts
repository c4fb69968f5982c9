import type { Session } from "./LinkRules.ts"
import type { SymbolMeaning } from "./Meaning.ts"
import type { Module } from "./Module.ts"

/** Whether some overload takes this number of arguments; anything does that is no function. */
const takes = (module: Module, definition: number, count: number): boolean => {
  const functions = module.group(definition).filter(({ kind }) => kind === "function" || kind === "method")
  return (
    functions.length === 0 ||
    functions.some(({ arity: [least, most], isStatic, parameters }) => {
      const fits = (given: number) => given >= least && (most === -1 || given <= most)
      // What an extension extends is before the dot. One that is static may be called as any other method.
      return fits(count + parameters.length) || (isStatic && fits(count))
    })
  )
}

/** The nearest inherited overload that takes this number of arguments. */
const inheritedTaking = (session: Session, symbol: SymbolMeaning, count: number): ReadonlyArray<SymbolMeaning> => {
  const { definition, module, receiver } = symbol
  const name = module.definition(definition)?.name ?? ""
  const type = receiver?.tag === "instance" || receiver?.tag === "super" ? receiver.of : receiver
  for (const base of type?.tag === "symbol" ? session.line(type) : []) {
    if (base.tag !== "symbol") continue
    const container = base.module.definition(base.definition)?.qualifiedName ?? ""
    const found = base.module.members(container, name).find((each) => takes(base.module, each, count))
    if (found !== undefined) return [{ tag: "symbol", module: base.module, definition: found }]
  }
  return []
}

/** Replaces functions that take another number of arguments by what they hide; -1 arguments are any number. */
export const fitArguments = (
  session: Session,
  symbols: ReadonlyArray<SymbolMeaning>,
  count: number
): ReadonlyArray<SymbolMeaning> =>
  count < 0
    ? symbols
    : symbols.flatMap((symbol) =>
        takes(symbol.module, symbol.definition, count) ? [symbol] : inheritedTaking(session, symbol, count)
      )
