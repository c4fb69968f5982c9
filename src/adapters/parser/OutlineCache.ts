import { hash } from "node:crypto"
import type { Outline } from "./Outline.ts"

const estimateBytes = (outline: Outline): number =>
  outline.units.reduce((sum, unit) => sum + 160 + 2 * (unit.name.length + unit.signature.length), 200)

interface Entry {
  readonly outline: Outline
  readonly bytes: number
  /** Time on the clock of `performance.now`. */
  readonly expiresAt: number
}

/** An LRU cache of outlines by language and content, limited by number and by bytes. */
export class OutlineCache {
  readonly #entries = new Map<string, Entry>()
  readonly #max: { readonly entries: number; readonly bytes: number }
  #bytes = 0

  constructor(max: { readonly entries: number; readonly bytes: number }) {
    this.#max = max
  }

  static key(language: string, content: Uint8Array): string {
    return `${language}\0${hash("sha256", content, "base64")}`
  }

  get(key: string): Outline | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.expiresAt < performance.now()) {
      this.#remove(key)
      return undefined
    }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.outline
  }

  /** Stores an outline for at most `keepMillis`. */
  set(key: string, outline: Outline, keepMillis = Infinity): void {
    this.#remove(key)
    const bytes = estimateBytes(outline)
    this.#entries.set(key, { outline, bytes, expiresAt: performance.now() + keepMillis })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#max.entries && this.#bytes <= this.#max.bytes) break
      this.#remove(oldest)
    }
  }

  /** Number of cached outlines. */
  get size(): number {
    return this.#entries.size
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
