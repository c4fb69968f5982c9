import type { Draft } from "../../Language.ts"

/** A unit of the outline with the start of the node that declares it, after comments above it. */
export interface FoundUnit {
  readonly draft: Draft
  readonly nodeStart: number
}

const endOf = (name: string, separator: string): number => {
  const at = name.lastIndexOf(separator, name.length - separator.length - 1)
  return at <= 0 ? 0 : at + separator.length
}

/** The last segment of a qualified name. */
export const lastSegment = (name: string): string =>
  name.slice(Math.max(...[".", "::", "#"].map((at) => endOf(name, at))))

/** Units with the same last segment, in source order. */
interface Group {
  readonly units: Array<FoundUnit | undefined>
  /** Units before this one were taken or end before what is asked for. */
  first: number
}

/** The units of a file, to be matched with the declarations found in the copied tree, in source order. */
export class OutlineUnits {
  readonly #groups = new Map<string, Group>()
  readonly #nameless = new Map<number, FoundUnit>()

  constructor(units: ReadonlyArray<FoundUnit>) {
    for (const unit of units) {
      if (unit.draft.type === "impl") {
        this.#nameless.set(unit.nodeStart, unit)
        continue
      }
      const name = lastSegment(unit.draft.name)
      const group = this.#groups.get(name) ?? this.#groups.get(lastSegment(name))
      if (group === undefined) this.#groups.set(name, { units: [unit], first: 0 })
      else group.units.push(unit)
    }
  }

  /** Takes the unit without a name of its own, such as an `impl`, that starts at an offset. */
  takeNameless(start: number): FoundUnit | undefined {
    const found = this.#nameless.get(start)
    this.#nameless.delete(start)
    return found
  }

  /** Takes the innermost unit of this name around an offset. */
  take(name: string, offset: number): FoundUnit | undefined {
    const group = this.#groups.get(name)
    if (group === undefined) return undefined
    const { units } = group
    while (group.first < units.length && (units[group.first]?.draft.end ?? 0) <= offset) group.first += 1
    let best = -1
    for (let at = group.first; at < units.length; at += 1) {
      const unit = units[at]
      if (unit === undefined || unit.draft.end <= offset) continue
      if (unit.nodeStart > offset) break
      best = at
    }
    const found = units[best]
    if (best !== -1) units[best] = undefined
    return found
  }

  /** Units that no declaration matched. */
  get rest(): ReadonlyArray<FoundUnit> {
    const named = [...this.#groups.values()].flatMap(({ units }) => units.filter((unit) => unit !== undefined))
    return [...named, ...this.#nameless.values()]
  }
}
