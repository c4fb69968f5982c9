import { Effect, Option, Result, Schema } from "effect"
import { Alternative, formatAlternative, parseAlternative } from "../../domain/Alternative.ts"
import { SemanticDependency } from "../../domain/Annotation.ts"
import { asArray, isObject, type JsonObject } from "../../domain/Json.ts"
import { AnnotateError, ContextMalformed } from "./AnnotateError.ts"
import { formatIssues } from "./issues.ts"
import { parseAuthoredJson } from "./parseAuthoredJson.ts"
import { withLineFeeds } from "./checkTexts.ts"
import { parseDependency } from "./dependencies.ts"
import { NamedPlace, parsePlace } from "./places.ts"

/** The reasons for code. */
const rationale = {
  reason: Schema.optionalKey(Schema.String),
  constraints: Schema.Array(Schema.String),
  alternatives: Schema.Array(Alternative),
  dependencies: Schema.Array(SemanticDependency),
  tags: Schema.Array(Schema.String),
  risk: Schema.optionalKey(Schema.String)
}
export const Rationale = Schema.Struct(rationale)
export type Rationale = typeof Rationale.Type

/** The rationale of the places in `at`. */
export const PlacedRationale = Schema.Struct({ at: Schema.NonEmptyArray(NamedPlace), ...rationale })
export type PlacedRationale = typeof PlacedRationale.Type

/**
 * What an author gives for a commit (spec writing §1). Its own rationale is for everything that the commit changes; those in
 * `placed` are for named places.
 */
export const CommitContext = Schema.Struct({
  task: Schema.optionalKey(Schema.String),
  ...rationale,
  placed: Schema.optionalKey(Schema.Array(PlacedRationale)),
  /** When the context was set for the next commit, ISO 8601. */
  set_at: Schema.optionalKey(Schema.String),
  /** The author confirmed that texts that look like credentials are none. */
  allow_secret: Schema.optionalKey(Schema.Boolean)
})
export type CommitContext = typeof CommitContext.Type

export const emptyContext: CommitContext = { constraints: [], alternatives: [], dependencies: [], tags: [] }

/** Whether a rationale is empty. */
export const isRationaleEmpty = ({ reason = "", risk = "", ...rest }: Rationale): boolean =>
  reason === "" &&
  risk === "" &&
  [rest.constraints, rest.alternatives, rest.dependencies, rest.tags].every((list) => list.length === 0)

/** Whether a context is empty. */
export const isEmpty = (context: CommitContext): boolean =>
  (context.task ?? "") === "" && isRationaleEmpty(context) && (context.placed ?? []).every(isRationaleEmpty)

/** Returns `{ placed }` with the non-empty rationales, or `{}` where there are none. */
export const toPlacedField = (
  placed: ReadonlyArray<PlacedRationale>
): { readonly placed?: ReadonlyArray<PlacedRationale> } => {
  const nonEmpty = placed.filter((each) => !isRationaleEmpty(each))
  return nonEmpty.length === 0 ? {} : { placed: nonEmpty }
}

const unique = <A>(entries: ReadonlyArray<A>, key: (entry: A) => string): ReadonlyArray<A> =>
  [...new Map(entries.toReversed().map((entry) => [key(entry), entry])).values()].toReversed()

const firstText = <K extends string>(
  key: K,
  ...texts: ReadonlyArray<string | undefined>
): { readonly [P in K]?: string } => {
  const entry: { [P in K]?: string } = {}
  const text = texts.find((one) => one !== undefined && one !== "")
  if (text !== undefined) entry[key] = text
  return entry
}

/** Merges two rationales: texts of the first, or else of the second; lists united. */
export const mergeRationales = (first: Rationale, second: Rationale): Rationale => ({
  ...firstText("reason", first.reason, second.reason),
  constraints: unique([...first.constraints, ...second.constraints], (text) => text),
  alternatives: unique([...first.alternatives, ...second.alternatives], formatAlternative),
  dependencies: unique([...first.dependencies, ...second.dependencies], (entry) => JSON.stringify(entry)),
  tags: unique([...first.tags, ...second.tags], (text) => text),
  ...firstText("risk", first.risk, second.risk)
})

/** Merges two contexts, with the placed rationales of both. */
export const mergeContexts = (first: CommitContext, second: CommitContext): CommitContext => ({
  ...firstText("task", first.task, second.task),
  ...mergeRationales(first, second),
  ...toPlacedField([...(first.placed ?? []), ...(second.placed ?? [])]),
  ...firstText("set_at", first.set_at, second.set_at),
  ...(first.allow_secret === true || second.allow_secret === true ? { allow_secret: true } : {})
})

const fields = new Set(["$schema", ...Object.keys(CommitContext.fields)])
const placedFields = new Set(Object.keys(PlacedRationale.fields))

const present = (document: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null && value !== undefined))

const asList = (value: unknown): unknown => (typeof value === "string" ? [value] : value)

