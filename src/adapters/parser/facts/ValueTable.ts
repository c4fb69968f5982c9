import type { Value, ValueIndex } from "./Facts.ts"

/** Maximum values of a file. Further ones are unknown. */
const maxValues = 100_000
/** Maximum steps from a value to its root: longer chains are unknown. */
const maxDepth = 32

const childrenOf = (value: Value): ReadonlyArray<ValueIndex> => {
  switch (value.tag) {
    case "unknown":
    case "definition":
    case "import":
    case "global":
    case "this":
    case "super":
      return []
    case "apply":
      return [value.of, ...value.arguments]
    case "union":
      return value.of
    case "function":
      return [value.yields]
    case "object":
      return value.members.map(([, member]) => member)
    case "member":
    case "call":
    case "new":
    case "await":
    case "element":
    case "entry":
    case "instance":
    case "typeof":
      return [value.of]
  }
}

const keyOf = (value: Value): string => {
  switch (value.tag) {
    case "unknown":
      return value.tag
    case "definition":
    case "this":
    case "super":
      return `${value.tag} ${value.definition}`
    case "import":
      return `import ${value.import}`
    case "global":
      return `global ${value.name}`
    case "member":
      return `member ${value.of} ${value.name}`
    case "call":
    case "new":
    case "await":
    case "element":
    case "instance":
    case "typeof":
      return `${value.tag} ${value.of}`
    case "entry":
    case "apply":
    case "union":
    case "function":
    case "object":
      return JSON.stringify(value)
  }
}

/** Numbers the values of a file, each once. */
export class ValueTable {
  readonly values: Array<Value> = []
  readonly #known = new Map<string, ValueIndex>()
  readonly #depths: Array<number> = []

  /** Returns the number of a value. Values built on it must have a larger one. */
  add(value: Value): ValueIndex {
    const key = keyOf(value)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const depth = 1 + childrenOf(value).reduce((deepest, child) => Math.max(deepest, this.#depths[child] ?? 0), 0)
    if ((depth > maxDepth || this.values.length >= maxValues) && value.tag !== "unknown") return this.unknown
    this.#depths.push(depth)
    this.#known.set(key, this.values.length)
    return this.values.push(value) - 1
  }

  get unknown(): ValueIndex {
    return this.add({ tag: "unknown" })
  }
}
