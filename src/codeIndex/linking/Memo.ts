import { type Meaning, unknown } from "./Meaning.ts"
import type { Module } from "./Module.ts"

/** Maximum nested evaluations: deeper ones are unknown. Keeps chains of files and types off the stack. */
const maxDepth = 150

/** Counts nested evaluations. */
export class Depth {
  now = 0
}

/** Finds something of a module once. While it is being found, and too deep in, it is the fallback. */
export class MemoOf<Key, Found> {
  readonly #found = new Map<Module, Map<Key, Found>>()
  readonly #depth: Depth
  readonly #fallback: Found

  constructor(depth: Depth, fallback: Found) {
    this.#depth = depth
    this.#fallback = fallback
  }

  find(module: Module, key: Key, find: () => Found): Found {
    let known = this.#found.get(module)
    if (known === undefined) {
      known = new Map()
      this.#found.set(module, known)
    }
    const found = known.get(key)
    if (found !== undefined) return found
    if (this.#depth.now > maxDepth) return this.#fallback
    known.set(key, this.#fallback)
    this.#depth.now += 1
    const made = find()
    this.#depth.now -= 1
    known.set(key, made)
    return made
  }
}

/** Finds what something means once; unknown while it is being found. */
export class Memo<Key> extends MemoOf<Key, Meaning> {
  constructor(depth: Depth) {
    super(depth, unknown)
  }
}
