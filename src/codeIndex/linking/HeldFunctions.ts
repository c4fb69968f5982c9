import type { DefinitionKind, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import type { LinkRules, Session } from "./LinkRules.ts"
import { type Meaning, type SymbolMeaning, unknown } from "./Meaning.ts"
import { Depth, MemoOf } from "./Memo.ts"
import type { Module } from "./Module.ts"

/** Maximum functions that a value is known to hold; more than a call may have as targets, so that too many are known as such. */
const maxHeld = 8

const callableKinds: ReadonlySet<DefinitionKind> = new Set(["function", "method", "class"])

type Held = ReadonlyArray<SymbolMeaning>

/** Whether a symbol is a function or class itself, also a constant that is made of one: `const map = memoize((x) => x)`. */
export const isCallable = ({ definition, module }: SymbolMeaning): boolean =>
  callableKinds.has(module.definition(definition)?.kind ?? "variable") ||
  module.group(definition).some(({ kind }) => callableKinds.has(kind))

/** What holds the value of a symbol: the definition itself, or one that is merged with it. */
const holderOf = ({ definition, module }: SymbolMeaning): ValueIndex => {
  const own = module.definition(definition)
  if (own !== undefined && own.value >= 0 && own.kind !== "type") return own.value
  return module.group(definition).find(({ kind, value }) => value >= 0 && kind !== "type")?.value ?? -1
}

/** Each once, and no more than are of use. */
const keepSome = (all: Held): Held => {
  const kept: Array<SymbolMeaning> = []
  for (const each of all) {
    if (kept.length === maxHeld) break
    if (!kept.some(({ definition, module }) => definition === each.definition && module === each.module))
      kept.push(each)
  }
  return kept
}

/** Finds the functions and classes that run when a value is called: those that variables and fields hold. */
export class HeldFunctions {
  readonly #session: Session
  readonly #rules: LinkRules
  readonly #own: Module
  readonly #bySymbol: MemoOf<number, Held>
  readonly #byModule: MemoOf<"", Held>

  constructor(session: Session, rules: LinkRules, own: Module) {
    this.#session = session
    this.#rules = rules
    this.#own = own
    const depth = new Depth()
    this.#bySymbol = new MemoOf(depth, [])
    this.#byModule = new MemoOf(depth, [])
  }

  /** At most eight; none of what holds itself. */
  find(meaning: Meaning): Held {
    switch (meaning.tag) {
      case "symbol":
        return this.#bySymbol.find(meaning.module, meaning.definition, () => this.heldBySymbol(meaning))
      case "union":
        return meaning.isUndecided === true ? [] : keepSome(meaning.of.flatMap((each) => this.find(each)))
      case "module": {
        const { module } = meaning
        return this.#byModule.find(module, "", () => this.find(this.#rules.moduleValue(this.#session, module)))
      }
      case "builtin":
        return meaning.runs === undefined ? [] : this.find(meaning.runs)
      case "applied":
        return this.find(meaning.of)
      case "instance": {
        const { callMember } = this.#rules
        return callMember === undefined ? [] : this.find(this.#session.member(meaning, callMember))
      }
      case "unknown":
      case "external":
      case "folder":
      case "typeof":
      case "super":
      case "literal":
      case "generic":
      case "tuple":
        return []
    }
  }

  /**
   * The functions that run in the place of one, as its decorator gives them. What gives one of several things may be a decorator
   * with and without arguments, which gives a decorator in one of the cases.
   */
  findWrapping({ definition, module }: SymbolMeaning): Held {
    const { decorated = -1 } = module.definition(definition) ?? {}
    const made = decorated < 0 ? unknown : this.#session.evaluate(module, decorated)
    const found = made.tag === "union" ? [] : this.find(made)
    return found.filter((each) => each.module !== module || each.definition !== definition)
  }

  private heldBySymbol(symbol: SymbolMeaning): Held {
    const { definition, module } = symbol
    // What an interface declares does not run.
    if (module.isDeclaration(definition)) return []
    if (isCallable(symbol)) return [symbol]
    const value = holderOf(symbol)
    if (value < 0 || !this.isFollowed(module, value) || module.isType(definition)) return []
    return this.find(this.#session.evaluate(module, value))
  }

  /**
   * Whether what a variable holds is looked up: not what has a declared type, which may be anything of it, nor what functions of
   * third files give to variables of other files, so that links depend on few files.
   */
  private isFollowed(module: Module, value: ValueIndex): boolean {
    const { tag } = module.value(value)
    if (tag === "instance") return this.#rules.callMember !== undefined
    return tag !== "call" || module === this.#own || module.rootOf(value).tag === "definition"
  }
}
