import type { Connection } from "../../adapters/sql/Connection.ts"
import { findDefiningFiles } from "./definingFiles.ts"
import type { Tag } from "./tags.ts"
import type { ViewFile, ViewFiles } from "./viewFiles.ts"

/** Where a tag can match. */
export const fields = [
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
/** Weight at which a tag has half of its worth: a second field adds less than the first. */
const saturation = 5

const factors = { test: 0.1, generated: 0.3, noCode: 0.3 }
/** What a test keeps of what it gains by defining what a tag names. */
const definingTestFactor = 0.5
/** What a file gains for each tag after the first that it matches. */
const gainPerTag = 0.25
/** What a file that everything depends on gains at most. */
const maxPrior = 0.15

/** How well a file matches. */
export interface Ranked {
  readonly file: ViewFile
  readonly score: number
  /** The fields in which each tag matched, by the tag's number. */
  readonly matched: ReadonlyMap<number, ReadonlyArray<Field>>
}

/** The rows that have all of some terms in a field. */
const select = (connection: Connection, field: Field, terms: ReadonlyArray<string>): ReadonlyArray<number> => {
  const table = isPathField(field) ? "path_words" : "words"
  const row = connection.get(
    `SELECT group_concat(rowid) AS ids FROM ${table} WHERE ${table} MATCH ?`,
    `${field} : (${terms.join(" AND ")})`
  )
  const ids = row?.textOrNull("ids") ?? null
  return ids === null ? [] : ids.split(",").map(Number)
}

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

/** The fields in which a tag matches, and what that is worth in sum, by file. */
const matchFields = (
  connection: Connection,
  view: ViewFiles,
  tag: Tag
): ReadonlyMap<number, { readonly sum: number; readonly where: ReadonlyArray<Field> }> => {
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

/** Whether a tag names tests. Only the last word tells: `session tests` does, `test client` does not. */
const isAboutTests = (tags: ReadonlyArray<Tag>): boolean =>
  tags.some(({ parts }) => /^(?:tests?|testing|specs?|fixtures?|mocks?)$/.test(parts.at(-1) ?? ""))

const factorOf = (file: ViewFile, countsTests: boolean): number =>
  (file.isTest && !countsTests ? factors.test : 1) *
  (file.isGenerated ? factors.generated : 1) *
  (file.isCode ? 1 : factors.noCode)

/** Gains of files from what depends on them, at most {@link maxPrior}. */
const priorOf = (dependents: number, most: number): number =>
  most === 0 ? 1 : 1 + (maxPrior * Math.log1p(dependents)) / Math.log1p(most)

const coverageOf = (matched: ReadonlyMap<number, unknown>): number => 1 + gainPerTag * (matched.size - 1)

/** What is known of a file while tags are looked for. */
interface Scored {
  score: number
  /** Gained by defining what tags name, whatever kind of file it is. */
  defining: number
  readonly matched: Map<number, ReadonlyArray<Field>>
}

/** Adds the files that define what a tag names. */
const addDefining = (
  scoreOf: (at: number) => Scored,
  number: number,
  gains: ReadonlyMap<number, number>,
  share: number
): void => {
  for (const [at, gain] of gains) {
    const scored = scoreOf(at)
    scored.defining += gain * share
    if (!scored.matched.has(number)) scored.matched.set(number, ["definitions"])
  }
}

const scoreTags = (connection: Connection, view: ViewFiles, tags: ReadonlyArray<Tag>): ReadonlyMap<number, Scored> => {
  const scores = new Map<number, Scored>()
  const scoreOf = (at: number): Scored => {
    const scored = scores.get(at) ?? { score: 0, defining: 0, matched: new Map<number, ReadonlyArray<Field>>() }
    scores.set(at, scored)
    return scored
  }
  for (const [number, tag] of tags.entries()) {
    const found = matchFields(connection, view, tag)
    const rarity = Math.log1p(view.files.length / Math.max(1, found.size))
    for (const [at, { sum, where }] of found) {
      const scored = scoreOf(at)
      scored.score += (rarity * sum) / (sum + saturation)
      scored.matched.set(number, where)
    }
    if (tags.length > 1 && !tag.isIdentifier) continue
    addDefining(scoreOf, number, findDefiningFiles(connection, view, tag), 1 / tags.length)
  }
  return scores
}

/**
 * Ranks the files that match a tag: each tag counts once, by where it matches, more if it is rare in the view, and less for
 * each further field. A file that matches several tags gains {@link gainPerTag} for each of them. A tag that is written as a name, or is
 * the only one, also asks for what is called so: files that define it gain by {@link findDefiningFiles}. Files with an equal score are in the
 * order of their paths. Depends on nothing outside the view.
 */
export const rank = (
  connection: Connection,
  view: ViewFiles,
  tags: ReadonlyArray<Tag>,
  countsTests: boolean
): ReadonlyArray<Ranked> => {
  const { files, mostDependents } = view
  const tests = countsTests || isAboutTests(tags)
  return [...scoreTags(connection, view, tags)]
    .flatMap(([at, { defining, matched, score }]) => {
      const file = files[at]
      if (file === undefined) return []
      const prior = priorOf(file.dependents, mostDependents)
      const words = score * factorOf(file, tests) * prior * coverageOf(matched)
      return [{ file, matched, score: words + defining * (file.isTest && !tests ? definingTestFactor : 1) }]
    })
    .toSorted((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1))
}
