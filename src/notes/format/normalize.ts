import { Option, Result, Schema } from "effect"
import { Alternative, parseAlternative } from "../../domain/Alternative.ts"
import { Annotation, Correction, FieldTimes, Superseded } from "../../domain/Annotation.ts"
import { asArray, isObject, type JsonObject } from "../../domain/Json.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Problem } from "./documents.ts"

/** Drops entries that are null or undefined: an absent field may be written as `null`. */
const dropNulls = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined))

const withDefaults = (value: unknown, defaults: JsonObject): unknown =>
  isObject(value) ? { ...defaults, ...dropNulls(value) } : value

const anchorOf = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { unit_type, ...rest } = dropNulls(value)
  return { type: unit_type ?? "unknown", ...rest }
}

const isFieldTimes = Schema.is(FieldTimes)

/** The field times if they are valid and not empty, else nothing. */
const fieldTimes = (value: unknown): JsonObject =>
  isFieldTimes(value) && Object.keys(value).length > 0 ? { field_times: value } : {}

/** `spread` if it is true; other values are ignored. */
const spreadOf = (value: unknown): JsonObject => (value === true ? { spread: true } : {})

const isAlternative = Schema.is(Alternative)
const isCorrection = Schema.is(Correction)
const isSuperseded = Schema.is(Superseded)

/** Keeps the valid entries of a list: an invalid entry must not make the rest unreadable. */
const validEntries = (key: string, value: unknown, isValid: (entry: unknown) => boolean): JsonObject => {
  const entries = asArray(value).filter(isValid)
  return entries.length === 0 ? {} : { [key]: entries }
}

const alternativeOf = (entry: unknown): unknown => {
  if (typeof entry === "string") return Option.getOrUndefined(parseAlternative(entry))
  return isObject(entry) ? dropNulls(entry) : entry
}

const regionOf =
  (source: "author" | "inferred") =>
  (value: unknown): unknown => {
    if (!isObject(value)) return value
    // Flags are computed from corrections; flags in the note itself have no author and are ignored.
    const { alternatives, field_times, flags: _, spread, ...region } = dropNulls(value)
    return {
      semantic_dependencies: [],
      related_annotations: [],
      tags: [],
      ...region,
      ...fieldTimes(field_times),
      ...spreadOf(spread),
      ...validEntries("alternatives", asArray(alternatives).map(alternativeOf), isAlternative),
      ast_anchor: anchorOf(region["ast_anchor"]),
      constraints: asArray(region["constraints"] ?? []).map((entry) =>
        typeof entry === "string" ? { text: entry, source } : withDefaults(entry, { source })
      )
    }
  }

const concernOf = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const concern = dropNulls(value)
  const regions = asArray(concern["regions"]).map((entry) =>
    isObject(entry) ? `${String(entry["file"])}:${String(entry["anchor"])}` : entry
  )
  return { nature: "", ...concern, regions }
}

const provenanceDefaults = { operation: "initial", derived_from: [], original_annotations_preserved: false }

const normalize = (document: JsonObject, commit: ObjectId): JsonObject => {
  const { corrections, field_times, schema, superseded, ...rest } = dropNulls(document)
  const source = rest["context_level"] === "inferred" ? "inferred" : "author"
  return {
    $schema: schema,
    summary: "",
    ...rest,
    ...fieldTimes(field_times),
    ...validEntries("corrections", corrections, isCorrection),
    ...validEntries("superseded", superseded, isSuperseded),
    commit,
    regions: Array.isArray(rest["regions"] ?? []) ? asArray(rest["regions"]).map(regionOf(source)) : rest["regions"],
    cross_cutting: asArray(rest["cross_cutting"]).map(concernOf),
    provenance: withDefaults(rest["provenance"] ?? {}, provenanceDefaults)
  }
}

const validator = Schema.toStandardSchemaV1(Annotation)["~standard"]

const validate = (value: unknown): Result.Result<Annotation, Problem> => {
  const outcome = validator.validate(value)
  if (outcome instanceof Promise) return Result.fail({ field: "document", detail: "cannot be checked" })
  if (outcome.issues === undefined) return Result.succeed(outcome.value)
  const issue = outcome.issues[0]
  const field = (issue?.path ?? [])
    .map((part) => (typeof part === "object" ? part.key : part))
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "")
  return Result.fail({ field: field === "" ? "document" : field, detail: issue?.message ?? "is not valid" })
}

/** Validates a document in any accepted spelling (spec annotations §1). `commit` replaces the document's own commit. */
export const toAnnotation = (document: JsonObject, commit: ObjectId): Result.Result<Annotation, Problem> =>
  validate(normalize(document, commit))
