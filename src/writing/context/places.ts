import { Option, Schema } from "effect"
import { parse } from "../../domain/LineRange.ts"

/** A file of a commit, or code in it, as given to `--at`. */
export const NamedPlace = Schema.Struct({
  file: Schema.NonEmptyString,
  /** Name of a unit, or a line range such as `3-9`. */
  anchor: Schema.optionalKey(Schema.NonEmptyString)
})
export type NamedPlace = typeof NamedPlace.Type

/** Parses `FILE` or `FILE:ANCHOR`, as in `src/pool.rs:Pool::acquire`. None when a part is empty. */
export const parsePlace = (text: string): Option.Option<NamedPlace> => {
  const colon = text.indexOf(":")
  const file = (colon === -1 ? text : text.slice(0, colon)).trim()
  const anchor = text.slice(colon + 1).trim()
  if (file === "" || (colon !== -1 && anchor === "")) return Option.none()
  return Option.some(colon === -1 ? { file } : { file, anchor })
}

/** Formats a place as `FILE` or `FILE:ANCHOR`. */
export const formatPlace = ({ anchor, file }: NamedPlace): string => (anchor === undefined ? file : `${file}:${anchor}`)

/** Parses the anchor as a line range; none if it is a name. */
export const parsePlaceLines = ({ anchor }: NamedPlace) => (anchor === undefined ? Option.none() : parse(anchor))

/** Entries after some places, up to the next places. */
interface PlacedGroup<A, P> {
  readonly at: readonly [P, ...ReadonlyArray<P>]
  readonly entries: ReadonlyArray<A>
}

/**
 * Groups entries by the places before them. Entries before the first place are `general`. Consecutive places share the
 * entries that follow. `placeOf` returns the place of an entry; none for an entry that is not a place.
 */
export const groupByPlace = <A, P>(entries: ReadonlyArray<A>, placeOf: (entry: A) => Option.Option<P>) => {
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
