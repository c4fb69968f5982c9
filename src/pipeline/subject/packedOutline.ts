import { Option, Schema } from "effect"
import type { Outline, UnitType } from "../../adapters/parser/Outline.ts"

const types = [
  "function",
  "method",
  "class",
  "struct",
  "enum",
  "trait",
  "interface",
  "impl",
  "module",
  "namespace",
  "constant",
  "type"
] as const satisfies ReadonlyArray<UnitType>

/** A complete outline, as cached on disk. */
export const PackedOutline = Schema.Struct({
  language: Schema.String,
  /** Type, name, signature, first line, last line. */
  units: Schema.Array(Schema.Tuple([Schema.Literals(types), Schema.String, Schema.String, Schema.Int, Schema.Int]))
})

/** Packs an outline for the cache. None without a grammar, and for a partial outline, which a timeout may have cut short. */
export const packOutline = ({ language, partial, units }: Outline): Option.Option<typeof PackedOutline.Type> =>
  Option.map(partial ? Option.none() : language, (name) => ({
    language: name,
    units: units.map(
      ({ lines, name: unit, signature, type }) => [type, unit, signature, lines.start, lines.end] as const
    )
  }))

export const unpackOutline = ({ language, units }: typeof PackedOutline.Type): Outline => ({
  language: Option.some(language),
  units: units.map(([type, name, signature, start, end]) => ({ type, name, signature, lines: { start, end } })),
  partial: false
})
