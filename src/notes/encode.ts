import type { Annotation, Region } from "../domain/Annotation.ts"
import { asArray, isObject, type JsonObject } from "./decode.ts"

/** Spellings that reading accepts and writing replaces by the canonical ones. */
const replaced = new Set(["schema", "unit_type"])

/** `known` in its own order, then the fields of `original` that the format does not know. */
const keeping = (known: JsonObject, original: unknown, fields: ReadonlySet<string>): JsonObject => {
  if (!isObject(original)) return known
  const unknown = Object.entries(original).filter(([key]) => !fields.has(key) && !replaced.has(key))
  return { ...known, ...Object.fromEntries(unknown) }
}

const noteFields = new Set([
  "$schema",
  "commit",
  "timestamp",
  "task",
  "summary",
  "context_level",
  "regions",
  "cross_cutting",
  "provenance"
])
const regionFields = new Set([
  "file",
  "ast_anchor",
  "lines",
  "intent",
  "reasoning",
  "constraints",
  "semantic_dependencies",
  "related_annotations",
  "tags",
  "risk_notes"
])

const optional = (key: string, value: unknown): JsonObject => (value === undefined ? {} : { [key]: value })

const regionDocument = (region: Region, original: unknown): JsonObject =>
  keeping(
    {
      file: region.file,
      ast_anchor: {
        type: region.ast_anchor.type,
        name: region.ast_anchor.name,
        ...optional("signature", region.ast_anchor.signature)
      },
      lines: { start: region.lines.start, end: region.lines.end },
      intent: region.intent,
      ...optional("reasoning", region.reasoning),
      constraints: region.constraints.map(({ source, text }) => ({ text, source })),
      semantic_dependencies: region.semantic_dependencies.map(({ anchor, file, nature }) => ({ file, anchor, nature })),
      related_annotations: region.related_annotations.map(({ anchor, commit, relationship }) => ({
        commit,
        anchor,
        relationship
      })),
      tags: region.tags,
      ...optional("risk_notes", region.risk_notes)
    },
    original,
    regionFields
  )

/**
 * The canonical text of a note: fixed field order, two spaces, a newline at the end. `original` is the document the
 * annotation was decoded from, if any: its unknown fields stay, a region's by the region's position.
 */
export const encodeNote = (annotation: Annotation, original?: JsonObject): string => {
  const originals = asArray(original?.["regions"])
  const document = keeping(
    {
      $schema: annotation.$schema,
      commit: annotation.commit,
      timestamp: annotation.timestamp,
      ...optional("task", annotation.task),
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
        ...optional("synthesis_notes", annotation.provenance.synthesis_notes)
      }
    },
    original,
    noteFields
  )
  return `${JSON.stringify(document, undefined, 2)}\n`
}
