import { escapeControls } from "../domain/Text.ts"
import { type Candidate, type Candidates, trackedFileName } from "./Candidate.ts"
import type { Definition, SettingValue } from "./define.ts"
import { allDefinitions, findDefinition } from "./definitions.ts"
import { isTomlTable, type TomlTable } from "./Toml.ts"
import { limitWarnings, formatSuggestion } from "./unknownSettings.ts"

/** The candidates of the tracked file, with warnings about ignored keys. */
export interface TrackedCandidates {
  readonly candidates: Candidates
  readonly warnings: ReadonlyArray<string>
}

/** Prefixes before the dot in setting names. */
const tables: ReadonlyArray<string> = [
  ...new Set(allDefinitions.flatMap(({ name }) => (name.includes(".") ? [name.slice(0, name.indexOf("."))] : [])))
]

const isKnownTable = (key: string): boolean => tables.some((table) => table.toLowerCase() === key.toLowerCase())

/** Flattens known tables into dotted keys. A table without settings counts as one key. */
const flattenTables = (table: TomlTable): ReadonlyArray<readonly [key: string, value: unknown]> =>
  Object.entries(table).flatMap(([key, value]) =>
    isTomlTable(value) && isKnownTable(key)
      ? Object.entries(value).map(([inner, leaf]) => [`${key}.${inner}`, leaf] as const)
      : [[key, value] as const]
  )

const formatTomlItem = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value) : formatTomlValue(value)

/** Formats a TOML value. Tables may nest deeply and are abbreviated; the parser limits the depth of lists. */
const formatTomlValue = (value: unknown): string => {
  if (typeof value === "string") return value
  if (Array.isArray(value)) return `[${value.map(formatTomlItem).join(",")}]`
  if (value instanceof Date) return value.toISOString()
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "{…}"
}

/** Maximum length of a key in a warning, in characters. */
const maxKeyCharacters = 100

const formatUnusedWarning = ([key, value]: readonly [key: string, value: unknown]): string => {
  const short = key.slice(0, maxKeyCharacters)
  const name = escapeControls(short)
  const definition = findDefinition(key)
  if (definition !== undefined) {
    return `${trackedFileName} may not set ${name}, so it is ignored. To set it for yourself: ultragit config set ${definition.name} <value>`
  }
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (!isTomlTable(first)) return `${trackedFileName}: ${name} is not a setting.${formatSuggestion(short)}`
  const inside = Object.keys(first).find((inner) => findDefinition(inner) !== undefined)
  const guess = inside === undefined ? formatSuggestion(short, tables) : ` Move ${inside} above all tables.`
  return `${trackedFileName}: ${name} is not a settings table.${guess}`
}

const isText = (value: unknown): boolean => typeof value === "string"

const toCandidate = ({ listKind }: Definition<SettingValue>, value: unknown): Candidate => {
  const items: ReadonlyArray<unknown> = Array.isArray(value) && listKind !== "none" ? value : [value]
  const from = { source: "tracked file", detail: trackedFileName } as const
  if (listKind === "none" || items.every(isText)) return { ...from, values: items.map(formatTomlValue) }
  return { ...from, values: [formatTomlValue(value)], malformed: true }
}

/** Reads candidates from the tracked file. Keys it may not set produce a warning and are ignored. */
export const fromTrackedFile = (table: TomlTable): TrackedCandidates => {
  const candidates = new Map<string, Candidate>()
  const unused: Array<readonly [key: string, value: unknown]> = []
  for (const [key, value] of flattenTables(table)) {
    const definition = findDefinition(key)
    if (definition?.tracked === true) candidates.set(definition.name, toCandidate(definition, value))
    else unused.push([key, value])
  }
  return { candidates, warnings: limitWarnings(unused, formatUnusedWarning, `keys of ${trackedFileName} are ignored`) }
}
