import type { Facts, Reference, Value } from "../../adapters/parser/facts/Facts.ts"
import { fitArguments } from "./arity.ts"
import { Callees, isRunning } from "./Callees.ts"
import { ecmascriptRules } from "./ecmascript/ecmascriptRules.ts"
import { Evaluator } from "./Evaluator.ts"
import type { LinkRules } from "./LinkRules.ts"
import { Given } from "./Given.ts"
import { HeldFunctions } from "./HeldFunctions.ts"
import { findIterating, isEitherDecorator, isIteration, kindOf } from "./implicitCalls.ts"
import { linkImports } from "./linkImports.ts"
import type { Edge, LinkKind, Links, LinkView, Trace } from "./LinkView.ts"
import { alternativesOf, isUndecided, maxTargets, type Meaning, type SymbolMeaning } from "./Meaning.ts"
import { Module } from "./Module.ts"
import { pythonRules } from "./python/pythonRules.ts"
import { goRules } from "./go/goRules.ts"
import { csharpRules, javaRules, kotlinRules, phpRules, scalaRules } from "./packages/packageRules.ts"
import { bashRules, cRules, luaRules, rubyRules, swiftRules } from "./includes/includeRules.ts"
import { rustRules } from "./rust/rustRules.ts"
import { isAnsweredSame, KnownView, Recorder } from "./Recorder.ts"
import { seeAll } from "./Shape.ts"

/** Rules by the name of the language. */
const rulesOf: ReadonlyMap<string, LinkRules> = new Map([
  ["typescript", ecmascriptRules],
  ["tsx", ecmascriptRules],
  ["javascript", ecmascriptRules],
  ["jsx", ecmascriptRules],
  ["python", pythonRules],
  ["go", goRules],
  ["java", javaRules],
  ["kotlin", kotlinRules],
  ["scala", scalaRules],
  ["csharp", csharpRules],
  ["php", phpRules],
  ["rust", rustRules],
  ["c", cRules],
  ["cpp", cRules],
  ["ruby", rubyRules],
  ["lua", luaRules],
  ["bash", bashRules],
  ["swift", swiftRules]
])

/** Members that every object of ECMAScript has: of a value that may be another one, they need not be the project's. */
const membersOfAll: ReadonlySet<string> = new Set(["hasOwnProperty", "toLocaleString", "toString", "valueOf"])

/** Links files of one view. */
export interface Linker {
  /** Links a file, or gives no links if its language has no rules. */
  readonly link: (path: string, language: string, facts: Facts) => Links
  /** Whether linking the same file again would give the same. */
  readonly isCurrent: (trace: Trace) => boolean
}

type Target = Edge["target"]

/** Links the references of one file. */
class FileLinker {
  readonly #module: Module
  readonly #facts: Facts
  readonly #recorder: Recorder
  readonly #rules: LinkRules
  readonly #evaluator: Evaluator
  readonly #callees: Callees
  readonly #given: Given

