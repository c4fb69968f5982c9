import type { Schema } from "effect"
import type { Superseded } from "../../domain/Annotation.ts"
import { byInstant } from "../../domain/Instant.ts"
import { canonical } from "../../domain/Json.ts"

/** What a field belongs to: a region, its anchor in one spelling for all, or with neither the note itself. */
export interface Owner {
  readonly file?: string | undefined
  readonly anchor?: string | undefined
}

/** One thing that was said of one field. */
export interface Statement {
  readonly owner: Owner
  readonly field: string
  readonly value: unknown
  readonly timestamp: string
}

/** A value of a field, and when it was said last. */
export interface Saying {
  readonly value: Schema.Json
  readonly bytes: string
  readonly timestamp: string
}

interface Fields {
  readonly owner: Owner
  readonly sayings: Map<string, Map<string, Saying>>
}

const keyOf = ({ anchor, file }: Owner): string => JSON.stringify([file ?? null, anchor ?? null])

const empty = new Set(["null", '""', "[]", "{}"])

/** Whether a value says nothing: it yields to any that does, and is not kept where it lost. */
export const isNothing = (value: unknown): boolean => empty.has(canonical(value))

/** Anything said beats nothing, then the newer beats the older, then bytes decide. */
const stronger = (a: Saying, b: Saying): Saying => {
  if (empty.has(a.bytes) !== empty.has(b.bytes)) return empty.has(a.bytes) ? b : a
  const order = byInstant(a.timestamp, b.timestamp)
  if (order !== 0) return order > 0 ? a : b
  return a.bytes > b.bytes ? a : b
}

const older = (a: Saying, b: Saying): number => byInstant(a.timestamp, b.timestamp) || (a.bytes < b.bytes ? -1 : 1)

const byText = (a: string, b: string): number => (a < b ? -1 : 1)

/**
 * Everything that was said of the fields of a note and its regions, each value once with its latest time. What counts
 * depends on nothing but the set of statements, so that merging is commutative, associative and idempotent.
 */
export class Said {
  readonly #owners = new Map<string, Fields>()

  constructor(statements: Iterable<Statement>) {
    for (const statement of statements) this.#add(statement)
  }

  #add({ field, owner, timestamp, value }: Statement): void {
    const bytes = canonical(value)
    const key = keyOf(owner)
    const fields = this.#owners.get(key) ?? { owner, sayings: new Map<string, Map<string, Saying>>() }
    const sayings = fields.sayings.get(field) ?? new Map<string, Saying>()
    const known = sayings.get(bytes)
    if (known === undefined || byInstant(known.timestamp, timestamp) < 0) {
      sayings.set(bytes, { value: JSON.parse(bytes), bytes, timestamp })
    }
    fields.sayings.set(field, sayings)
    this.#owners.set(key, fields)
  }

  /** Names of the fields of which something was said, sorted. */
  fields(owner: Owner): ReadonlyArray<string> {
    return [...(this.#owners.get(keyOf(owner))?.sayings.keys() ?? [])].toSorted(byText)
  }

  /** What counts of a field, among the values it can have. */
  current(owner: Owner, field: string, possible: (value: unknown) => boolean): Saying | undefined {
    const sayings = this.#owners.get(keyOf(owner))?.sayings.get(field)
    return [...(sayings?.values() ?? [])]
      .filter(({ value }) => possible(value))
      .reduce<Saying | undefined>((best, next) => (best === undefined ? next : stronger(best, next)), undefined)
  }

  /**
   * All that was said and does not count, always in the same order. `counting` tells which of an owner's fields have
   * which value, `named` how the anchor is spelled.
   */
  superseded(
    counting: (owner: Owner) => ReadonlyMap<string, Saying>,
    named: (owner: Owner) => string | undefined
  ): ReadonlyArray<Superseded> {
    const owners = [...this.#owners].toSorted(([a], [b]) => byText(a, b)).map(([, fields]) => fields)
    return owners.flatMap(({ owner, sayings }) => {
      const counts = counting(owner)
      const { file } = owner
      const anchor = named(owner) ?? owner.anchor
      const place = { ...(file === undefined ? {} : { file }), ...(anchor === undefined ? {} : { anchor }) }
      return [...sayings]
        .toSorted(([a], [b]) => byText(a, b))
        .flatMap(([field, values]) =>
          [...values.values()]
            .filter(({ bytes }) => bytes !== counts.get(field)?.bytes && !empty.has(bytes))
            .toSorted(older)
            .map(({ timestamp, value }): Superseded => ({ ...place, field, value, timestamp }))
        )
    })
  }
}
