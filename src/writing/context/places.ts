import { Option, Schema } from "effect"
import { parse } from "../../domain/LineRange.ts"

/** A file of a commit, or a unit in it: whose the words are that `--at` governs. */
export const NamedPlace = Schema.Struct({
  file: Schema.NonEmptyString,
  /** Name of a unit, or lines such as `3-9`. */
  anchor: Schema.optionalKey(Schema.NonEmptyString)
})
export type NamedPlace = typeof NamedPlace.Type

/** Reads `FILE` or `FILE:ANCHOR`, as in `src/pool.rs:Pool::acquire`. None when a part is empty. */
export const placeNamed = (text: string): Option.Option<NamedPlace> => {
  const colon = text.indexOf(":")
  const file = (colon === -1 ? text : text.slice(0, colon)).trim()
  const anchor = text.slice(colon + 1).trim()
  if (file === "" || (colon !== -1 && anchor === "")) return Option.none()
  return Option.some(colon === -1 ? { file } : { file, anchor })
}

/** The same as text. */
export const placeText = ({ anchor, file }: NamedPlace): string => (anchor === undefined ? file : `${file}:${anchor}`)

/** The lines that an anchor means which is no name. */
export const linesNamed = ({ anchor }: NamedPlace) => (anchor === undefined ? Option.none() : parse(anchor))

/** What stands behind some places, up to the next ones. */
export interface PlacedGroup<A, P> {
  readonly at: readonly [P, ...ReadonlyArray<P>]
  readonly entries: ReadonlyArray<A>
}

/**
 * Groups what is said in order by the places before it: what stands before the first belongs to none of them. Places
 * right behind each other share what follows. `placeOf`: the place that an entry names; none where it says something.
 */
export const groupPlaced = <A, P>(entries: ReadonlyArray<A>, placeOf: (entry: A) => Option.Option<P>) => {
  const general: Array<A> = []
  const groups: Array<{ readonly at: [P, ...Array<P>]; readonly entries: Array<A> }> = []
  for (const entry of entries) {
    const last = groups.at(-1)
    const place = placeOf(entry)
    if (Option.isNone(place)) (last?.entries ?? general).push(entry)
    else if (last === undefined || last.entries.length > 0) groups.push({ at: [place.value], entries: [] })
    else last.at.push(place.value)
  }
  return { general, groups: groups satisfies ReadonlyArray<PlacedGroup<A, P>> }
}
