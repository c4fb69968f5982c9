import type { ReferenceDraft, ValueIndex } from "../../facts/Facts.ts"
import type { Evaluator } from "./Evaluator.ts"
import { Flow } from "./Flow.ts"
import type { NameScope } from "./NameScope.ts"
import type { SyntaxNode } from "./SyntaxNode.ts"

/** Maximum arguments of a call to look at. */
const maxArguments = 16

/** Describes what calls give to functions of the file, and what variables that are called hold there. */
export class CallFlow {
  readonly #evaluator: Evaluator
  readonly #flow: Flow

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator
    this.#flow = new Flow(evaluator)
  }

  describe(
    callee: SyntaxNode,
    value: ValueIndex,
    given: ReadonlyArray<SyntaxNode>,
    scope: NameScope
  ): Pick<ReferenceDraft, "given" | "named" | "held"> {
    const root = this.rootOf(value)
    if (root === undefined) return {}
    const held = root === "variable" ? this.#flow.value(callee, scope) : value
    return { ...this.given(given, scope), ...(held === value || held === this.#flow.unknown ? {} : { held }) }
  }

  /** Describes what a call is given to run, if that may be a function of the library. */
  describeRun(
    callee: SyntaxNode,
    given: ReadonlyArray<SyntaxNode>,
    scope: NameScope
  ): Pick<ReferenceDraft, "runs" | "passes"> {
    const { language, reading, unknown, values } = this.#evaluator
    const found = language.findRun?.(callee, given, reading)
    const run = found === undefined ? unknown : this.#flow.value(found.run, scope)
    if (run === unknown) return {}
    const elements = found?.elements === undefined ? unknown : this.#flow.value(found.elements, scope)
    if (elements === unknown) return { runs: [run] }
    return { runs: [run], passes: [values.add({ tag: "element", of: elements })] }
  }

  /** Describes what a decorator is given: the definition that follows, as the decorators between them made it. */
  describeDecorator(node: SyntaxNode, used: SyntaxNode, scope: NameScope): Pick<ReferenceDraft, "given"> {
    const { declarations, language, reading, values } = this.#evaluator
    const siblings = node.parent?.children ?? []
    const entry = siblings.map((each) => declarations.owners.get(each)).find((each) => each !== undefined)
    if (entry === undefined || this.rootOf(this.#evaluator.value(used, scope)) === undefined) return {}
    const between = siblings.slice(siblings.indexOf(node) + 1).flatMap((each) => {
      const form = language.interpret(each, reading)
      return form?.form === "decorator" ? [this.#evaluator.value(form.of, scope)] : []
    })
    const own = values.add({ tag: "definition", definition: entry.index })
    return { given: [between.reduceRight((of, each) => values.add({ tag: "call", of: each, given: [of] }), own)] }
  }

  /** Whether a value begins with a variable, or with something else of the file. */
  private rootOf(value: ValueIndex): "variable" | "other" | undefined {
    const { declarations } = this.#evaluator
    const at = this.#evaluator.rootOf(value)
    if (at?.tag === "definition") return declarations.entries[at.definition]?.isVariable === true ? "variable" : "other"
    return at?.tag === "this" || at?.tag === "given" ? "other" : undefined
  }

  private given(nodes: ReadonlyArray<SyntaxNode>, scope: NameScope): Pick<ReferenceDraft, "given" | "named"> {
    const spread = nodes.findIndex(({ type }) => this.#evaluator.language.spreads.has(type))
    const known = nodes.slice(0, Math.min(maxArguments, spread === -1 ? maxArguments : spread))
    const positions = known.filter(({ type }) => type !== "keyword_argument")
    const given = positions.map((node) => this.argument(node, scope))
    const named = known.flatMap((node) => {
      const [name, value] = node.type === "keyword_argument" ? [node.at("name"), node.at("value")] : []
      const index = value === undefined ? -1 : this.argument(value, scope)
      return index === -1 ? [] : [[this.#evaluator.reading.text(name), index] as const]
    })
    const length = given.findLastIndex((each) => each !== -1) + 1
    return { ...(length === 0 ? {} : { given: given.slice(0, length) }), ...(named.length === 0 ? {} : { named }) }
  }

  /** What an argument holds; -1 for what is no function and has none. */
  private argument(node: SyntaxNode, scope: NameScope): ValueIndex {
    const { language, reading, unknown } = this.#evaluator
    if (language.interpret(node, reading)?.form === "literal") return -1
    const value = this.#flow.value(node, scope)
    return value === unknown ? -1 : value
  }
}
