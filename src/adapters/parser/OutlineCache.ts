import { hash } from "node:crypto"
import { LRUCache } from "lru-cache"
import type { Outline } from "./Outline.ts"

const estimateBytes = (outline: Outline): number =>
  outline.units.reduce((sum, unit) => sum + 160 + 2 * (unit.name.length + unit.signature.length), 200)

/** A cache of outlines by language and content, limited by number and by bytes. */
export class OutlineCache {
  readonly #outlines: LRUCache<string, Outline>

  constructor(max: { readonly entries: number; readonly bytes: number }) {
    this.#outlines = new LRUCache({ max: max.entries, maxSize: max.bytes, sizeCalculation: estimateBytes })
  }

  static key(language: string, content: Uint8Array): string {
    return `${language}\0${hash("sha256", content, "base64")}`
  }

  get(key: string): Outline | undefined {
    return this.#outlines.get(key)
  }

  /** Stores an outline, for at most `keepMillis` if given. One over the limit of bytes is not kept. */
  set(key: string, outline: Outline, keepMillis?: number): void {
    this.#outlines.set(key, outline, keepMillis === undefined ? {} : { ttl: keepMillis })
  }

  /** Number of cached outlines. */
  get size(): number {
    return this.#outlines.size
  }
}
