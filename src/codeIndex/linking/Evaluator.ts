import type { DefinitionIndex, DefinitionKind, Value, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import { Applied } from "./Applied.ts"
import { Calls } from "./Calls.ts"
import { Conditions } from "./Conditions.ts"
import { Inference } from "./Inference.ts"
import { Instances } from "./Instances.ts"
import type { LinkRules, Resolution, Session } from "./LinkRules.ts"
import {
  alternativesOf,
  type Bindings,
  join,
  joinUnion,
  mapAlternatives,
  type Meaning,
  type SymbolMeaning,
  unknown
} from "./Meaning.ts"
import { Members } from "./Members.ts"
import { Depth, Memo } from "./Memo.ts"
import type { Module } from "./Module.ts"
import { Parameters } from "./Parameters.ts"
import { Parts } from "./Parts.ts"
import { callIn, decorate, exclude, narrow } from "./refine.ts"
import { symbolsOf } from "./symbolsOf.ts"

/** Kinds of definitions that hold something else. */
const holdingKinds: ReadonlySet<DefinitionKind> = new Set(["field", "variable", "constant"])

/** Whether something is an instance, whichever it is. */
const isInstance = (meaning: Meaning): boolean => alternativesOf(meaning).every(({ tag }) => tag === "instance")

/** What an evaluator may ask of the view. */
interface Asked {
  readonly open: (path: string) => Module | undefined
  readonly resolve: (from: string, module: string) => Resolution
  readonly list: Session["list"]
  /** What calls in the file that is linked give to one of its functions. */
  readonly given: (value: Value & { readonly tag: "given" }) => Meaning
}

/** Finds out what values mean while one file is linked. Each is evaluated once; what refers to itself is unknown. */
export class Evaluator implements Session {
  readonly open: Asked["open"]
  readonly resolve: Asked["resolve"]
  readonly list: Asked["list"]
  readonly #given: Asked["given"]
  readonly #rules: LinkRules
  readonly #members: Members
  readonly #parameters: Parameters
  readonly #parts: Parts
  readonly #applied: Applied
  readonly #calls: Calls
  readonly #conditions: Conditions
  readonly #values: Memo<ValueIndex>
  readonly #names: Memo<string>
  readonly #settled: Memo<DefinitionIndex>
  readonly #instances: Instances

  constructor(rules: LinkRules, { given, list, open, resolve }: Asked) {
    this.#given = given
    this.#rules = rules
    this.open = open
    this.resolve = resolve
    this.list = list
    const depth = new Depth()
    this.#values = new Memo(depth)
    this.#names = new Memo(depth)
    this.#settled = new Memo(depth)
    this.#applied = new Applied({
      call: (callee) => this.call(callee),
      evaluate: this.evaluate,
      instanceOf: this.instanceOf,
      instanceOfSymbol: (symbol) => this.#instances.instanceOfSymbol(symbol),
      moduleValue: (module) => rules.moduleValue(this, module),
      choose: (module, value, bindings) => this.#conditions.choose(module, value, bindings),
      derive: (module, value, of, bindings) => this.derive(module, value, of, bindings)
    })
    this.#instances = new Instances(this, rules, this.#applied, depth)
    this.#members = new Members(this, rules, depth)
    this.#parameters = new Parameters(this, rules, this.#members)
    const inference = new Inference(this, rules)
    this.#conditions = new Conditions(this, inference)
    this.#calls = new Calls(this, { rules, members: this.#members, inference }, (symbol, value, bindings) =>
      this.held(symbol, value, bindings)
    )
    this.#parts = new Parts(this, rules, this.#members)
  }

  readonly member = (of: Meaning, name: string): Meaning => this.#members.member(of, name)

  readonly symbols = (module: Module, definitions: ReadonlyArray<number>): Meaning => {
    const [only = -1] = definitions
    if (definitions.length === 1) return { tag: "symbol", module, definition: only }
    const firsts = new Map(definitions.map((each) => [module.definition(each)?.scope, each] as const).toReversed())
    return join([...firsts.values()].toReversed().map((definition) => ({ tag: "symbol", module, definition })))
  }

  readonly exported = (module: Module, name: string): Meaning =>
    this.#names.find(module, name, () => this.#rules.findExport(this, module, name))

  readonly evaluate = (module: Module, index: ValueIndex): Meaning =>
    index < 0 ? unknown : this.#values.find(module, index, () => this.find(module, index))

  readonly evaluateIn = (module: Module, index: ValueIndex, bindings: Bindings | undefined): Meaning =>
    this.#applied.evaluate(module, index, bindings)

  readonly withDefaults: Session["withDefaults"] = (...given) => this.#applied.withDefaults(...given)

  readonly bindingsOf = (type: SymbolMeaning | undefined): Bindings | undefined => this.#applied.bindingsOf(type)

  private find(module: Module, index: ValueIndex): Meaning {
    const value = module.value(index)
    if (value.tag === "generic") return { tag: "generic", module, value: index }
    if (value.tag === "conditional") return this.#conditions.choose(module, value, undefined)
    if ("of" in value && value.tag !== "union") return this.derive(module, value, this.evaluate(module, value.of))
    switch (value.tag) {
      case "unknown":
        return unknown
      case "definition":
        return { tag: "symbol", module, definition: value.definition }
      case "import":
        return this.imported(module, value.import)
      case "global":
        return this.#rules.findGlobal(this, module, value.name)
      case "this":
      case "super":
        return this.receiver(module, value.tag, value.definition)
      case "given":
        return this.#given(value)
      case "union":
        return joinUnion(
          value,
          value.of.map((each) => this.evaluate(module, each))
        )
      case "function":
      case "object":
        return { tag: "literal", module, value: index }
    }
  }

  /** What a value means that is made of another. */
  private derive(
    module: Module,
    value: Extract<Value, { readonly of: ValueIndex }>,
    of: Meaning,
    bindings?: Bindings
  ): Meaning {
    switch (value.tag) {
      case "variable":
      case "generic":
        return of
      case "member":
        return this.memberIn(module, of, value.name)
      case "call":
        return callIn(this, this.#rules, of, value, (each) => this.evaluateIn(module, each, bindings))
      case "new":
        return this.instantiate(of)
      case "parameter":
        return this.#parameters.parameter(of, value.at)
      case "await":
      case "element":
      case "entry":
      case "item":
        return mapAlternatives(this.settle(of), (each) => this.#parts.takeOut(each, value))
      case "instance":
        return this.instanceOf(of)
      case "typeof":
        return of === unknown ? unknown : { tag: "typeof", of }
      case "apply":
        return this.#parts.apply(of, value, (each) => this.evaluateIn(module, each, bindings))
      case "excluded":
        return exclude(this, of, this.evaluate(module, value.to))
      case "narrowed":
        return narrow(this, of, this.evaluate(module, value.to), value.by)
    }
  }

  /** A member, or an extension that the module sees. */
  private memberIn(module: Module, of: Meaning, name: string): Meaning {
    if (name === this.#rules.classMember && of.tag === "instance") return { tag: "typeof", of }
    const found = this.memberOrElement(of, name)
    const { findExtension } = this.#rules
    if (findExtension === undefined || (found.tag !== "unknown" && found.tag !== "external")) return found
    const extension = findExtension(this, module, this.settle(of), name)
    return extension === unknown ? found : extension
  }

  /** A member; at a key such as `[key]` that names none, an element. */
  private memberOrElement(of: Meaning, name: string): Meaning {
    const found = this.member(of, name)
    if (this.#rules.namesBySymbols !== true || !name.startsWith("[")) return found
    if (found.tag !== "unknown" && found.tag !== "external") return found
    return mapAlternatives(this.settle(of), (each) => this.#parts.takeOut(each, { tag: "element", of: -1 }))
  }

  readonly line = (type: SymbolMeaning): ReadonlyArray<Meaning> => this.#members.line(type)

  readonly basesOf = (type: SymbolMeaning): ReadonlyArray<Meaning> => this.#members.basesOf(type)

  readonly imported = (module: Module, index: number): Meaning => {
    const found = module.import(index)
    return found === undefined ? unknown : this.#rules.findImport(this, module, found)
  }

  private receiver(module: Module, tag: "this" | "super", definition: DefinitionIndex): Meaning {
    const of: SymbolMeaning = { tag: "symbol", module, definition }
    return tag === "this" ? { tag: "instance", of } : { tag, of }
  }

  /** What a variable, field or getter holds, and a decorated function is; `page = page or make()` holds what is not itself. */
  readonly settle = (meaning: Meaning): Meaning => {
    if (meaning.tag === "union") return mapAlternatives(meaning, this.settle)
    if (meaning.tag !== "symbol") return meaning
    const { definition, module } = meaning
    const group = module.group(definition)
    const holder = group.find(({ value, kind }) => value >= 0 && kind !== "type")
    if (holder !== undefined) {
      const isOwned = meaning.owner !== undefined && module.hasVariables(holder.value)
      if (isOwned || (meaning.receiver !== undefined && module.namesThis(holder.value)))
        return this.held(meaning, holder.value, this.bindingsOf(meaning.owner))
      return this.#settled.find(module, definition, () =>
        this.held(meaning, holder.value, this.bindingsOf(meaning.owner))
      )
    }
    if (group.some(({ kind }) => holdingKinds.has(kind)) && !module.isType(definition)) return unknown
    const { decorated = -1 } = module.definition(definition) ?? {}
    const made = decorated < 0 ? unknown : this.#settled.find(module, definition, () => decorate(this, meaning))
    return made === unknown ? meaning : made
  }

  /** What a member holds or yields: where that names `this`, it is what the member was taken from. */
  private held({ module, receiver }: SymbolMeaning, value: ValueIndex, bindings: Bindings | undefined): Meaning {
    const self = receiver !== undefined && module.namesThis(value) && isInstance(receiver) ? receiver : undefined
    const known = self === undefined ? bindings : { module, types: new Map(), ...bindings, self }
    return this.settle(this.evaluateIn(module, value, known))
  }

  readonly instanceOf = (type: Meaning): Meaning => this.#instances.instanceOf(type)

  readonly call: Session["call"] = (callee, given) => this.#calls.call(callee, given)

  /** What `new` gives. */
  private readonly instantiate = (type: Meaning): Meaning => {
    if (type.tag === "union") return mapAlternatives(type, this.instantiate)
    const made = type.tag === "literal" || type.tag === "instance" ? unknown : this.instanceOf(type)
    const { constructMember } = this.#rules
    return made !== unknown || constructMember === undefined ? made : this.call(this.member(type, constructMember))
  }

  /** The definitions that a meaning stands for. */
  symbolsOf(meaning: Meaning): ReadonlyArray<SymbolMeaning> {
    return symbolsOf(this, this.#rules, meaning)
  }
}
