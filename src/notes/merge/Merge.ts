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
import { type MergedLists, mergeRegionLists, mergeLists } from "../format/lists.ts"
import type { NoteContent } from "../NoteContent.ts"
import { isEmptyValue, FieldValues, type FieldValue, type Statement } from "./FieldValues.ts"
import { advance, type Precedence } from "./precedence.ts"

/** The position of a region, merged as one value: name, type, signature and lines belong together. */
const Position = Schema.Struct({ ast_anchor: Anchor, lines: LineRange })
/** Name of the position in `field_times` and `superseded`. */
const position = "ast_anchor"
/** Name of the synthesis notes there. */
const synthesis = "provenance.synthesis_notes"

const isText = Schema.is(Schema.String)
const isNonEmptyText = Schema.is(Schema.NonEmptyString)
const isPosition = Schema.is(Position)

/** Known fields that are merged by time, with their validators. */
const noteTexts = new Map<string, (value: unknown) => boolean>([
  ["task", isText],
  ["summary", isText],
  [synthesis, isText]
])
const regionTexts = new Map<string, (value: unknown) => boolean>([
  [position, isPosition],
  ["intent", isNonEmptyText],
  ["reasoning", isText],
  ["risk_notes", isText]
])

const always = (): boolean => true
const never = (): boolean => false

/** Returns the validator of a field's values; it rejects everything for fields that are not merged by time. */
const validatorOf = (level: "note" | "region", field: string): ((value: unknown) => boolean) =>
  (level === "note" ? noteTexts : regionTexts).get(field) ?? (isKnown(level, field) ? never : always)

const theNote: FieldOwner = {}

const timeOf = (times: FieldTimes | undefined, field: string, fallback: string): string =>
  times !== undefined && Object.hasOwn(times, field) ? (times[field] ?? fallback) : fallback

const statements = (
  owner: FieldOwner,
  values: ReadonlyArray<readonly [field: string, value: unknown]>,
  times: FieldTimes | undefined,
  fallback: string
): ReadonlyArray<Statement> =>
  values
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => ({ owner, field, value, timestamp: timeOf(times, field, fallback) }))

/** Keeps together what an author stated together: a reasoning with its intent, and whether both are spread. */
const withContext = (statement: Statement, { intent, spread }: Pick<Region, "intent" | "spread">): Statement => {
  if (statement.field === "reasoning") return { ...statement, intent, spread }
  return statement.field === "intent" ? { ...statement, spread } : statement
}

