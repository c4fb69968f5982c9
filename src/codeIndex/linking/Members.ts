import type { ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import { genericMember } from "./builtinMembers.ts"
import type { LinkRules, Session } from "./LinkRules.ts"
import { external, join, mapAlternatives, type Meaning, type SymbolMeaning, unknown, withReceiver } from "./Meaning.ts"
import { type Depth, MemoOf } from "./Memo.ts"
import type { Module } from "./Module.ts"
import { membersOnSide, ownOf, type Side } from "./sides.ts"

/** Maximum bases of a type, indirect ones included. */
const maxBases = 100

/** Maximum nested evaluations within which bases of types with arguments are looked for. */
const maxNested = 150

/** Maximum nested objects that are spread into each other. */
const maxSpreads = 4

/** Names under which a type calls the constructor of its base; such a call refers to the base. */
const constructors: ReadonlySet<string> = new Set(["constructor", "__init__"])

/** Finds members of what values mean, inherited ones included. */
export class Members {
  readonly #session: Session
  readonly #rules: LinkRules
  readonly #depth: Depth
  readonly #applied = new WeakMap<ReadonlyArray<Meaning>, ReadonlyArray<Meaning>>()
  readonly #lines: MemoOf<number, ReadonlyArray<Meaning>>
  #spreads = 0

  constructor(session: Session, rules: LinkRules, depth: Depth) {
    this.#session = session
    this.#rules = rules
    this.#depth = depth
    this.#lines = new MemoOf(depth, [unknown])
  }

  readonly member = (of: Meaning, name: string): Meaning => {
    switch (of.tag) {
      case "unknown":
        return unknown
      case "typeof":
        return of.of.tag === "instance" && of.of.of.tag === "symbol"
          ? this.inherited(of.of.of, name, "static", of.of)
          : unknown
      case "external":
        return of.path === undefined ? external(name) : this.memberOfPackage(of.path, name)
      case "builtin":
      case "tuple":
        return external(name)
      case "module":
        return this.#session.exported(of.module, name)
      case "folder":
        return this.#rules.findInFolder(this.#session, of.path, name)
      case "symbol":
        return this.memberOfSymbol(of, name)
      case "instance":
        return this.memberOfInstance(of, name)
      case "super":
        return constructors.has(name) ? this.baseConstructor(of, name) : this.memberOfSuper(of, name)
      case "applied":
        return this.member(of.of, name)
      case "literal":
        return this.memberOfLiteral(of, name)
      case "generic":
        return unknown
      case "union":
        return mapAlternatives(of, (each) => this.member(each, name))
    }
  }

  /** A name of what may be a package. */
  private memberOfPackage(path: string, name: string): Meaning {
    const found = this.#rules.findInFolder(this.#session, path, name)
    return found.tag === "symbol" || found.tag === "union" ? found : external(name)
  }

  private memberOfSymbol(symbol: SymbolMeaning, name: string): Meaning {
    const made = name === this.#rules.prototypeMember ? this.#session.instanceOf(symbol) : unknown
    if (made !== unknown) return made
    const own = this.inherited(symbol, name, "static", symbol)
    if (this.isMade(symbol, name, own)) return symbol
    if (own !== unknown && own.tag !== "external") return this.ofInstance(symbol, name) ?? own
    const content = this.#session.settle(symbol)
    if (content !== symbol && content.tag !== "unknown") return this.member(content, name)
    if (own !== unknown) return own
    const isFunction = symbol.module
      .group(symbol.definition)
      .some(({ kind }) => kind === "function" || kind === "method")
    const isOnlyFunction = content === symbol && isFunction && !symbol.module.isType(symbol.definition)
    return isOnlyFunction ? this.memberOfFunction(symbol, name) : unknown
  }

  /** Whether a call of a member makes an instance, as no type of the project declares it. */
  private isMade({ definition, module }: SymbolMeaning, name: string, own: Meaning): boolean {
    return name === this.#rules.makingMember && own.tag !== "symbol" && module.isType(definition)
  }

  /** A member of what `new` makes that a constant holds: what that is given has members of its own, as in `new Command({ run })`. */
  private ofInstance(symbol: SymbolMeaning, name: string): Meaning | undefined {
    const { definition, module } = symbol
    const { kind, value = -1 } = module.definition(definition) ?? {}
    if (kind === "class" || module.value(value).tag !== "new") return undefined
    const content = this.#session.settle(symbol)
    const found = content.tag === "instance" ? this.member(content, name) : unknown
    return found.tag === "symbol" ? found : undefined
  }

  /** A member that every function has. */
  private memberOfFunction(symbol: SymbolMeaning, name: string): Meaning {
    if (this.#rules.functionsHaveMethods !== true) return external(name)
    if (name === "bind") return { tag: "builtin", yields: symbol }
    return name === "call" || name === "apply"
      ? { tag: "builtin", yields: this.#session.call(symbol), runs: symbol }
      : external(name)
  }

  /** A member of a base; in a static method it is a static one. */
  private memberOfSuper(of: Meaning & { readonly tag: "super" }, name: string): Meaning {
    const found = this.inherited(of.of, name, "instance", of)
    return found === unknown ? this.inherited(of.of, name, "static", of) : found
  }

  private memberOfInstance(of: Meaning & { readonly tag: "instance" | "typeof" }, name: string): Meaning {
    const type = of.of
    if (type.tag === "symbol") return this.inherited(type, name, "instance", of)
    if (type.tag === "applied" && type.of.tag === "external") {
      return genericMember(this.#session, of, name)
    }
    return type.tag === "external" ? external(name) : unknown
  }

  /** The base that declares the constructor, or the first one if none of them does. */
  private baseConstructor(of: Meaning & { readonly tag: "super" }, name: string): Meaning {
    const found = this.inherited(of.of, name, "instance", of)
    if (found.tag !== "symbol") return found === unknown ? of : found
    const { container = "" } = found.module.definition(found.definition) ?? {}
    const base = this.line(of.of).find(
      (each) =>
        each.tag === "symbol" &&
        each.module === found.module &&
        each.module.definition(each.definition)?.qualifiedName === container
    )
    return base ?? of
  }

  /** Whether a type takes arguments: `Pool[int]` is the type itself. */
  isGeneric(type: SymbolMeaning): boolean {
    return this.line(type).some((each) => {
      const of = each.tag === "applied" ? each.of : each
      return of.tag === "external" && /^(?:Generic|Protocol)$/.test(of.name)
    })
  }

  private memberOfLiteral(literal: Meaning & { readonly tag: "literal" }, name: string): Meaning {
    const { bindings, module, value } = literal
    const found = module.value(value)
    if (found.tag !== "object") return external(name)
    const [, member] = found.members.find(([each]) => each === name) ?? []
    if (member !== undefined) return this.#session.evaluateIn(module, member, bindings)
    const other = found.spread === undefined ? unknown : this.memberOfSpread(literal, found.spread, name)
    if (other !== unknown || found.declared === undefined) return other
    return this.memberOfSpread(literal, [found.declared], name)
  }

  /** A member of the first value that has it; unknown if one before may have it, too. An object may be spread into itself. */
  private memberOfSpread(
    { bindings, module }: Meaning & { readonly tag: "literal" },
    spread: ReadonlyArray<ValueIndex>,
    name: string
  ): Meaning {
    if (this.#spreads >= maxSpreads) return unknown
    this.#spreads += 1
    let found: Meaning = unknown
    for (const each of spread) {
      const of = this.#session.settle(this.#session.evaluateIn(module, each, bindings))
      found = this.member(of, name)
      if (of === unknown || found !== unknown) break
    }
    this.#spreads -= 1
    return found
  }

  /** A member of a type or of what it extends. */
  private inherited(type: SymbolMeaning, name: string, side: Side, receiver: Meaning): Meaning {
    let rest: Meaning = unknown
    for (const each of this.line(type).slice(receiver.tag === "super" ? 1 : 0)) {
      if (each.tag === "symbol") {
        const found = this.ownMembers(each, name, side)
        if (found !== unknown) return withReceiver(found, receiver, each)
      } else if (each.tag === "literal") {
        const found = this.memberOfLiteral(each, name)
        if (found.tag === "external") rest = found
        else if (found !== unknown) return found
      } else if (each.tag === "unknown") return unknown
      else rest = this.memberOfLibrary(each, name, side)
    }
    return rest
  }

  /** A member of a base of a library. */
  private memberOfLibrary(base: Meaning, name: string, side: Side): Meaning {
    const isApplied = base.tag === "applied" && side === "instance"
    return isApplied ? genericMember(this.#session, { tag: "instance", of: base }, name) : external(name)
  }

  private ownMembers(type: SymbolMeaning, name: string, side: Side): Meaning {
    const own = this.membersIn(type, type.module, name, side)
    if (own !== unknown) return own
    const others = this.#rules.otherParts(this.#session, type, name)
    return others.length === 0 ? unknown : join(others.map((module) => this.membersIn(type, module, name, side)))
  }

  private membersIn({ definition, module: own }: SymbolMeaning, module: Module, name: string, side: Side): Meaning {
    const type = own.definition(definition)
    if (type === undefined) return unknown
    const found = membersOnSide(this.#rules, module, { type, name, side })
    return found.length === 0 ? unknown : this.#session.symbols(module, ownOf(module, type, definition, found))
  }

  /** A type and all that it extends, in the order in which members are looked up. */
  line(type: SymbolMeaning): ReadonlyArray<Meaning> {
    if (type.arguments === undefined) return this.#lines.find(type.module, type.definition, () => this.findLine(type))
    const known = this.#applied.get(type.arguments)
    if (known !== undefined) return known
    this.#applied.set(type.arguments, [type])
    this.#depth.now += 1
    const found = this.#depth.now > maxNested ? [type] : this.findLine(type)
    this.#depth.now -= 1
    this.#applied.set(type.arguments, found)
    return found
  }

  private findLine(type: SymbolMeaning): ReadonlyArray<Meaning> {
    const bases = this.basesOf(type).flatMap((base) => (base.tag === "symbol" ? this.line(base) : [base]))
    const all = [type, ...bases.slice(0, maxBases)]
    return this.#rules.ordersBasesLast ? keepFirst(all.toReversed()).toReversed() : keepFirst(all)
  }

  /** The functions as which an instance can be called. */
  signaturesOf({ of }: Meaning & { readonly tag: "instance" | "typeof" }): ReadonlyArray<Meaning> {
    const type = of.tag === "applied" ? of.of : of
    const line = type.tag === "symbol" ? this.line(type) : []
    return line.filter((each) => each.tag === "literal" && each.module.value(each.value).tag === "function")
  }

  /** What a type extends directly. */
  basesOf(type: SymbolMeaning): ReadonlyArray<Meaning> {
    const others = this.#rules.extendingParts?.(this.#session, type) ?? []
    return [type, ...others].flatMap((each) => this.declaredBases(each))
  }

  private declaredBases(type: SymbolMeaning): ReadonlyArray<Meaning> {
    const { definition, module } = type
    const bindings = this.#session.bindingsOf(type)
    const parts = [...module.group(definition), ...module.implementations(definition)]
    return parts.flatMap(({ bases, kind, value }) => {
      const all = kind === "type" && value >= 0 ? [...bases, value] : bases
      return all.flatMap((base) => {
        const found = this.typeOf(this.#session.evaluateIn(module, base, bindings))
        return found.tag === "union" ? [unknown] : [found]
      })
    })
  }

  /** The type that a base names: classes and interfaces themselves, aliases by what they stand for. */
  private typeOf(meaning: Meaning): Meaning {
    const found = this.#session.instanceOf(meaning)
    if (found.tag === "literal") return found
    if (found.tag === "instance") return found.of
    // An object whose members a type gets.
    const content = this.#session.settle(meaning)
    return content.tag === "literal" ? content : unknown
  }
}

/** Keeps the first of equal types. */
const keepFirst = (line: ReadonlyArray<Meaning>): ReadonlyArray<Meaning> => {
  const seen = new Set<unknown>()
  return line.filter((each) => {
    const key = each.tag === "symbol" ? each.module.definition(each.definition) : each
    return !seen.has(key) && seen.add(key)
  })
}
