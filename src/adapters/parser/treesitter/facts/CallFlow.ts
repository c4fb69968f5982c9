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
