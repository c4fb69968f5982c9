import type { Alternative } from "../../domain/Alternative.ts"
import type { Annotation, Correction, FieldTimes, Region, Superseded } from "../../domain/Annotation.ts"
import { asArray, isObject, type JsonObject, optionalField } from "../../domain/Json.ts"

/** Alternative spellings: accepted when reading, replaced by the canonical ones when writing. */
const aliases = ["schema", "unit_type"]

/** Known fields of a note in the order in which they are written, then the alternative spellings. */
const noteFields: ReadonlySet<string> = new Set([
  "$schema",
  "commit",
  "timestamp",
  "task",
  "summary",
  "context_level",
  "regions",
  "cross_cutting",
  "provenance",
  "field_times",
  "corrections",
  "superseded",
  ...aliases
])

/** Known fields of a region, likewise. */
const regionFields: ReadonlySet<string> = new Set([
  "file",
  "ast_anchor",
  "lines",
  "intent",
  "reasoning",
  "constraints",
  "semantic_dependencies",
  "related_annotations",
  "tags",
  "risk_notes",
  "alternatives",
  "spread",
  "context_level",
  "field_times",
  "flags",
  ...aliases
])

const omitFields =
  (fields: ReadonlySet<string>) =>
  (document: unknown): JsonObject =>
    isObject(document) ? Object.fromEntries(Object.entries(document).filter(([key]) => !fields.has(key))) : {}

/** Returns the unknown fields of a note's document. */
export const unknownOfNote = omitFields(noteFields)

/** Returns the unknown fields of a region's document. */
export const unknownOfRegion = omitFields(regionFields)

/** Whether the format defines a field with this name. */
export const isKnown = (level: "note" | "region", field: string): boolean =>
  (level === "note" ? noteFields : regionFields).has(field)

const nonEmptyTimes = (found: FieldTimes | undefined): FieldTimes | undefined =>
  found === undefined || Object.keys(found).length === 0 ? undefined : found

/** The documents of a list; undefined if the list is empty. */
const documentsOf = <A>(entries: ReadonlyArray<A> | undefined, document: (entry: A) => JsonObject) =>
  entries === undefined || entries.length === 0 ? undefined : entries.map(document)

const alternativeDocument = ({ reason, text }: Alternative): JsonObject => ({
  text,
  ...optionalField("reason", reason)
})

const regionDocument = (region: Region, original: unknown): JsonObject => ({
  file: region.file,
  ast_anchor: {
    type: region.ast_anchor.type,
    name: region.ast_anchor.name,
    ...optionalField("signature", region.ast_anchor.signature)
  },
  lines: { start: region.lines.start, end: region.lines.end },
  intent: region.intent,
  ...optionalField("reasoning", region.reasoning),
  constraints: region.constraints.map(({ source, text }) => ({ text, source })),
  semantic_dependencies: region.semantic_dependencies.map(({ anchor, file, nature }) => ({ file, anchor, nature })),
  related_annotations: region.related_annotations.map(({ anchor, commit, relationship }) => ({
    commit,
    anchor,
    relationship
  })),
  tags: region.tags,
  ...optionalField("risk_notes", region.risk_notes),
  ...optionalField("alternatives", documentsOf(region.alternatives, alternativeDocument)),
  ...optionalField("spread", region.spread),
  ...optionalField("context_level", region.context_level),
  ...optionalField("field_times", nonEmptyTimes(region.field_times)),
  ...unknownOfRegion(original)
})

const correctionDocument = (correction: Correction): JsonObject => ({
  file: correction.file,
  anchor: correction.anchor,
  action: correction.action,
  ...optionalField("field", correction.field),
  value: correction.value,
  author: correction.author,
  timestamp: correction.timestamp
})

const supersededDocument = (superseded: Superseded): JsonObject => ({
  ...optionalField("file", superseded.file),
  ...optionalField("anchor", superseded.anchor),
  ...optionalField("signature", superseded.signature),
  field: superseded.field,
  value: superseded.value,
  ...optionalField("intent", superseded.intent),
  ...optionalField("spread", superseded.spread),
  timestamp: superseded.timestamp
})

/**
 * Builds the canonical document of a note, with a fixed field order. `original` is the document that the annotation was
 * decoded from, if any: its unknown fields are preserved, those of a region by the region's position.
 */
export const noteDocument = (annotation: Annotation, original?: JsonObject): JsonObject => {
  const originals = asArray(original?.["regions"])
  return {
    $schema: annotation.$schema,
    commit: annotation.commit,
    timestamp: annotation.timestamp,
    ...optionalField("task", annotation.task),
    summary: annotation.summary,
    context_level: annotation.context_level,
    regions: annotation.regions.map((region, index) => regionDocument(region, originals[index])),
    cross_cutting: annotation.cross_cutting.map(({ description, nature, regions }) => ({
      description,
      regions,
      nature
    })),
    provenance: {
      operation: annotation.provenance.operation,
      derived_from: annotation.provenance.derived_from,
      original_annotations_preserved: annotation.provenance.original_annotations_preserved,
      ...optionalField("synthesis_notes", annotation.provenance.synthesis_notes)
    },
    ...optionalField("field_times", nonEmptyTimes(annotation.field_times)),
    ...optionalField("corrections", documentsOf(annotation.corrections, correctionDocument)),
    ...optionalField("superseded", documentsOf(annotation.superseded, supersededDocument)),
    ...unknownOfNote(original)
  }
}

/** Characters that `JSON.stringify` does not escape, but notes do. */
const escaped = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/**
 * Serializes a note's document: indented by two spaces, with a final newline. The bytes are the same on every machine,
 * so the escaped characters are a fixed list and do not depend on a version of Unicode, unlike in displayed text.
 */
export const documentText = (document: JsonObject): string =>
  `${JSON.stringify(document, null, 2).replace(
    escaped,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )}\n`

/** Serializes an annotation to the canonical text of a note; see {@link noteDocument}. */
export const encodeNote = (annotation: Annotation, original?: JsonObject): string =>
  documentText(noteDocument(annotation, original))
