import type { Trailer } from "../../adapters/git/Trailer.ts"
import { splitTrailers } from "../messages/trailers.ts"
import { type ForeignQuote, type ForeignQuotes, maxRecords, toBoundedQuote } from "./ForeignQuote.ts"

const keys = /^(?:limit|ruled-out|warn)$/i
const recordKeys = /^(?:limit|ruled-out|warn|blast|undo|certainty|verified|unverified|record-id|provenance)$/i

const valuesOf = (trailers: ReadonlyArray<Trailer>, name: string): ReadonlyArray<string> =>
  trailers
    .filter(({ key, value }) => key.toLowerCase() === name && value !== "")
    .flatMap(({ value }) => toBoundedQuote(value) ?? [])

const readRejected = (value: string) => {
  const at = value.indexOf("|")
  if (at === -1) return { text: value }
  return { text: value.slice(0, at).trim(), reason: value.slice(at + 1).trim() }
}

const isExpired = (trailers: ReadonlyArray<Trailer>, today: string): boolean =>
  valuesOf(trailers, "expires").some((date) => /^\d{4}-\d{2}-\d{2}/.test(date) && date.slice(0, 10) < today)

/** A record with its id and the ids that it supersedes. */
interface LoreRecord {
  readonly id: string
  readonly supersedes: ReadonlyArray<string>
  readonly quote: ForeignQuote
}

/**
 * Reads the record that trailers make: Limit, Ruled-out and Warn become constraint, rejected alternative and risk. Empty
 * if they make none or it has expired. `today`: `2026-01-31`.
 */
export const readLoreTrailers = (trailers: ReadonlyArray<Trailer>, today: string): ReadonlyArray<LoreRecord> => {
  if (!trailers.some(({ key }) => keys.test(key)) || isExpired(trailers, today)) return []
  const constraints = valuesOf(trailers, "limit").map((text) => ({ text, source: "author" as const }))
  const rejected = valuesOf(trailers, "ruled-out").map(readRejected)
  const risks = valuesOf(trailers, "warn")
  if (constraints.length + rejected.length + risks.length === 0) return []
  const quote: ForeignQuote = {
    kind: "trailer",
    by: valuesOf(trailers, "provenance").some((value) => /^(?:drafted|reconstructed)/i.test(value))
      ? "agent"
      : "person",
    subject: "",
    ...(constraints.length === 0 ? {} : { constraints }),
    ...(rejected.length === 0 ? {} : { rejected }),
    ...(risks.length === 0 ? {} : { risks }),
    links: []
  }
  const supersedes = valuesOf(trailers, "supersedes").flatMap((value) => value.match(/r-[a-z0-9]{6,}/g) ?? [])
  return [{ id: valuesOf(trailers, "record-id")[0] ?? "", supersedes, quote }]
}

/**
 * Reads a note of CommitLore (`refs/notes/commitlore`): one or several blocks of trailers. Blocks that another one
 * supersedes are left out, as is a second one with the same id; other text is counted.
 */
export const readLoreNote = (note: string, today: string): ForeignQuotes => {
  const blocks = note
    .replaceAll("\r\n", "\n")
    .split(/\n[^\S\n]*\n/)
    .filter((block) => block.trim() !== "")
  const parsed = blocks
    .slice(0, maxRecords)
    .map((block) => splitTrailers(["Record", "", ...block.trim().split("\n")]).trailers)
  const records = parsed.flatMap((trailers) => readLoreTrailers(trailers, today))
  const superseded = new Set(records.flatMap(({ supersedes }) => supersedes))
  const standing = records.filter(
    ({ id }, index) => !superseded.has(id) && (id === "" || records.findIndex((other) => other.id === id) === index)
  )
  return {
    quotes: standing.map(({ quote }) => quote),
    skipped:
      parsed.filter((trailers) => !trailers.some(({ key }) => recordKeys.test(key))).length +
      blocks.length -
      parsed.length
  }
}
