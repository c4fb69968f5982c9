import type { Connection } from "../../adapters/sql/Connection.ts"
import type { Tag } from "./tags.ts"
import type { ViewFiles } from "./viewFiles.ts"

/** Where a tag can match. */
const fields = [
  "filename",
  "folders",
  "definitions",
  "signatures",
  "imports",
  "symbols",
  "documentation",
  "body"
] as const
export type Field = (typeof fields)[number]

/** What a match in a field is worth. The seed's order, with the weights that judged searches gave. */
export const fieldWeights: Readonly<Record<Field, number>> = {
  filename: 10,
  folders: 4,
  definitions: 5,
  signatures: 1,
  imports: 1,
  symbols: 2,
  documentation: 1.5,
  body: 0.7
}
/** Fields in which the beginning of a word counts, and how much. */
const prefixFields: ReadonlySet<Field> = new Set(["filename", "folders", "definitions", "symbols"])
const prefixShare = 0.5
/** Shortest part whose longer words count. */
const minPrefixChars = 3
/** What the parts of a tag are worth where they do not stand in a row. */
const partsShare = 0.8

const selectIn = (table: "words" | "path_words", connection: Connection, expression: string): ReadonlyArray<number> => {
  const row = connection.get(`SELECT group_concat(rowid) AS ids FROM ${table} WHERE ${table} MATCH ?`, expression)
  const ids = row?.textOrNull("ids") ?? null
  return ids === null ? [] : ids.split(",").map(Number)
}

/** The row ids of contents that have all of some words anywhere. */
export const selectWithWords = (connection: Connection, words: ReadonlyArray<string>): ReadonlyArray<number> =>
  selectIn("words", connection, words.map((word) => `"${word}"`).join(" AND "))

/** The rows that have all of some terms in a field. */
const select = (connection: Connection, field: Field, terms: ReadonlyArray<string>): ReadonlyArray<number> =>
  selectIn(isPathField(field) ? "path_words" : "words", connection, `${field} : (${terms.join(" AND ")})`)

const isPathField = (field: Field): boolean => field === "filename" || field === "folders"

const isPrefix = (field: Field, term: string): boolean => prefixFields.has(field) && term.length >= minPrefixChars

/** Strength of the match of all terms in a field, by file: 1, less for each term that is only the beginning of a word. */
const matchTerms = (
  connection: Connection,
  view: ViewFiles,
  field: Field,
  terms: ReadonlyArray<string>
): ReadonlyMap<number, number> => {
  const ids = select(
    connection,
    field,
    terms.map((term) => `"${term}"${isPrefix(field, term) ? " *" : ""}`)
  )
  if (ids.length === 0) return new Map()
  const begun = terms.filter((term) => isPrefix(field, term))
  const whole = begun.map((term) => new Set(select(connection, field, [`"${term}"`])))
  const strengthOf = (id: number): number =>
    1 - (whole.filter((found) => !found.has(id)).length * (1 - prefixShare)) / terms.length
  const index = isPathField(field) ? view.byPath : view.byBlob
  return new Map(
    ids.flatMap((id) => {
      const strength = strengthOf(id)
      return (index.get(id) ?? []).map((at) => [at, strength] as const)
    })
  )
}

/** Strength of the match of a tag in a field, by file. */
const matchField = (connection: Connection, view: ViewFiles, field: Field, tag: Tag): ReadonlyMap<number, number> => {
  const whole = matchTerms(connection, view, field, [tag.whole])
  if (tag.parts.length === 1) return whole
  const found = new Map(whole)
  for (const [at, strength] of matchTerms(connection, view, field, tag.parts)) {
    found.set(at, Math.max(found.get(at) ?? 0, strength * partsShare))
  }
  return found
}

/** Where a tag matches a file, and what that is worth in sum. */
export interface FieldMatch {
  readonly sum: number
  readonly where: ReadonlyArray<Field>
}

/** Finds the files that a tag matches, by their positions in the view. */
export const matchFields = (connection: Connection, view: ViewFiles, tag: Tag): ReadonlyMap<number, FieldMatch> => {
  const found = new Map<number, { sum: number; readonly where: Array<Field> }>()
  for (const field of fields) {
    for (const [at, strength] of matchField(connection, view, field, tag)) {
      const entry = found.get(at) ?? { sum: 0, where: [] }
      entry.sum += strength * fieldWeights[field]
      entry.where.push(field)
      found.set(at, entry)
    }
  }
  return found
}
