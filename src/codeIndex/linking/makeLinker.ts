import type { Facts, Reference } from "../../adapters/parser/facts/Facts.ts"
import { fitArguments } from "./arity.ts"
import { ecmascriptRules } from "./ecmascript/ecmascriptRules.ts"
import { Evaluator } from "./Evaluator.ts"
import type { LinkRules } from "./LinkRules.ts"
import type { Edge, LinkedImport, LinkKind, Links, LinkView, Trace } from "./LinkView.ts"
import { alternativesOf, type Meaning, type SymbolMeaning } from "./Meaning.ts"
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

/** Maximum definitions that one reference may mean; with more it has no edge. */
const maxTargets = 4

/** Members that every object of ECMAScript has: of a value that may be another one, they need not be the project's. */
const membersOfAll: ReadonlySet<string> = new Set(["hasOwnProperty", "toLocaleString", "toString", "valueOf"])

/** Links files of one view. */
export interface Linker {
  /** Links a file, or gives no links if its language has no rules. */
  readonly link: (path: string, language: string, facts: Facts) => Links
  /** Whether linking the same file again would give the same. */
  readonly isCurrent: (trace: Trace) => boolean
}

/** Links the references of one file. */
class FileLinker {
  readonly #module: Module
  readonly #facts: Facts
  readonly #recorder: Recorder
  readonly #rules: LinkRules
  readonly #evaluator: Evaluator

  constructor(known: KnownView, rules: LinkRules, path: string, language: string, facts: Facts) {
    this.#facts = facts
    this.#rules = rules
    this.#module = new Module(path, seeAll(language, facts))
    this.#recorder = new Recorder(known, this.#module)
    this.#evaluator = new Evaluator(rules, this.#recorder)
  }

  link(language: string): Links {
    const imports = this.imports()
    const edges = this.#facts.references.flatMap((reference) => this.edges(reference))
    return { edges, imports, trace: this.#recorder.trace(language) }
  }

  private imports(): ReadonlyArray<LinkedImport> {
    const { exports, imports } = this.#facts
    const taken = imports.map(({ kind, line, module }, index) => ({ line, module, form: kind, index }))
    const passed = exports.flatMap(({ from, line }) =>
      from === undefined
        ? []
        : [
            {
              line,
              module: from.module,
              form: from.isType === true ? ("type" as const) : ("static" as const),
              index: -1
            }
          ]
    )
    const found = new Map<string, LinkedImport>()
    for (const { form, index, line, module } of [...taken, ...passed].toSorted((a, b) => a.line - b.line)) {
      const { kind, path } = this.#recorder.resolve(this.#module.path, module)
      const isFile = path !== "" && !path.endsWith("/")
      // Where a module is no file, what is taken from it is in one.
      const paths = isFile ? [path] : this.pathsOf(index)
      const isLocal = kind === "local" || paths.length > 0
      for (const each of paths.length > 0 ? paths : [""]) {
        const key = `${line} ${module} ${each}`
        const other = found.get(key)?.form ?? "type"
        const strongest = form === "type" ? other : form
        found.set(key, { module, path: each, kind: isLocal ? "local" : kind, form: strongest, line })
      }
    }
    return [...found.values()]
  }

  private pathsOf(index: number): ReadonlyArray<string> {
    if (index === -1) return []
    const symbols = this.#evaluator.symbolsOf(this.#evaluator.imported(this.#module, index))
    return [...new Set(symbols.map(({ module }) => module.path))].slice(0, maxTargets)
  }

  private edges(reference: Reference): ReadonlyArray<Edge> {
    const { column, kind, line, value, within } = reference
    const meaning = this.#evaluator.evaluate(this.#module, value)
    const common = { kind, line, column, within: this.#facts.definitions[within]?.qualifiedName ?? "" }
    if (this.isOfAll(value, meaning)) return []
    const targets = this.targets(meaning, reference)
    if (targets.length > 0) {
      if (targets.length > maxTargets) return []
      const how = this.how(value)
      return targets.map((target) => ({ ...common, target, how }))
    }
    const written = this.#module.value(value)
    const isOpen = written.tag === "member" && meaning.tag === "unknown" && (kind === "call" || kind === "new")
    return isOpen ? [{ ...common, target: { path: "", name: written.name }, how: "name_only" }] : []
  }

  /** Whether a reference means a member that the value may have from elsewhere, too: `text.toString()`. */
  private isOfAll(value: number, meaning: Meaning): boolean {
    const written = this.#module.value(value)
    if (written.tag !== "member" || !membersOfAll.has(written.name)) return false
    return alternativesOf(meaning).some(({ tag }) => tag === "external")
  }

  /** The definitions that a reference means, each once: of a type if it is one to a type. */
  private targets(meaning: Meaning, { arguments: count, kind }: Reference): ReadonlyArray<Edge["target"]> {
    const all = alternativesOf(meaning).flatMap((each) => this.#evaluator.symbolsOf(each))
    const symbols =
      kind === "call" && this.#rules.checksArity === true ? fitArguments(this.#evaluator, all, count) : all
    const fitting = symbols.filter(({ definition, module }) => module.isType(definition) === (kind === "type"))
    const found = new Map<string, Edge["target"]>()
    for (const symbol of fitting.length > 0 ? fitting : symbols) {
      const name = nameOf(symbol)
      found.set(`${symbol.module.path}\0${name}`, { path: symbol.module.path, name })
    }
    return [...found.values()]
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
        return this.isBound(value.of)
      case "union":
        return value.of.every((each) => this.isBound(each))
      case "member": {
        const of = this.#module.value(value.of)
        if (of.tag === "this" || of.tag === "super") return true
        const meaning = this.#evaluator.evaluate(this.#module, value.of)
        return this.isBound(value.of) && alternativesOf(meaning).every((each) => this.holdsNames(each))
      }
      case "unknown":
      case "call":
      case "new":
      case "await":
      case "element":
      case "entry":
      case "parameter":
      case "instance":
      case "typeof":
      case "function":
      case "object":
        return false
    }
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

const nameOf = ({ definition, module }: SymbolMeaning): string => module.definition(definition)?.qualifiedName ?? ""

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
