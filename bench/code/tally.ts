import { stdout } from "node:process"
import type { Edge } from "../../src/codeIndex/linking/LinkView.ts"

/** What a checker says is called: definitions of the index, something outside, or a local variable or parameter. */
export type Answer =
  | { readonly kind: "definition"; readonly names: ReadonlySet<string> }
  | { readonly kind: "outside" | "local" | "none" }

/** A call. */
export interface Site {
  readonly path: string
  /** Line from 1 and column from 0 of the name that is called. */
  readonly place: string
  readonly name: string
  readonly isMember: boolean
}

interface Count {
  right: number
  wrong: number
  extra: number
  missed: number
}

const noCount: Count = { right: 0, wrong: 0, extra: 0, missed: 0 }

const print = (text: string): void => void stdout.write(`${text}\n`)

/** Makes a function from offsets to `line:column`. */
export const makePlaces = (text: string): ((offset: number) => string) => {
  const starts = [0]
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    return `${line + 1}:${offset - (starts[line] ?? 0)}`
  }
}

/** Counts calls by whether the index links them as a checker does. */
export class Tally {
  readonly #counts = new Map<string, Count>()
  readonly #samples: Record<"wrong" | "extra" | "missed", Array<string>> = { wrong: [], extra: [], missed: [] }
  readonly #unasked: Array<string> = []
  #locals = 0

  private count(how: string): Count {
    const known = this.#counts.get(how) ?? { ...noCount }
    this.#counts.set(how, known)
    return known
  }

  /** `edges`: those of the index at that place. Calls of local variables are left out. */
  judge({ isMember, name, path, place }: Site, edges: ReadonlyArray<Edge>, answer: Answer): void {
    const known = edges.filter(({ how }) => how !== "name_only" && how !== "by_value")
    const how = known[0]?.how ?? "none"
    const said = known.map(({ target }) => `${target.path} ${target.name}`)
    const line = `${path}:${place} ${name} → ${said.join(" | ") || "nothing"}`
    if (answer.kind === "local") this.#locals += 1
    else if (answer.kind !== "definition") {
      if (answer.kind !== "outside" || said.length === 0) return
      this.count(how).extra += 1
      this.#samples.extra.push(line)
    } else if (said.length === 0) {
      this.count(isMember ? "member" : "name").missed += 1
      this.#samples.missed.push(`${line}, not ${[...answer.names].join(" | ")}`)
    } else if (said.some((one) => answer.names.has(one))) this.count(how).right += 1
    else {
      this.count(how).wrong += 1
      this.#samples.wrong.push(`${line}, not ${[...answer.names].join(" | ")}`)
    }
  }

  /** Counts an edge at a place at which the checker sees no call. */
  addUnasked(path: string, place: string, { target }: Edge): void {
    this.#unasked.push(`${path}:${place} → ${target.path} ${target.name}`)
  }

  /** `samples`: how many calls of each kind of error to list, evenly spread. */
  print(files: string, samples: number): void {
    const total = { ...noCount }
    for (const each of this.#counts.values()) {
      total.right += each.right
      total.wrong += each.wrong
      total.extra += each.extra
      total.missed += each.missed
    }
    print(`${files}; ${this.#locals} calls of local variables left out`)
    if (this.#unasked.length > 0) print(`${this.#unasked.length} edges where the checker sees no call`)
    for (const [how, each] of [...this.#counts, ["all", total] as const]) print(`${how}: ${JSON.stringify(each)}`)
    const edges = total.right + total.wrong + total.extra
    const calls = total.right + total.wrong + total.missed
    print(`precision ${(total.right / edges).toFixed(4)}, recall ${(total.right / calls).toFixed(4)}`)
    for (const [kind, lines] of Object.entries({ ...this.#samples, unasked: this.#unasked })) {
      const step = Math.max(1, Math.floor(lines.length / samples))
      for (const line of lines.filter((_, index) => index % step === 0).slice(0, samples)) print(`${kind}: ${line}`)
    }
  }
}
