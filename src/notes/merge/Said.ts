import type { Schema } from "effect"
import type { Superseded } from "../../domain/Annotation.ts"
import { compareTimestamps } from "../../domain/Instant.ts"
import { canonicalJson } from "../../domain/Json.ts"
import type { FieldOwner } from "../../domain/RegionKey.ts"

/** What a text of a region was given with: it stays together with that. */
interface Together {
  /** Of a reasoning: the intent in the same note. */
  readonly intent?: string | undefined
  /** Whether it was given for several units at once. */
  readonly spread?: boolean | undefined
}

/** One thing that was said of one field. */
export interface Statement extends Together {
  readonly owner: FieldOwner
  readonly field: string
  readonly value: unknown
  readonly timestamp: string
}

/** A value of a field, and when it was said last; `spread` where it was never said of one unit alone. */
export interface Saying extends Together {
  readonly key: string
  readonly value: Schema.Json
  readonly bytes: string
  readonly timestamp: string
}

interface Fields {
  readonly owner: FieldOwner
  readonly sayings: Map<string, Map<string, Saying>>
}

const keyOf = ({ anchor, file, signature }: FieldOwner): string =>
  JSON.stringify([file ?? null, anchor ?? null, signature ?? null])

/** JSON has no raw NUL: values given with different intents are different sayings. */
const sayingKey = (bytes: string, intent: string | undefined): string =>
  intent === undefined ? bytes : `\0${intent}\0${bytes}`

const empty = new Set(["null", '""', "[]", "{}"])

/** Whether a value says nothing: it yields to any that does, and is not kept where it lost. */
export const isNothing = (value: unknown): boolean => empty.has(canonicalJson(value))

/** Anything said beats nothing, then the newer beats the older, then bytes decide. */
const stronger = (a: Saying, b: Saying): Saying => {
  if (empty.has(a.bytes) !== empty.has(b.bytes)) return empty.has(a.bytes) ? b : a
  const order = compareTimestamps(a.timestamp, b.timestamp)
  if (order !== 0) return order > 0 ? a : b
  return a.bytes > b.bytes ? a : b
}

const older = (a: Saying, b: Saying): number => compareTimestamps(a.timestamp, b.timestamp) || (a.key < b.key ? -1 : 1)

const placeOf = ({ file, signature }: FieldOwner, anchor: string | undefined): Pick<Superseded, keyof FieldOwner> => ({
  ...(file === undefined ? {} : { file }),
  ...(anchor === undefined ? {} : { anchor }),
  ...(signature === undefined ? {} : { signature })
})

type Sayings = ReadonlyMap<string, Saying>

/** Whether the same is kept with its intent: notes merged by older programs do not say which intent it was given with. */
const isSaidWithIntent = ({ bytes, intent }: Saying, sayings: Sayings): boolean =>
  intent === undefined && [...sayings.values()].some((other) => other.intent !== undefined && other.bytes === bytes)

/** Whether a value is an intent that some reasoning was given with: whether that is spread is said there. */
const hasReasoning = (value: unknown, fields: ReadonlyMap<string, Sayings>): boolean =>
  [...(fields.get("reasoning")?.values() ?? [])].some(({ bytes, intent }) => intent === value && !empty.has(bytes))

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

  #add({ field, intent, owner, spread, timestamp, value }: Statement): void {
    const bytes = canonicalJson(value)
    const key = sayingKey(bytes, intent)
    const fields = this.#owners.get(keyOf(owner)) ?? { owner, sayings: new Map<string, Map<string, Saying>>() }
    const sayings = fields.sayings.get(field) ?? new Map<string, Saying>()
    const known = sayings.get(key)
    const isLater = known === undefined || compareTimestamps(known.timestamp, timestamp) < 0
    sayings.set(key, {
      key,
      value: JSON.parse(bytes),
      bytes,
      intent,
      spread: spread === true && known?.spread !== false,
      timestamp: isLater ? timestamp : known.timestamp
    })
    fields.sayings.set(field, sayings)
    this.#owners.set(keyOf(owner), fields)
  }

  /** Names of the fields of which something was said, sorted. */
  fields(owner: FieldOwner): ReadonlyArray<string> {
    return [...(this.#owners.get(keyOf(owner))?.sayings.keys() ?? [])].toSorted(byText)
  }

  /** What counts of a field, among what it can be. */
  current(owner: FieldOwner, field: string, possible: (saying: Saying) => boolean): Saying | undefined {
    const sayings = this.#owners.get(keyOf(owner))?.sayings.get(field)
    return [...(sayings?.values() ?? [])]
      .filter(possible)
      .reduce<Saying | undefined>((best, next) => (best === undefined ? next : stronger(best, next)), undefined)
  }

  /**
   * All that was said and does not count, always in the same order. `counting` tells which of an owner's fields have
   * which value, `named` how the anchor is spelled.
   */
  superseded(
    counting: (owner: FieldOwner) => ReadonlyMap<string, Saying>,
    named: (owner: FieldOwner) => string | undefined
  ): ReadonlyArray<Superseded> {
    const owners = [...this.#owners].toSorted(([a], [b]) => byText(a, b)).map(([, fields]) => fields)
    return owners.flatMap(({ owner, sayings }) => {
      const counts = counting(owner)
      const place = placeOf(owner, named(owner) ?? owner.anchor)
      return [...sayings]
        .toSorted(([a], [b]) => byText(a, b))
        .flatMap(([field, values]) =>
          [...values.values()]
            .filter((saying) => saying.key !== counts.get(field)?.key && !empty.has(saying.bytes))
            .filter((saying) => !isSaidWithIntent(saying, values))
            .toSorted(older)
            .map(({ timestamp, value, ...saying }): Superseded => ({
              ...place,
              field,
              value,
              ...(saying.intent === undefined ? {} : { intent: saying.intent }),
              ...(saying.spread === true && !(field === "intent" && hasReasoning(value, sayings))
                ? { spread: true }
                : {}),
              timestamp
            }))
        )
    })
  }
}
