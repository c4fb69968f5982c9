/** Counts what two ways to answer the same questions have in common. */
export class Overlap {
  #questions = 0
  #same = 0
  #shared = 0
  #said = 0
  #true = 0

  add(said: ReadonlySet<string>, truth: ReadonlySet<string>): void {
    const shared = [...said].filter((each) => truth.has(each)).length
    if (said.size + truth.size > 0) this.#questions += 1
    if (said.size + truth.size > 0 && shared === said.size && shared === truth.size) this.#same += 1
    this.#shared += shared
    this.#said += said.size
    this.#true += truth.size
  }

  /** Precision and recall over all answers together; questions that neither way has an answer to do not count. */
  describe(): string {
    const precision = (this.#shared / this.#said).toFixed(4)
    const recall = (this.#shared / this.#true).toFixed(4)
    return `precision ${precision} of ${this.#said}, recall ${recall} of ${this.#true}, ${this.#same} of ${this.#questions} equal`
  }
}
