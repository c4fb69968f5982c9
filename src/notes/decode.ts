import { Result, Schema } from "effect"
import { Annotation } from "../domain/Annotation.ts"
import type { ObjectId } from "../domain/ObjectId.ts"

/** Notes larger than this are not read (spec annotations §1). */
export const maxNoteBytes = 4 * 1024 * 1024
const maxDepth = 64

/** A note that was read: the annotation, the document as it was, and what was odd about it. */
export interface Note {
  readonly commit: ObjectId
  readonly annotation: Annotation
  /** The parsed document, unknown fields included, for rewriting. */
  readonly document: JsonObject
  readonly warnings: ReadonlyArray<string>
}

/** Why a note cannot be used: the commit it hangs on, the field, what is wrong with it. */
export interface NoteProblem {
  readonly commit: ObjectId
  readonly field: string
  readonly detail: string
}

/** Any JSON object. */
export interface JsonObject {
  readonly [key: string]: unknown
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const asArray = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const openers = (text: string): number => {
  let count = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 0x5b || code === 0x7b) count += 1
  }
  return count
}

/** Deepest nesting of arrays and objects in a JSON text. */
const depth = (text: string): number => {
  let deepest = 0
  let current = 0
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (quoted) {
      if (character === "\\") index += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === "[" || character === "{") deepest = Math.max(deepest, (current += 1))
    else if (character === "]" || character === "}") current -= 1
  }
  return deepest
}

const parseJson = Result.try

/** The note's JSON object, or the field and detail of what is wrong. */
export const parseDocument = (
  bytes: Uint8Array
): Result.Result<JsonObject, { readonly field: string; readonly detail: string }> => {
  const text = new TextDecoder("utf-8").decode(bytes).trim()
  if (openers(text) > maxDepth && depth(text) > maxDepth) {
    return Result.fail({ field: "document", detail: `nested deeper than ${maxDepth}` })
  }
  return Result.flatMap(
    parseJson({
      try: (): unknown => JSON.parse(text),
      catch: () => ({ field: "document", detail: "is not JSON" })
    }),
    (value) =>
      isObject(value) ? Result.succeed(value) : Result.fail({ field: "document", detail: "is not a JSON object" })
  )
}

/** The entries whose value is not null or undefined: an absent field may be spelled `null`. */
const present = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined))

const withDefaults = (value: unknown, defaults: JsonObject): unknown =>
  isObject(value) ? { ...defaults, ...present(value) } : value

const anchorOf = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { unit_type, ...rest } = present(value)
  return { type: unit_type ?? "unknown", ...rest }
}

const regionOf =
  (source: "author" | "inferred") =>
  (value: unknown): unknown => {
    if (!isObject(value)) return value
    const region = present(value)
    return {
      semantic_dependencies: [],
      related_annotations: [],
      tags: [],
      ...region,
      ast_anchor: anchorOf(region["ast_anchor"]),
      constraints: asArray(region["constraints"] ?? []).map((entry) =>
        typeof entry === "string" ? { text: entry, source } : withDefaults(entry, { source })
      )
    }
  }

const concernOf = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const concern = present(value)
  const regions = asArray(concern["regions"]).map((entry) =>
    isObject(entry) ? `${String(entry["file"])}:${String(entry["anchor"])}` : entry
  )
  return { nature: "", ...concern, regions }
}

const provenanceDefaults = { operation: "initial", derived_from: [], original_annotations_preserved: false }

const normalized = (document: JsonObject, commit: ObjectId): JsonObject => {
  const { schema, ...rest } = present(document)
  const source = rest["context_level"] === "inferred" ? "inferred" : "author"
  return {
    $schema: schema,
    summary: "",
    ...rest,
    commit,
    regions: Array.isArray(rest["regions"] ?? []) ? asArray(rest["regions"]).map(regionOf(source)) : rest["regions"],
    cross_cutting: asArray(rest["cross_cutting"]).map(concernOf),
    provenance: withDefaults(rest["provenance"] ?? {}, provenanceDefaults)
  }
}

const validator = Schema.toStandardSchemaV1(Annotation)["~standard"]

const validate = (value: unknown): Result.Result<Annotation, { readonly field: string; readonly detail: string }> => {
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

const otherCommit = (document: JsonObject, commit: ObjectId): ReadonlyArray<string> => {
  const named = document["commit"]
  return typeof named === "string" && named !== "" && !commit.startsWith(named.toLowerCase())
    ? [`The note on ${commit.slice(0, 12)} names commit ${named.slice(0, 64)}; the commit it hangs on counts.`]
    : []
}

/**
 * Decodes the note that hangs on `commit`, as tolerantly as spec annotations §1 asks. Sizes are the reader's concern
 * (`maxNoteBytes`).
 */
export const decodeNote = (commit: ObjectId, bytes: Uint8Array): Result.Result<Note, NoteProblem> =>
  Result.mapError(
    Result.flatMap(parseDocument(bytes), (document) =>
      Result.map(validate(normalized(document, commit)), (annotation) => ({
        commit,
        annotation,
        document,
        warnings: otherCommit(document, commit)
      }))
    ),
    (problem) => ({ commit, ...problem })
  )
