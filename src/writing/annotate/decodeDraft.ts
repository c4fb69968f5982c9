import { Effect, Option, Result, Schema } from "effect"
import { parseAlternative } from "../../domain/Alternative.ts"
import { asArray, isObject, type JsonObject } from "../../domain/Json.ts"
import { parse as parseLines } from "../../domain/LineRange.ts"
import { escapeControls } from "../../domain/Text.ts"
import { AnnotateError, AnnotationMalformed } from "../context/AnnotateError.ts"
import {
  type DraftAnnotation,
  DraftHead,
  DraftRegion,
  type NumberedRegion,
  type RegionProblem
} from "./DraftAnnotation.ts"
import { formatIssues } from "../context/issues.ts"
import { parseAuthoredJson } from "../context/parseAuthoredJson.ts"

/** Fields of notes and answers that a draft may have but that are ignored, so that a shown note can be given back. */
const ignoredFields = new Set([
  "$schema",
  "schema",
  "commit",
  "timestamp",
  "provenance",
  "field_times",
  "corrections",
  "superseded",
  "flags",
  "ast_anchor",
  "regions",
  "context_level"
])

const present = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined))

const asList = (value: unknown): unknown => (isObject(value) || typeof value === "string" ? [value] : (value ?? []))

const each = (value: unknown, change: (entry: unknown) => unknown): unknown => {
  const list = asList(value)
  return Array.isArray(list) ? asArray(list).map(change) : list
}

const constraintOf = (entry: unknown): unknown => {
  if (typeof entry === "string") return { text: entry, source: "author" }
  return isObject(entry) ? { source: "author", ...present(entry) } : entry
}

const alternativeOf = (entry: unknown): unknown => {
  if (typeof entry === "string") return Option.getOrElse(parseAlternative(entry), () => entry)
  return isObject(entry) ? present(entry) : entry
}

const anchorOf = (region: JsonObject): unknown => {
  const given = region["anchor"] ?? region["ast_anchor"]
  if (typeof given === "string") return given.trim() === "" ? undefined : { name: given.trim() }
  if (!isObject(given)) return given
  const { unit_type, ...rest } = present(given)
  return { ...(unit_type === undefined ? {} : { type: unit_type }), ...rest }
}

const linesOf = (given: unknown): unknown => {
  if (typeof given === "number") return { start: given, end: given }
  if (Array.isArray(given) && given.length === 2) return { start: asArray(given)[0], end: asArray(given)[1] }
  return typeof given === "string" ? Option.getOrElse(parseLines(given), () => given) : given
}

const concernOf = (entry: unknown): unknown => {
  if (!isObject(entry)) return entry
  const regions = each(entry["regions"], (place) =>
    isObject(place) ? `${String(place["file"])}:${String(place["anchor"])}` : place
  )
  return { nature: "", ...present(entry), regions }
}

const regionOf = (region: JsonObject): JsonObject => {
  const { anchor: _, ast_anchor: __, lines: ___, ...rest } = region
  const [anchor, lines] = [anchorOf(region), linesOf(region["lines"])]
  return {
    ...rest,
    ...(anchor === undefined ? {} : { anchor }),
    ...(lines === undefined ? {} : { lines }),
    ...(rest["alternatives"] === undefined ? {} : { alternatives: each(rest["alternatives"], alternativeOf) }),
    constraints: each(rest["constraints"], constraintOf),
    semantic_dependencies: asList(rest["semantic_dependencies"]),
    related_annotations: asList(rest["related_annotations"]),
    tags: asList(rest["tags"])
  }
}

const unknownIn = (known: object, object: JsonObject): ReadonlyArray<string> =>
  Object.keys(object).filter((key) => !Object.hasOwn(known, key) && !ignoredFields.has(key))

const leftOut = (where: string, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.map((name) => `${where}: unknown field '${escapeControls(name.slice(0, 60))}' was ignored.`)

interface Regions {
  readonly regions: ReadonlyArray<NumberedRegion>
  readonly refused: ReadonlyArray<RegionProblem>
  readonly warnings: ReadonlyArray<string>
}

const decodeRegion = Schema.decodeUnknownResult(DraftRegion, { errors: "all" })

const decodeRegions = (given: ReadonlyArray<unknown>): Regions => {
  const [regions, refused, warnings] = [Array<NumberedRegion>(), Array<RegionProblem>(), Array<string>()]
  given.forEach((entry, index) => {
    const number = index + 1
    const object = isObject(entry) ? present(entry) : {}
    const file = typeof object["file"] === "string" ? object["file"] : undefined
    const decoded = decodeRegion(isObject(entry) ? regionOf(object) : entry)
    if (Result.isSuccess(decoded)) regions.push({ number, region: decoded.success })
    else refused.push(...formatIssues(decoded.failure.issue).map((problem) => ({ number, file, problem })))
    warnings.push(...leftOut(`Region ${number}`, unknownIn(DraftRegion.fields, object)))
  })
  return { regions, refused, warnings }
}

const malformed = (problems: ReadonlyArray<string>) =>
  new AnnotateError({ reason: new AnnotationMalformed({ problems }) })

/**
 * Decodes a draft annotation: the fields of spec writing §1, or a whole note. Accepts alternative spellings. Puts invalid
 * regions into `refused`. Fails with `AnnotationMalformed`.
 */
export const decodeDraft = Effect.fnUntraced(function* (given: unknown) {
  if (!isObject(given)) return yield* malformed(["It is not a JSON object."])
  const head = present(given)
  const regions = asList(head["regions"])
  if (!Array.isArray(regions)) return yield* malformed(["regions is not a list."])
  const fields = {
    ...head,
    cross_cutting: each(head["cross_cutting"], concernOf),
    tags: asList(head["tags"])
  }
  const decoded = yield* Effect.mapError(Schema.decodeUnknownEffect(DraftHead, { errors: "all" })(fields), (error) =>
    malformed(formatIssues(error.issue))
  )
  const found = decodeRegions(asArray(regions))
  const warnings = [...leftOut("The annotation", unknownIn(DraftHead.fields, head)), ...found.warnings]
  return { ...decoded, ...found, warnings } satisfies DraftAnnotation
})

/** Parses JSON. Fails with `AnnotationMalformed`. */
export const parseInput = (text: string): Effect.Effect<unknown, AnnotateError> =>
  Effect.fromResult(Result.mapError(parseAuthoredJson(text), (problem) => malformed([problem])))
