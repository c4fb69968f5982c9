import type { Schema } from "effect"
import type { Superseded } from "../../domain/Annotation.ts"
import { compareTimestamps } from "../../domain/Instant.ts"
import { canonicalJson } from "../../domain/Json.ts"
import type { FieldOwner } from "../../domain/RegionKey.ts"

/** What a text of a region was stated with; a merge keeps it attached to the text. */
interface StatedWith {
  /** For a reasoning: the intent in the same note. */
  readonly intent?: string | undefined
  /** Whether it was stated for several units at once. */
  readonly spread?: boolean | undefined
}

/** A value that a note states for one field. */
export interface Statement extends StatedWith {
  readonly owner: FieldOwner
  readonly field: string
  readonly value: unknown
  readonly timestamp: string
}

/** A distinct value of a field with its latest time. `spread` is true if it was never stated for a single unit. */
export interface FieldValue extends StatedWith {
  readonly key: string
  readonly value: Schema.Json
  readonly bytes: string
  readonly timestamp: string
}

interface OwnerFields {
  readonly owner: FieldOwner
  readonly fields: Map<string, Map<string, FieldValue>>
}

const keyOf = ({ anchor, file, signature }: FieldOwner): string =>
  JSON.stringify([file ?? null, anchor ?? null, signature ?? null])

/** The same value stated with different intents counts as different values. JSON has no raw NUL, so keys are unique. */
const valueKey = (bytes: string, intent: string | undefined): string =>
  intent === undefined ? bytes : `\0${intent}\0${bytes}`

const emptyValues = new Set(["null", '""', "[]", "{}"])

/** Whether a value is empty: it loses to any other value and is not kept as superseded. */
export const isEmptyValue = (value: unknown): boolean => emptyValues.has(canonicalJson(value))

/** A non-empty value beats an empty one, then the newer one wins, then the one with the higher bytes. */
const winnerOf = (a: FieldValue, b: FieldValue): FieldValue => {
  if (emptyValues.has(a.bytes) !== emptyValues.has(b.bytes)) return emptyValues.has(a.bytes) ? b : a
  const order = compareTimestamps(a.timestamp, b.timestamp)
  if (order !== 0) return order > 0 ? a : b
  return a.bytes > b.bytes ? a : b
}

const older = (a: FieldValue, b: FieldValue): number =>
  compareTimestamps(a.timestamp, b.timestamp) || (a.key < b.key ? -1 : 1)

const placeOf = ({ file, signature }: FieldOwner, anchor: string | undefined): Pick<Superseded, keyof FieldOwner> => ({
  ...(file === undefined ? {} : { file }),
  ...(anchor === undefined ? {} : { anchor }),
  ...(signature === undefined ? {} : { signature })
})

type ValuesByKey = ReadonlyMap<string, FieldValue>

/** Whether the same value also exists with an intent: notes merged by older versions do not record the intent. */
const hasVariantWithIntent = ({ bytes, intent }: FieldValue, values: ValuesByKey): boolean =>
  intent === undefined && [...values.values()].some((other) => other.intent !== undefined && other.bytes === bytes)

/** Whether a value is an intent that a reasoning was stated with: then `spread` is recorded on the reasoning. */
const hasReasoning = (value: unknown, fields: ReadonlyMap<string, ValuesByKey>): boolean =>
  [...(fields.get("reasoning")?.values() ?? [])].some(
    ({ bytes, intent }) => intent === value && !emptyValues.has(bytes)
  )

const byText = (a: string, b: string): number => (a < b ? -1 : 1)

/**
 * All values stated for the fields of a note and its regions, each once with its latest time. The winner depends only on
 * the set of statements, so that merging is commutative, associative and idempotent.
 */
export class FieldValues {
  readonly #owners = new Map<string, OwnerFields>()

  constructor(statements: Iterable<Statement>) {
    for (const statement of statements) this.#add(statement)
  }

  #add({ field, intent, owner, spread, timestamp, value }: Statement): void {
    const bytes = canonicalJson(value)
    const key = valueKey(bytes, intent)
    const stated = this.#owners.get(keyOf(owner)) ?? { owner, fields: new Map<string, Map<string, FieldValue>>() }
    const values = stated.fields.get(field) ?? new Map<string, FieldValue>()
    const known = values.get(key)
    const isLater = known === undefined || compareTimestamps(known.timestamp, timestamp) < 0
    values.set(key, {
      key,
      value: JSON.parse(bytes),
      bytes,
      intent,
      spread: spread === true && known?.spread !== false,
      timestamp: isLater ? timestamp : known.timestamp
    })
    stated.fields.set(field, values)
    this.#owners.set(keyOf(owner), stated)
  }

  /** Returns the names of the fields that have values, sorted. */
  fields(owner: FieldOwner): ReadonlyArray<string> {
    return [...(this.#owners.get(keyOf(owner))?.fields.keys() ?? [])].toSorted(byText)
  }

  /** Returns the winning value of a field among those that are `possible`. */
  current(owner: FieldOwner, field: string, possible: (entry: FieldValue) => boolean): FieldValue | undefined {
    const values = this.#owners.get(keyOf(owner))?.fields.get(field)
    return [...(values?.values() ?? [])]
      .filter(possible)
      .reduce<FieldValue | undefined>((best, next) => (best === undefined ? next : winnerOf(best, next)), undefined)
  }

  /**
   * Returns all losing values, in a fixed order. `winnersOf` returns the winning value of each field of an owner,
   * `anchorOf` the spelling of the owner's anchor in the merged note.
   */
  superseded(
    winnersOf: (owner: FieldOwner) => ReadonlyMap<string, FieldValue>,
    anchorOf: (owner: FieldOwner) => string | undefined
  ): ReadonlyArray<Superseded> {
    const owners = [...this.#owners].toSorted(([a], [b]) => byText(a, b)).map(([, stated]) => stated)
    return owners.flatMap(({ fields, owner }) => {
      const winners = winnersOf(owner)
      const place = placeOf(owner, anchorOf(owner) ?? owner.anchor)
      return [...fields]
        .toSorted(([a], [b]) => byText(a, b))
        .flatMap(([field, values]) =>
          [...values.values()]
            .filter((entry) => entry.key !== winners.get(field)?.key && !emptyValues.has(entry.bytes))
            .filter((entry) => !hasVariantWithIntent(entry, values))
            .toSorted(older)
            .map(({ timestamp, value, ...entry }): Superseded => ({
              ...place,
              field,
              value,
              ...(entry.intent === undefined ? {} : { intent: entry.intent }),
              ...(entry.spread === true && !(field === "intent" && hasReasoning(value, fields))
                ? { spread: true }
                : {}),
              timestamp
            }))
        )
    })
  }
}
