import { Schema } from "effect"
import {
  Anchor,
  type Annotation,
  strongerContextLevel,
  type FieldTimes,
  type Operation,
  type Provenance,
  type Region,
  type Superseded
} from "../../domain/Annotation.ts"
import { laterTimestamp } from "../../domain/Instant.ts"
import { asArray, canonicalJson, type JsonObject } from "../../domain/Json.ts"
import { LineRange } from "../../domain/LineRange.ts"
import { compareRegions, type FieldOwner, makeOwner, ownerOfRegion } from "../../domain/RegionKey.ts"
import { encodeNote, isKnown, unknownOfNote, unknownOfRegion } from "../format/encode.ts"
import { type Joint, joinRegions, unite } from "../format/lists.ts"
import type { NoteContent } from "../NoteContent.ts"
import { isNothing, Said, type Saying, type Statement } from "./Said.ts"

/** Where a region is, as one value: name, type, signature and lines belong together. */
const Placement = Schema.Struct({ ast_anchor: Anchor, lines: LineRange })
/** Its name in `field_times` and `superseded`. */
const placement = "ast_anchor"
/** The name of the text in `provenance`. */
const synthesis = "provenance.synthesis_notes"

const isText = Schema.is(Schema.String)
const isSaidText = Schema.is(Schema.NonEmptyString)
const isPlacement = Schema.is(Placement)

/** Fields that the format knows and that have a value of their own time. */
const noteTexts = new Map<string, (value: unknown) => boolean>([
  ["task", isText],
  ["summary", isText],
  [synthesis, isText]
])
const regionTexts = new Map<string, (value: unknown) => boolean>([
  [placement, isPlacement],
  ["intent", isSaidText],
  ["reasoning", isText],
  ["risk_notes", isText]
])

const anything = (): boolean => true
const nothing = (): boolean => false

/** Which values a field can have; none for fields that are merged in another way. */
const possible = (level: "note" | "region", field: string): ((value: unknown) => boolean) =>
  (level === "note" ? noteTexts : regionTexts).get(field) ?? (isKnown(level, field) ? nothing : anything)

const theNote: FieldOwner = {}

const timeOf = (times: FieldTimes | undefined, field: string, otherwise: string): string =>
  times !== undefined && Object.hasOwn(times, field) ? (times[field] ?? otherwise) : otherwise

const statements = (
  owner: FieldOwner,
  values: ReadonlyArray<readonly [field: string, value: unknown]>,
  times: FieldTimes | undefined,
  otherwise: string
): ReadonlyArray<Statement> =>
  values
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => ({ owner, field, value, timestamp: timeOf(times, field, otherwise) }))

/** What an author gave together stays together: a reasoning with its intent, and whether both are of one unit alone. */
const together = (statement: Statement, { intent, spread }: Pick<Region, "intent" | "spread">): Statement => {
  if (statement.field === "reasoning") return { ...statement, intent, spread }
  return statement.field === "intent" ? { ...statement, spread } : statement
}

const statementsOfRegion = (region: Region, original: unknown, timestamp: string): ReadonlyArray<Statement> => {
  const { ast_anchor, intent, lines, reasoning, risk_notes } = region
  const texts = [
    [placement, { ast_anchor, lines }],
    ["intent", intent],
    // An empty one would be there or not by the order of merges: it is not kept with an intent that lost.
    ["reasoning", isNothing(reasoning ?? "") ? undefined : reasoning],
    ["risk_notes", risk_notes]
  ] as const
  const unknown = Object.entries(unknownOfRegion(original))
  return statements(ownerOfRegion(region), [...texts, ...unknown], region.field_times, timestamp).map((each) =>
    together(each, region)
  )
}

const statementOfSuperseded = (each: Superseded): Statement => {
  const { anchor, field, file, intent, signature, spread, timestamp, value } = each
  const owner = makeOwner(file, anchor, signature)
  const isOfRegion = file !== undefined && anchor !== undefined
  return {
    owner,
    field,
    value,
    ...(isOfRegion && field === "reasoning" ? { intent } : {}),
    ...(isOfRegion && (field === "reasoning" || field === "intent") ? { spread } : {}),
    timestamp
  }
}

/** Everything that a note says in fields with a time of their own, and what it keeps of earlier merges. */
const statementsOf = ({ annotation, original }: NoteContent): ReadonlyArray<Statement> => {
  const originals = asArray(original?.["regions"])
  const { provenance, regions, summary, superseded = [], task, timestamp } = annotation
  const own = [
    ["task", task],
    ["summary", summary],
    [synthesis, provenance.synthesis_notes]
  ] as const
  return [
    ...statements(theNote, [...own, ...Object.entries(unknownOfNote(original))], annotation.field_times, timestamp),
    ...regions.flatMap((region, index) => statementsOfRegion(region, originals[index], timestamp)),
    ...superseded.filter(({ value }) => !isNothing(value)).map(statementOfSuperseded)
  ]
}

/** What counts of each field of an owner; of a region only the reasoning that was given with its intent. */
const counting = (said: Said, owner: FieldOwner, level: "note" | "region"): ReadonlyMap<string, Saying> => {
  const current = (field: string, fits: (saying: Saying) => boolean = () => true): Saying | undefined => {
    const isPossible = possible(level, field)
    return said.current(owner, field, (saying) => isPossible(saying.value) && fits(saying))
  }
  const intent = level === "region" ? current("intent") : undefined
  return new Map(
    said.fields(owner).flatMap((field): ReadonlyArray<readonly [string, Saying]> => {
      const isReasoning = level === "region" && field === "reasoning"
      const found = isReasoning ? current(field, (saying) => saying.intent === intent?.value) : current(field)
      return found === undefined ? [] : [[field, found]]
    })
  )
}

