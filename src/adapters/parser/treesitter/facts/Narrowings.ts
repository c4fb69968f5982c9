import type { FactsLanguage, Narrowing } from "./FactsLanguage.ts"
import type { Reading, SyntaxNode } from "./SyntaxNode.ts"

/** Maximum length of what is checked, as written. */
const maxTextLength = 80
/** Maximum checks that count at one place, the last ones. */
const maxChecks = 4
/** Maximum checks of one thing in a file; with more, none counts. */
const maxOfOne = 500

const functions: ReadonlySet<string> = new Set(["function_definition", "class_definition"])

/** Whether a function or class that begins after an offset is around a node: it may run later. */
const isDeferred = (node: SyntaxNode, after: number): boolean => {
  for (let at = node.parent; at !== undefined && at.start >= after; at = at.parent) {
    if (functions.has(at.type)) return true
  }
  return false
}

/** Finds the checks that say what a name or member is. */
export class Narrowings {
  readonly #reading: Reading
  readonly #byText: ReadonlyMap<string, ReadonlyArray<Narrowing>>

  constructor({ narrowings }: FactsLanguage, reading: Reading, root: SyntaxNode) {
    this.#reading = reading
    this.#byText = Map.groupBy(narrowings?.(root, reading) ?? [], ({ text }) => text)
  }

  /** Those that hold at a node, outer ones first. */
  find(node: SyntaxNode): ReadonlyArray<Narrowing> {
    if (this.#byText.size === 0 || node.end - node.start > maxTextLength) return []
    const found = this.#byText.get(this.#reading.text(node)) ?? []
    if (found.length > maxOfOne) return []
    return found
      .filter(({ end, start }) => start <= node.start && node.end <= end && !isDeferred(node, start))
      .slice(-maxChecks)
  }
}