const textOf = (entry: unknown): unknown => (isObject(entry) && "text" in entry ? entry["text"] : entry)

const dependencies = (value: unknown): unknown =>
  Array.isArray(asList(value))
    ? asArray(asList(value)).map((entry) =>
        typeof entry === "string" ? Option.getOrElse(parseDependency(entry), () => entry) : entry
      )
    : value

const alternatives = (value: unknown): unknown => {
  const list = isObject(value) ? [value] : asList(value)
  return Array.isArray(list)
    ? asArray(list).map((entry) =>
        typeof entry === "string" ? Option.getOrElse(parseAlternative(entry), () => entry) : entry
      )
    : value
}

const places = (value: unknown): unknown =>
  Array.isArray(asList(value))
    ? asArray(asList(value)).map((entry) =>
        typeof entry === "string" ? Option.getOrElse(parsePlace(entry), () => entry) : entry
      )
    : value

const normalizeRationale = (document: JsonObject): JsonObject => {
  const { reasoning, risk_notes, semantic_dependencies, ...rest } = present(document)
  const constraints = asList(rest["constraints"] ?? [])
  return {
    ...(reasoning === undefined ? {} : { reason: reasoning }),
    ...(risk_notes === undefined ? {} : { risk: risk_notes }),
    ...rest,
    constraints: Array.isArray(constraints) ? constraints.map(textOf) : constraints,
    alternatives: alternatives(rest["alternatives"] ?? []),
    dependencies: dependencies(rest["dependencies"] ?? semantic_dependencies ?? []),
    tags: asList(rest["tags"] ?? [])
  }
}

const normalizePlaced = (entry: unknown): unknown =>
  isObject(entry)
    ? { ...normalizeRationale(entry), at: places(isObject(entry["at"]) ? [entry["at"]] : entry["at"]) }
    : entry

const normalize = (document: JsonObject): JsonObject => {
  const { placed, ...rest } = normalizeRationale(document)
  if (placed === undefined) return rest
  return { ...rest, placed: Array.isArray(placed) ? placed.map(normalizePlaced) : placed }
}

/** Returns the names of unknown fields. */
const findUnknownFields = (document: JsonObject): ReadonlyArray<string> => [
  ...Object.keys(document).filter((key) => !fields.has(key)),
  ...asArray(document["placed"])
    .filter(isObject)
    .flatMap((entry) => Object.keys(entry))
    .filter((key) => !placedFields.has(key))
    .map((key) => `placed.${key}`)
]

const texts = (value: unknown): ReadonlyArray<string> =>
  asArray(value).flatMap((entry) => (typeof entry === "string" ? [entry] : []))

/** Describes the dependencies and places that could not be parsed. */
const describeUnparsed = (document: JsonObject): ReadonlyArray<string> => {
  const placed = asArray(document["placed"]).filter(isObject)
  return [
    ...[document, ...placed]
      .flatMap((each) => texts(each["dependencies"]))
      .map((entry) => `A dependency is not FILE:ANCHOR=NATURE: ${entry.slice(0, 200)}`),
    ...placed
      .flatMap((each) => texts(each["at"]))
      .map((entry) => `A place is not FILE[:ANCHOR]: ${entry.slice(0, 200)}`)
  ]
}

const malformed = (where: string, problems: ReadonlyArray<string>) =>
  new AnnotateError({ reason: new ContextMalformed({ where, problems }) })

/** Decodes a context from a JSON value. Fails with `ContextMalformed`, which names its source `where`. */
export const parseContext = (given: unknown, where: string): Effect.Effect<CommitContext, AnnotateError> => {
  const value = withLineFeeds(given)
  if (!isObject(value)) return Effect.fail(malformed(where, ["It is not a JSON object."]))
  const document = normalize(value)
  const unknown = findUnknownFields(document)
  if (unknown.length > 0) {
    const known = Object.keys(CommitContext.fields).filter((key) => key !== "set_at" && key !== "allow_secret")
    return Effect.fail(malformed(where, [`Unknown: ${unknown.join(", ")}. Known: ${known.join(", ")}.`]))
  }
  const problems = describeUnparsed(document)
  if (problems.length > 0) return Effect.fail(malformed(where, problems))
  return Schema.decodeUnknownEffect(CommitContext, { errors: "all" })(document).pipe(
    Effect.mapError((error) => malformed(where, formatIssues(error.issue)))
  )
}

/** Decodes the text of a context file, as tolerantly as annotations. Fails with `ContextMalformed`. */
export const decodeContext = (text: string, where = "The context file"): Effect.Effect<CommitContext, AnnotateError> =>
  Result.match(parseAuthoredJson(text), {
    onFailure: (problem) => Effect.fail(malformed(where, [problem])),
    onSuccess: (value) => parseContext(value, where)
  })

/** Encodes a context as the text of a context file. */
export const encodeContext = (context: CommitContext): string =>
  `${JSON.stringify({ $schema: "ultragit-context/v1", ...context }, undefined, 2)}\n`