  constructor(known: KnownView, rules: LinkRules, path: string, language: string, facts: Facts) {
    this.#facts = facts
    this.#rules = rules
    this.#module = new Module(path, seeAll(language, facts))
    this.#recorder = new Recorder(known, this.#module)
    const { list, open, resolve } = this.#recorder
    const find: Given["find"] = (value) => this.#given.find(value)
    this.#evaluator = new Evaluator(rules, { given: find, list, open, resolve })
    const held = new HeldFunctions(this.#evaluator, rules, this.#module)
    this.#given = new Given(this.#evaluator, held, this.#module, facts)
    this.#callees = new Callees(this.#evaluator, held, this.#module, rules)
  }

  link(language: string): Links {
    const imports = linkImports(this.#facts, this.#module, this.#evaluator, this.#rules)
    this.#given.prepare()
    const edges: Array<Edge> = []
    for (const reference of this.#facts.references) for (const edge of this.edges(reference)) edges.push(edge)
    return { edges, imports, trace: this.#recorder.trace(language) }
  }

  private edges(reference: Reference): ReadonlyArray<Edge> {
    const { column, line, value, within } = reference
    const meaning = this.#evaluator.evaluate(this.#module, value)
    if (meansNothing(reference, meaning)) return noEdges
    if (this.isOfAll(value, meaning) || isEitherDecorator(this.#module, reference, meaning)) return []
    const kind = kindOf(reference, meaning)
    const enclosing = this.#facts.definitions[within]?.qualifiedName ?? ""
    const edge = (target: Target, how: LinkKind): Edge => ({ kind, line, column, within: enclosing, target, how })
    const runs = (target: Target): Edge => ({ ...edge(target, "by_value"), kind: kind === "read" ? "call" : kind })
    if (isIteration(reference)) return this.iterated(reference, meaning).map(runs)
    const known = this.targets(meaning, reference)
    const isByValue = known.length > 0 && this.#callees.isByValue(reference, known.length)
    const named = isByValue && isRunning(kind) && !this.#callees.hasName(reference) ? [] : known
    const run = this.run(reference, meaning, named).map(runs)
    if (named.length > 0 && named.length <= maxTargets) {
      const how = isByValue ? "by_value" : this.how(value)
      const edges = named.map((target) => edge(target, how))
      return run.length === 0 ? edges : [...edges, ...run]
    }
    if (named.length > 0) return run
    const written = this.#module.value(value)
    const isUnknown = meaning.tag === "unknown" || isUndecided(meaning)
    const isOpen = written.tag === "member" && isUnknown && (kind === "call" || kind === "new")
    const isRun = run.length > 0 && reference.runs === undefined
    return isOpen && !isRun ? [...run, edge({ path: "", name: written.name }, "name_only")] : run
  }

  /** What runs where something is iterated; nothing if that may be too many functions. */
  private iterated(reference: Reference, meaning: Meaning): ReadonlyArray<Target> {
    const run = eachOnce(findIterating(this.#evaluator, this.#rules, reference, meaning).map(targetOf))
    return run.length > maxTargets ? [] : run
  }

  /** What runs where something is called, apart from what is named; nothing if that may be too many functions. */
  private run(reference: Reference, meaning: Meaning, named: ReadonlyArray<Target>): ReadonlyArray<Target> {
    const called = this.#callees.find(reference, meaning, named.length > 0)
    const held = named.length > 0 ? called : [...called, ...this.#callees.findGiven(reference, meaning)]
    if (held.length === 0) return []
    const run = eachOnce(held.map(targetOf))
    const others = run.filter(({ name, path }) => !named.some((each) => each.name === name && each.path === path))
    return others.length > maxTargets ? [] : others
  }

  /** Whether a reference means a member that the value may have from elsewhere, too: `text.toString()`. */
  private isOfAll(value: number, meaning: Meaning): boolean {
    const written = this.#module.value(value)
    if (written.tag !== "member" || !membersOfAll.has(written.name)) return false
    return alternativesOf(meaning).some(({ tag }) => tag === "external")
  }

  /** The definitions that a reference means, each once: of a type if it is one to a type. */
  private targets(meaning: Meaning, { arguments: count, kind }: Reference): ReadonlyArray<Target> {
    // Most references mean one definition.
    if (meaning.tag === "symbol" && this.#rules.checksArity !== true) return [targetOf(meaning)]
    const all = this.#evaluator.symbolsOf(meaning)
    const symbols =
      kind === "call" && this.#rules.checksArity === true ? fitArguments(this.#evaluator, all, count) : all
    const fitting = symbols.filter(({ definition, module }) => module.isType(definition) === (kind === "type"))
    return eachOnce((fitting.length > 0 ? fitting : symbols).map(targetOf))
  }

  private how(value: number): LinkKind {
    return this.isBound(value) ? "resolved" : "imported"
  }

  /** Whether a value is known by names alone: by scope, imports, namespaces, `this` and static members. */
  private isBound(index: number): boolean {
    const value = this.#module.value(index)
    switch (value.tag) {
      case "definition":
      case "import":
      case "global":
      case "this":
      case "super":
        return true
      case "apply":
      case "excluded":
      case "generic":
        return this.isBound(value.of)
      case "narrowed":
        return this.isBound(value.to)
      case "union":
        return value.of.every((each) => this.isBound(each))
      case "member":
        return this.isMemberBound(value)
      case "unknown":
      case "given":
      case "call":
      case "new":
      case "await":
      case "element":
      case "entry":
      case "item":
      case "parameter":
      case "instance":
      case "typeof":
      case "variable":
      case "conditional":
      case "function":
      case "object":
        return false
    }
  }

  private isMemberBound({ of }: Value & { readonly tag: "member" }): boolean {
    const { tag } = this.#module.value(of)
    if (tag === "this" || tag === "super") return true
    const meaning = this.#evaluator.evaluate(this.#module, of)
    return this.isBound(of) && alternativesOf(meaning).every((each) => this.holdsNames(each))
  }

  /** Whether members of a meaning are found by names alone: of a module, a type itself or an object. */
  private holdsNames(meaning: Meaning): boolean {
    if (meaning.tag === "module" || meaning.tag === "folder" || meaning.tag === "external") return true
    return (
      meaning.tag === "symbol" &&
      (meaning.module.isType(meaning.definition) || this.#evaluator.settle(meaning).tag === "literal")
    )
  }
}

const noEdges: ReadonlyArray<Edge> = []

/** Whether a reference has no edges, as it means something of a library, or is not known to mean anything, and runs nothing else. */
const meansNothing = ({ held, kind, runs }: Reference, { tag }: Meaning): boolean =>
  (tag === "external" || (tag === "unknown" && kind !== "call" && kind !== "new")) &&
  held === undefined &&
  runs === undefined

const targetOf = ({ definition, module }: SymbolMeaning): Target => ({
  path: module.path,
  name: module.definition(definition)?.qualifiedName ?? ""
})

const eachOnce = (targets: ReadonlyArray<Target>): ReadonlyArray<Target> =>
  targets.length < 2 ? targets : [...new Map(targets.map((each) => [`${each.path}\0${each.name}`, each])).values()]

const nothing = (language: string): Links => ({
  edges: [],
  imports: [],
  trace: { language, files: [], lists: [], digest: "" }
})

/**
 * Makes a linker for a view, which must not change. What one file finds out about modules is kept for the others; what a
 * file's links are made from is recorded in its trace (spec code, "Links").
 *
 * A use of a class as a function or with `new` refers to the class, never to its constructor. A name merged or overloaded
 * is one definition. A reference to something inherited refers to the definition that declares it.
 */
export const makeLinker = (view: LinkView): Linker => {
  const known = new Map<LinkRules, KnownView>()
  const knownFor = (rules: LinkRules): KnownView => {
    const found = known.get(rules) ?? new KnownView(view, rules)
    known.set(rules, found)
    return found
  }
  return {
    link: (path, language, facts) => {
      const rules = rulesOf.get(language)
      return rules === undefined
        ? nothing(language)
        : new FileLinker(knownFor(rules), rules, path, language, facts).link(language)
    },
    isCurrent: (trace) => {
      const rules = rulesOf.get(trace.language)
      return rules === undefined || isAnsweredSame(knownFor(rules), trace)
    }
  }
}
