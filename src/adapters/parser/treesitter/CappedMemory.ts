/** What is used here of the type, which neither the compiler's own declarations nor those of Node have. */
declare const WebAssembly: {
  readonly Memory: new (descriptor: { readonly initial: number; readonly maximum: number }) => {
    grow(pages: number): number
  }
}

const pageBytes = 64 * 1024
/** What the runtime asks for at least. */
const initialPages = 512

/** Memory of a WebAssembly instance that grows up to a limit and remembers whether it was refused more. */
export class CappedMemory extends WebAssembly.Memory {
  #isExhausted = false

  /** `maxBytes`: whole pages of 64 KiB, at least 32 MiB. */
  constructor(maxBytes: number) {
    super({ initial: initialPages, maximum: Math.max(initialPages, Math.floor(maxBytes / pageBytes)) })
  }

  /** Whether the last attempt to grow failed. What runs in this memory is then unusable. */
  get isExhausted(): boolean {
    return this.#isExhausted
  }

  // The runtime asks for more than it needs first, and for less when that is refused.
  override grow(pages: number): number {
    this.#isExhausted = true
    const before = super.grow(pages)
    this.#isExhausted = false
    return before
  }
}