const statementsOfRegion = (region: Region, original: unknown, timestamp: string): ReadonlyArray<Statement> => {
  const { ast_anchor, intent, lines, reasoning, risk_notes } = region
  const texts = [
    [position, { ast_anchor, lines }],
    ["intent", intent],
    // An empty reasoning is not kept with a losing intent, so its presence would depend on the order of merges.
    ["reasoning", isEmptyValue(reasoning ?? "") ? undefined : reasoning],
    ["risk_notes", risk_notes]
  ] as const
  const unknown = Object.entries(unknownOfRegion(original))
  return statements(ownerOfRegion(region), [...texts, ...unknown], region.field_times, timestamp).map((each) =>
    withContext(each, region)
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

/** The values of the fields that are merged by time. */
const currentStatements = ({ annotation, original }: NoteContent): ReadonlyArray<Statement> => {
  const originals = asArray(original?.["regions"])
  const { provenance, regions, summary, task, timestamp } = annotation
  const own = [
    ["task", task],
    ["summary", summary],
    [synthesis, provenance.synthesis_notes]
  ] as const
  return [
    ...statements(theNote, [...own, ...Object.entries(unknownOfNote(original))], annotation.field_times, timestamp),
    ...regions.flatMap((region, index) => statementsOfRegion(region, originals[index], timestamp))
  ]
}

/** The values superseded in earlier merges. */
const supersededStatements = ({ annotation: { superseded = [] } }: NoteContent): ReadonlyArray<Statement> =>
  superseded.filter(({ value }) => !isEmptyValue(value)).map(statementOfSuperseded)

/** Finds the winning value of each field of an owner. In a region the reasoning must belong to the winning intent. */
const winningValues = (
  values: FieldValues,
  owner: FieldOwner,
  level: "note" | "region"
): ReadonlyMap<string, FieldValue> => {
  const current = (field: string, fits: (entry: FieldValue) => boolean = () => true): FieldValue | undefined => {
    const isValid = validatorOf(level, field)
    return values.current(owner, field, (entry) => isValid(entry.value) && fits(entry))
  }
  const intent = level === "region" ? current("intent") : undefined
  return new Map(
    values.fields(owner).flatMap((field): ReadonlyArray<readonly [string, FieldValue]> => {
      const isReasoning = level === "region" && field === "reasoning"
      const found = isReasoning ? current(field, (entry) => entry.intent === intent?.value) : current(field)
      return found === undefined ? [] : [[field, found]]
    })
  )
}

const textIn = (winners: ReadonlyMap<string, FieldValue>, field: string): string | undefined => {
  const value = winners.get(field)?.value
  return isText(value) ? value : undefined
}

/** `{ [field]: text }`, or an empty object. */
const textField = <F extends string>(field: F, text: string | undefined): { readonly [P in F]?: string } => {
  const entry: { [P in F]?: string } = {}
  if (text !== undefined) entry[field] = text
  return entry
}

/** Whether the winning text was stated for several units at once; recorded on the reasoning, if there is one. */
const isSpread = (winners: ReadonlyMap<string, FieldValue>): boolean =>
  (winners.get("reasoning") ?? winners.get("intent"))?.spread === true

/** `field_times` of the fields whose time differs from the note's. */
const timesOf = (
  winners: ReadonlyMap<string, FieldValue>,
  timestamp: string
): { readonly field_times?: FieldTimes } => {
  const others = [...winners].filter(([, entry]) => entry.timestamp !== timestamp)
  return others.length === 0
    ? {}
    : { field_times: Object.fromEntries(others.map(([field, entry]) => [field, entry.timestamp])) }
}

const unknownIn = (winners: ReadonlyMap<string, FieldValue>, texts: ReadonlyMap<string, unknown>): JsonObject =>
  Object.fromEntries([...winners].filter(([field]) => !texts.has(field)).map(([field, { value }]) => [field, value]))

/** A region after the merge, with the winning value of each field. */
interface MergedRegion {
  readonly key: string
  readonly owner: FieldOwner
  readonly winners: ReadonlyMap<string, FieldValue>
  readonly region: Region
  readonly unknown: JsonObject
}

const mergeRegion = (
  values: FieldValues,
  { file, key, level, lists, owner }: MergedLists,
  whole: Pick<Annotation, "context_level" | "timestamp">
): ReadonlyArray<MergedRegion> => {
  const winners = winningValues(values, owner, "region")
  const where = winners.get(position)?.value
  const intent = textIn(winners, "intent")
  if (!isPosition(where) || intent === undefined) return []
  const region: Region = {
    file,
    ast_anchor: where.ast_anchor,
    lines: where.lines,
    intent,
    ...textField("reasoning", textIn(winners, "reasoning")),
    ...lists,
    ...textField("risk_notes", textIn(winners, "risk_notes")),
    ...(isSpread(winners) ? { spread: true } : {}),
    ...(level === whole.context_level ? {} : { context_level: level }),
    ...timesOf(winners, whole.timestamp)
  }
  return [{ key, owner, winners, region, unknown: unknownIn(winners, regionTexts) }]
}

/** A note keeps the later one when two are merged: what an author gave outweighs a session. */
const operations: ReadonlyArray<Operation> = ["session", "initial", "amend", "squash"]

const joinProvenance = (a: Provenance, b: Provenance, text: string | undefined): Provenance => ({
  operation: operations.indexOf(a.operation) > operations.indexOf(b.operation) ? a.operation : b.operation,
  derived_from: mergeLists(a.derived_from, b.derived_from),
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

const join = (a: NoteContent, b: NoteContent, precedence?: Precedence): NoteContent => {
  const [left, right] = [a.annotation, b.annotation]
  const under = [...currentStatements(a), ...supersededStatements(a)]
  const over = precedence === undefined ? currentStatements(b) : advance(currentStatements(b), under, precedence)
  const times = precedence === undefined ? [] : [...under, ...over].map((each) => each.timestamp)
  const timestamp = times.reduce(laterTimestamp, laterTimestamp(left.timestamp, right.timestamp))
  const values = new FieldValues([...under, ...over, ...supersededStatements(b)])
  const winners = winningValues(values, theNote, "note")
  const context_level = strongerContextLevel(left.context_level, right.context_level)
  const regions = mergeRegionLists(left, right)
    .flatMap((region) => mergeRegion(values, region, { context_level, timestamp }))
    .toSorted((one, other) => compareRegions(one.region, other.region))
  const byKey = new Map(regions.map((region) => [region.key, region]))
  const superseded = values.superseded(
    (owner) =>
      owner.file === undefined && owner.anchor === undefined
        ? winners
        : (byKey.get(canonicalJson(owner))?.winners ?? new Map()),
    (owner) => byKey.get(canonicalJson(owner))?.region.ast_anchor.name
  )
  const annotation: Annotation = {
    $schema: "ultragit/v1",
    commit: left.commit > right.commit ? left.commit : right.commit,
    timestamp,
    ...textField("task", textIn(winners, "task")),
    summary: textIn(winners, "summary") ?? "",
    context_level,
    regions: regions.map(({ region }) => region),
    cross_cutting: mergeLists(left.cross_cutting, right.cross_cutting),
    provenance: joinProvenance(left.provenance, right.provenance, textIn(winners, synthesis)),
    ...timesOf(winners, timestamp),
    ...listField("corrections", mergeLists(left.corrections ?? [], right.corrections ?? [])),
    ...listField("superseded", superseded)
  }
  const original = { ...unknownIn(winners, noteTexts), regions: regions.map(({ unknown }) => unknown) }
  return { annotation, original }
}

/**
 * Merges two notes of one commit, as recorded (spec writing §4). Commutative, associative and idempotent. Nothing is
 * lost: a text that loses to a newer one is kept in `superseded`.
 */
export const mergeAnnotations = (a: NoteContent, b: NoteContent): NoteContent =>
  encodeNote(a.annotation, a.original) === encodeNote(b.annotation, b.original) ? a : join(a, b)

/**
 * The same where the second note wins conflicts. Its values get a time after those that they replace, so that they win
 * later merges too; what they replace is in `superseded`. Idempotent, not commutative.
 */
export const mergeOver = (under: NoteContent, over: NoteContent, precedence: Precedence): NoteContent =>
  encodeNote(under.annotation, under.original) === encodeNote(over.annotation, over.original)
    ? under
    : join(under, over, precedence)
