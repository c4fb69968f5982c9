import { Predicate } from "effect"
import { escapeControls } from "../domain/Text.ts"
import { type Candidate, type Candidates, trackedFileName } from "./Candidate.ts"
import { allDefinitions, type Definition, findDefinition, type SettingValue } from "./definitions.ts"
import { limitWarnings, formatSuggestion } from "./unknownSettings.ts"

type Table = { readonly [key: string]: unknown }

/** What the tracked file says, and what of it is passed over. */
export interface TrackedCandidates {
  readonly candidates: Candidates
  readonly warnings: ReadonlyArray<string>
}

const isTable = (value: unknown): value is Table =>
  Predicate.isObject(value) && !Array.isArray(value) && !(value instanceof Date)

/** Before the dot in settings' names. */
const tables: ReadonlyArray<string> = [
  ...new Set(allDefinitions.flatMap(({ name }) => (name.includes(".") ? [name.slice(0, name.indexOf("."))] : [])))
]

const isKnownTable = (key: string): boolean => tables.some((table) => table.toLowerCase() === key.toLowerCase())

/** Settings have two segments at most; a table that no setting is in counts as one key. */
const flattenTables = (table: Table): ReadonlyArray<readonly [key: string, value: unknown]> =>
  Object.entries(table).flatMap(([key, value]) =>
    isTable(value) && isKnownTable(key)
      ? Object.entries(value).map(([inner, leaf]) => [`${key}.${inner}`, leaf] as const)
      : [[key, value] as const]
  )

const formatTomlItem = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value) : formatTomlValue(value)

/** Tables are as deep as a stranger likes, lists are not: the reader has a limit for those. */
const formatTomlValue = (value: unknown): string => {
  if (typeof value === "string") return value
  if (Array.isArray(value)) return `[${value.map(formatTomlItem).join(",")}]`
  if (value instanceof Date) return value.toISOString()
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "{…}"
}

/** Longest key that is named, in characters. */
const maxKeyCharacters = 100

const formatUnusedWarning = ([key, value]: readonly [key: string, value: unknown]): string => {
  const short = key.slice(0, maxKeyCharacters)
  const name = escapeControls(short)
  const definition = findDefinition(key)
  if (definition !== undefined) {
    return `${trackedFileName} may not set ${name}: not used. For yourself: ultragit config set ${definition.name} <value>`
  }
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (!isTable(first)) return `${trackedFileName}: ${name} is no setting.${formatSuggestion(short)}`
  const inside = Object.keys(first).find((inner) => findDefinition(inner) !== undefined)
  const guess = inside === undefined ? formatSuggestion(short, tables) : ` ${inside} belongs above all tables.`
  return `${trackedFileName}: ${name} is no table of settings.${guess}`
}

const isText = (value: unknown): boolean => typeof value === "string"

const toCandidate = ({ listKind: several }: Definition<SettingValue>, value: unknown): Candidate => {
  const items: ReadonlyArray<unknown> = Array.isArray(value) && several !== "none" ? value : [value]
  const from = { source: "tracked file", detail: trackedFileName } as const
  if (several === "none" || items.every(isText)) return { ...from, values: items.map(formatTomlValue) }
  return { ...from, values: [formatTomlValue(value)], malformed: true }
}

/** The tracked file: include, exclude, limits and scores are taken, anything else is named and not obeyed. */
export const fromTrackedFile = (table: Table): TrackedCandidates => {
  const candidates = new Map<string, Candidate>()
  const unused: Array<readonly [key: string, value: unknown]> = []
  for (const [key, value] of flattenTables(table)) {
    const definition = findDefinition(key)
    if (definition?.tracked === true) candidates.set(definition.name, toCandidate(definition, value))
    else unused.push([key, value])
  }
  return { candidates, warnings: limitWarnings(unused, formatUnusedWarning, `keys of ${trackedFileName} are not used`) }
}
