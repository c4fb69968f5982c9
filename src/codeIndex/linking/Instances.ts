import type { DefinitionIndex } from "../../adapters/parser/facts/Facts.ts"
import { typeKinds } from "../../adapters/parser/facts/typeKinds.ts"
import type { Applied } from "./Applied.ts"
import type { LinkRules, Session } from "./LinkRules.ts"
import { mapAlternatives, type Meaning, recursive, type SymbolMeaning, unknown } from "./Meaning.ts"
import { type Depth, Memo } from "./Memo.ts"
import type { ShapeDefinition } from "./ShapeDefinition.ts"

/** Maximum nested uses of one alias: further ones are taken for the alias itself. */
const maxExpansions = 3

/** Maximum nested uses of aliases, and uses within one. */
const [maxNested, maxSteps] = [24, 100]

/** Finds what instances of types are. */
export class Instances {
  readonly #session: Session
  readonly #rules: LinkRules
  readonly #applied: Applied
  readonly #instances: Memo<DefinitionIndex>
  readonly #expanding = new Map<ShapeDefinition, number>()
  #nested = 0
  #steps = 0

  constructor(session: Session, rules: LinkRules, applied: Applied, depth: Depth) {
    this.#session = session
    this.#rules = rules
    this.#applied = applied
    this.#instances = new Memo(depth)
  }

  /** An instance of a type. */
  readonly instanceOf = (type: Meaning): Meaning => {
    switch (type.tag) {
      case "unknown":
      case "folder":
      case "super":
      case "builtin":
      case "tuple":
        return unknown
      case "instance":
      case "literal":
        return type
      case "external":
        return { tag: "instance", of: type }
      case "typeof":
        return type.of
      case "union":
        return mapAlternatives(type, this.instanceOf)
      case "module":
        return this.instanceOf(this.#rules.moduleValue(this.#session, type.module))
      case "applied":
        return this.#applied.instanceOf(type, type.of)
      case "generic":
        return this.#applied.instanceOfGeneric(type, [])
      case "symbol":
        return this.instanceOfSymbol(type)
    }
  }

  readonly instanceOfSymbol = (symbol: SymbolMeaning): Meaning => {
    const { definition, module } = symbol
    if (symbol.arguments !== undefined) return this.findInstance(symbol)
    return this.#instances.find(module, definition, () => {
      const given = module.defaultArguments(definition)
      return this.findInstance(given === undefined ? symbol : { ...symbol, arguments: given })
    })
  }

  private findInstance(symbol: SymbolMeaning): Meaning {
    const { definition, module } = symbol
    const group = module.group(definition)
    const alias = group.find(({ kind, value }) => kind === "type" && value >= 0)
    if (alias !== undefined && this.#rules.definesTypes !== true) {
      const found = this.expand(alias, () =>
        this.instanceOf(this.#session.evaluateIn(module, alias.value, this.#session.bindingsOf(symbol)))
      )
      return found.tag === "literal" || found === unknown ? { tag: "instance", of: symbol } : found
    }
    if (group.some(({ kind }) => typeKinds.has(kind))) return { tag: "instance", of: symbol }
    const content = this.#session.settle(symbol)
    if (content.tag === "external") return { tag: "instance", of: content }
    if (content.tag !== "symbol") return this.constructed(content)
    return content.module.isType(content.definition) || content.definition === definition
      ? { tag: "instance", of: content }
      : unknown
  }

  /** What a value is said to construct: `new Builder<Types>()` of a constant. */
  private constructed(content: Meaning): Meaning {
    const { constructMember } = this.#rules
    return constructMember === undefined ? unknown : this.#session.call(this.#session.member(content, constructMember))
  }

  /** What an alias stands for, unless it stands for itself. Conditions of conditions may have no end. */
  private expand(alias: ShapeDefinition, find: () => Meaning): Meaning {
    const nested = this.#expanding.get(alias) ?? 0
    if (nested >= maxExpansions) return recursive
    if (this.#nested === 0) this.#steps = 0
    this.#steps += 1
    if (this.#nested >= maxNested || this.#steps > maxSteps) return unknown
    this.#nested += 1
    this.#expanding.set(alias, nested + 1)
    const found = find()
    this.#expanding.set(alias, nested)
    this.#nested -= 1
    return found
  }
}
