import { childrenOf } from "./childrenOf.ts"
import type { Value, ValueIndex } from "./Facts.ts"

/** Maximum values of a file. Further ones are unknown. */
const maxValues = 100_000
/** Maximum steps from a value to its root: longer chains are unknown. A call of a member takes two. */
const maxDepth = 64
/** The same over what calls are given: calls in longer chains are without that. */
const maxGivenDepth = 32

/** Highest position, and highest number of arguments, that the number of a value has room for. */
const maxCounted = 30

/** Returns what a value without a name is built on, or its number in another list. */
const numberOf = (value: Value): number | undefined => {
  switch (value.tag) {
    case "unknown":
      return 0
    case "definition":
    case "this":
    case "super":
      return value.definition
    case "import":
      return value.import
    case "call":
      return value.given === undefined ? numberOfCall(value.of, value.count) : undefined
    case "new":
    case "await":
    case "element":
    case "instance":
    case "typeof":
      return value.of
    case "entry":
    case "parameter":
      return value.at > maxCounted ? undefined : value.of * (maxCounted + 2) + value.at + 1
    case "global":
    case "member":
    case "item":
    case "given":
    case "narrowed":
    case "excluded":
    case "conditional":
    case "apply":
    case "variable":
    case "generic":
    case "union":
    case "function":
    case "object":
      return undefined
  }
}

/** A number for each callee with a number of arguments, or without. */
const numberOfCall = (of: ValueIndex, count: number | undefined): number | undefined => {
  if (count !== undefined && count > maxCounted) return undefined
  return of * (maxCounted + 2) + (count === undefined ? 0 : count + 1)
}

const depthOf = (value: Value, depths: ReadonlyArray<number>): number =>
  1 + childrenOf(value).reduce((deepest, child) => Math.max(deepest, depths[child] ?? 0), 0)

/** Numbers the values of a file, each once. */
export class ValueTable {
  readonly values: Array<Value> = []
  readonly #byNumber = new Map<Value["tag"], Map<number, ValueIndex>>()
  readonly #members = new Map<ValueIndex, Map<string, ValueIndex>>()
  readonly #globals = new Map<string, ValueIndex>()
  readonly #others = new Map<string, ValueIndex>()
  /** Steps to the root, apart from those over what calls give, and with them. */
  readonly #depths: Array<number> = []
  readonly #givenDepths: Array<number> = []

  /** Returns the number of a value. Values built on it must have a larger one. */
  add(value: Value): ValueIndex {
    if (value.tag === "call" && value.given !== undefined && depthOf(value, this.#givenDepths) > maxGivenDepth) {
      const { count, of } = value
      return this.add(count === undefined ? { tag: "call", of } : { tag: "call", of, count })
    }
    if (value.tag === "global") return this.#addTo(this.#globals, value.name, value)
    if (value.tag === "member") return this.#addTo(this.#membersOf(value.of), value.name, value)
    const number = numberOf(value)
    return number === undefined
      ? this.#addTo(this.#others, JSON.stringify(value), value)
      : this.#addTo(this.#numbered(value.tag), number, value)
  }

  #membersOf(of: ValueIndex): Map<string, ValueIndex> {
    const known = this.#members.get(of)
    if (known !== undefined) return known
    const made = new Map<string, ValueIndex>()
    this.#members.set(of, made)
    return made
  }

  #numbered(tag: Value["tag"]): Map<number, ValueIndex> {
    const known = this.#byNumber.get(tag)
    if (known !== undefined) return known
    const made = new Map<number, ValueIndex>()
    this.#byNumber.set(tag, made)
    return made
  }

  #addTo<K>(known: Map<K, ValueIndex>, key: K, value: Value): ValueIndex {
    const found = known.get(key)
    if (found !== undefined) return found
    // A chain whose links are given functions is as long as one whose links are not.
    const depth = value.tag === "call" ? 1 + (this.#depths[value.of] ?? 0) : depthOf(value, this.#depths)
    if ((depth > maxDepth || this.values.length >= maxValues) && value.tag !== "unknown") return this.unknown
    this.#depths.push(depth)
    this.#givenDepths.push(depthOf(value, this.#givenDepths))
    known.set(key, this.values.length)
    return this.values.push(value) - 1
  }

  get unknown(): ValueIndex {
    return this.add({ tag: "unknown" })
  }
}
