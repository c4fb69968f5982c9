import { makeNameResolver, normalizeName, splitName } from "../../../domain/AnchorName.ts"
import type { Region } from "../../../domain/Annotation.ts"
import { type LineRange, overlaps } from "../../../domain/LineRange.ts"
import { normalizeSignature } from "../../../domain/Signature.ts"
import type { Unit } from "../../../adapters/parser/Outline.ts"

const isSameSignature = ({ ast_anchor: { signature } }: Region, unit: Unit): boolean =>
  signature !== undefined && normalizeSignature(signature) === normalizeSignature(unit.signature)

/** Whether a region is about its whole file and not about a unit. */
const isOfFile = ({ ast_anchor: { name, type }, file }: Region): boolean =>
  type === "file" || name === file || file.endsWith(`/${name}`)

/** Keeps the entries that match, or all if none does. */
const preferring = <A>(entries: ReadonlyArray<A>, holds: (entry: A) => boolean): ReadonlyArray<A> => {
  const held = entries.filter(holds)
  return held.length > 0 ? held : entries
}

/** Finds the candidate units of a region by name, preferring the same signature, then the same type. */
export const namesakes = (region: Region, units: ReadonlyArray<Unit>): ReadonlyArray<Unit> => {
  if (isOfFile(region)) return []
  const found = makeNameResolver(units.map(({ name }) => name))(region.ast_anchor.name)
  if (found === undefined) return []
  const named = units.filter(({ name }) => found.names.has(normalizeName(name)))
  const signed = named.filter((unit) => isSameSignature(region, unit))
  return signed.length > 0 ? signed : preferring(named, ({ type }) => type === region.ast_anchor.type)
}

/** Whether the name is specific enough. A unit `acquire` is not certain for `Pool.acquire`, which may be gone. */
export const isSure = (region: Region, unit: Unit): boolean =>
  splitName(region.ast_anchor.name).length <= splitName(unit.name).length || isSameSignature(region, unit)

const distanceTo = (unit: Unit, lines: LineRange): number =>
  overlaps(unit.lines, lines)
    ? Math.abs(unit.lines.start - lines.start) / 1_000_000
    : Math.max(unit.lines.start - lines.end, lines.start - unit.lines.end)

/** Returns the candidate nearest to these lines; an uncertain one must overlap them. */
export const nearest = (region: Region, candidates: ReadonlyArray<Unit>, lines: LineRange): Unit | undefined =>
  candidates
    .filter((unit) => isSure(region, unit) || overlaps(unit.lines, lines))
    .toSorted((a, b) => distanceTo(a, lines) - distanceTo(b, lines))[0]

/** Moves a region to a unit: takes its type, signature and lines, keeps the name as the author wrote it. */
export const atUnit = (region: Region, file: string, unit: Unit): Region => {
  const { name, signature } = region.ast_anchor
  return {
    ...region,
    file,
    ast_anchor: { type: unit.type, name, ...(signature === undefined ? {} : { signature: unit.signature }) },
    lines: unit.lines
  }
}