const textIn = (counts: ReadonlyMap<string, Saying>, field: string): string | undefined => {
  const value = counts.get(field)?.value
  return isText(value) ? value : undefined
}

/** `{ [field]: text }` where there is one. */
const textField = <F extends string>(field: F, text: string | undefined): { readonly [P in F]?: string } => {
  const entry: { [P in F]?: string } = {}
  if (text !== undefined) entry[field] = text
  return entry
}

/** Whether what counts was given for several units at once: said with the reasoning, where there is one. */
const isSpread = (counts: ReadonlyMap<string, Saying>): boolean =>
  (counts.get("reasoning") ?? counts.get("intent"))?.spread === true

/** `field_times` of the fields whose time is not the note's own. */
const timesOf = (counts: ReadonlyMap<string, Saying>, timestamp: string): { readonly field_times?: FieldTimes } => {
  const others = [...counts].filter(([, saying]) => saying.timestamp !== timestamp)
  return others.length === 0
    ? {}
    : { field_times: Object.fromEntries(others.map(([field, saying]) => [field, saying.timestamp])) }
}

const unknownIn = (counts: ReadonlyMap<string, Saying>, texts: ReadonlyMap<string, unknown>): JsonObject =>
  Object.fromEntries([...counts].filter(([field]) => !texts.has(field)).map(([field, { value }]) => [field, value]))

/** A region as it counts after a merge, with what counts of each of its fields. */
interface Counted {
  readonly key: string
  readonly owner: FieldOwner
  readonly counts: ReadonlyMap<string, Saying>
  readonly region: Region
  readonly unknown: JsonObject
}

const countRegion = (
  said: Said,
  { file, key, level, lists, owner }: Joint,
  whole: Pick<Annotation, "context_level" | "timestamp">
): ReadonlyArray<Counted> => {
  const counts = counting(said, owner, "region")
  const where = counts.get(placement)?.value
  const intent = textIn(counts, "intent")
  if (!isPlacement(where) || intent === undefined) return []
  const region: Region = {
    file,
    ast_anchor: where.ast_anchor,
    lines: where.lines,
    intent,
    ...textField("reasoning", textIn(counts, "reasoning")),
    ...lists,
    ...textField("risk_notes", textIn(counts, "risk_notes")),
    ...(isSpread(counts) ? { spread: true } : {}),
    ...(level === whole.context_level ? {} : { context_level: level }),
    ...timesOf(counts, whole.timestamp)
  }
  return [{ key, owner, counts, region, unknown: unknownIn(counts, regionTexts) }]
}

const operations: ReadonlyArray<Operation> = ["initial", "amend", "squash"]

const joinProvenance = (a: Provenance, b: Provenance, text: string | undefined): Provenance => ({
  operation: operations.indexOf(a.operation) > operations.indexOf(b.operation) ? a.operation : b.operation,
  derived_from: unite(a.derived_from, b.derived_from),
  original_annotations_preserved: a.original_annotations_preserved || b.original_annotations_preserved,
  ...textField("synthesis_notes", text)
})

const listField = <F extends string, A>(
  field: F,
  entries: ReadonlyArray<A>
): { readonly [P in F]?: ReadonlyArray<A> } => {
  const entry: { [P in F]?: ReadonlyArray<A> } = {}
  if (entries.length > 0) entry[field] = entries
  return entry
}

const join = (a: NoteContent, b: NoteContent): NoteContent => {
  const [left, right] = [a.annotation, b.annotation]
  const timestamp = laterTimestamp(left.timestamp, right.timestamp)
  const said = new Said([...statementsOf(a), ...statementsOf(b)])
  const counts = counting(said, theNote, "note")
  const context_level = strongerContextLevel(left.context_level, right.context_level)
  const regions = joinRegions(left, right)
    .flatMap((region) => countRegion(said, region, { context_level, timestamp }))
    .toSorted((one, other) => compareRegions(one.region, other.region))
  const byKey = new Map(regions.map((region) => [region.key, region]))
  const superseded = said.superseded(
    (owner) =>
      owner.file === undefined && owner.anchor === undefined
        ? counts
        : (byKey.get(canonicalJson(owner))?.counts ?? new Map()),
    (owner) => byKey.get(canonicalJson(owner))?.region.ast_anchor.name
  )
  const annotation: Annotation = {
    $schema: "ultragit/v1",
    commit: left.commit > right.commit ? left.commit : right.commit,
    timestamp,
    ...textField("task", textIn(counts, "task")),
    summary: textIn(counts, "summary") ?? "",
    context_level,
    regions: regions.map(({ region }) => region),
    cross_cutting: unite(left.cross_cutting, right.cross_cutting),
    provenance: joinProvenance(left.provenance, right.provenance, textIn(counts, synthesis)),
    ...timesOf(counts, timestamp),
    ...listField("corrections", unite(left.corrections ?? [], right.corrections ?? [])),
    ...listField("superseded", superseded)
  }
  const original = { ...unknownIn(counts, noteTexts), regions: regions.map(({ unknown }) => unknown) }
  return { annotation, original }
}

/**
 * What two notes of one commit say together (spec writing §4), as recorded. Commutative, associative and idempotent in
 * what is written; nothing that either says is lost: a text that lost to a newer one is in `superseded`.
 */
export const mergeAnnotations = (a: NoteContent, b: NoteContent): NoteContent =>
  encodeNote(a.annotation, a.original) === encodeNote(b.annotation, b.original) ? a : join(a, b)
