/** The part of WebAssembly used here, which neither TypeScript's nor Node's declarations include. */
declare const WebAssembly: {
  readonly Memory: new (descriptor: { readonly initial: number; readonly maximum: number }) => {
    grow(pages: number): number
  }
}

const pageBytes = 64 * 1024
/** The minimum that the runtime requests. */
const initialPages = 512

/** WebAssembly memory that grows up to a limit and records whether it was exhausted. */
export class CappedMemory extends WebAssembly.Memory {
  #isExhausted = false

  /** `maxBytes` is rounded down to pages of 64 KiB, at least 32 MiB. */
  constructor(maxBytes: number) {
    super({ initial: initialPages, maximum: Math.max(initialPages, Math.floor(maxBytes / pageBytes)) })
  }

  /** Whether the last attempt to grow failed. The instance in this memory is then unusable. */
  get isExhausted(): boolean {
    return this.#isExhausted
  }

  // The runtime first requests more than it needs, then less if that is refused.
  override grow(pages: number): number {
    this.#isExhausted = true
    const before = super.grow(pages)
    this.#isExhausted = false
    return before
  }
}
