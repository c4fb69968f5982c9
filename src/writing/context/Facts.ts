import { Effect, Option, Result, Schema } from "effect"
import { SemanticDependency } from "../../domain/Annotation.ts"
import { asArray, isObject, type JsonObject } from "../../domain/Json.ts"
import { AnnotateError, FactsMalformed } from "./AnnotateError.ts"
import { issueLines } from "./issues.ts"
import { parseJson } from "./parseJson.ts"
import { withLineFeeds } from "./checkTexts.ts"
import { dependencyOf } from "./dependencies.ts"
import { NamedPlace, placeNamed } from "./places.ts"

/** What is said of code. */
const words = {
  reason: Schema.optionalKey(Schema.String),
  constraints: Schema.Array(Schema.String),
  dependencies: Schema.Array(SemanticDependency),
  tags: Schema.Array(Schema.String),
  risk: Schema.optionalKey(Schema.String)
}
export const Words = Schema.Struct(words)
export type Words = typeof Words.Type

/** Words for the places that `at` names. */
export const PlacedWords = Schema.Struct({ at: Schema.NonEmptyArray(NamedPlace), ...words })
export type PlacedWords = typeof PlacedWords.Type

/**
 * What an author says of a commit (spec writing §1): its own words belong to everything that the commit changes,
 * those in `placed` to the places named there.
 */
export const Facts = Schema.Struct({
  task: Schema.optionalKey(Schema.String),
  ...words,
  placed: Schema.optionalKey(Schema.Array(PlacedWords)),
  /** When they were left for a commit, ISO 8601. */
  set_at: Schema.optionalKey(Schema.String),
  /** Somebody looked at what looks like a credential, and it is none. */
  allow_secret: Schema.optionalKey(Schema.Boolean)
})
export type Facts = typeof Facts.Type

/** Nothing said. */
export const noFacts: Facts = { constraints: [], dependencies: [], tags: [] }

/** Whether nothing is said of code. */
export const isWordless = ({ constraints, dependencies, reason = "", risk = "", tags }: Words): boolean =>
  reason === "" && risk === "" && constraints.length + dependencies.length + tags.length === 0

/** Whether nothing is said. */
export const isEmpty = (facts: Facts): boolean =>
  (facts.task ?? "") === "" && isWordless(facts) && (facts.placed ?? []).every(isWordless)

/** `{ placed }` where some words have a place. */
export const placedIn = (placed: ReadonlyArray<PlacedWords>): { readonly placed?: ReadonlyArray<PlacedWords> } => {
  const said = placed.filter((each) => !isWordless(each))
  return said.length === 0 ? {} : { placed: said }
}

const unique = <A>(entries: ReadonlyArray<A>, key: (entry: A) => string): ReadonlyArray<A> =>
  [...new Map(entries.toReversed().map((entry) => [key(entry), entry])).values()].toReversed()

const said = <K extends string>(
  key: K,
  ...texts: ReadonlyArray<string | undefined>
): { readonly [P in K]?: string } => {
  const entry: { [P in K]?: string } = {}
  const text = texts.find((one) => one !== undefined && one !== "")
  if (text !== undefined) entry[key] = text
  return entry
}

/** Both: the texts of the first where it has them, the lists united. */
export const mergeWords = (first: Words, second: Words): Words => ({
  ...said("reason", first.reason, second.reason),
  constraints: unique([...first.constraints, ...second.constraints], (text) => text),
  dependencies: unique([...first.dependencies, ...second.dependencies], (entry) => JSON.stringify(entry)),
  tags: unique([...first.tags, ...second.tags], (text) => text),
  ...said("risk", first.risk, second.risk)
})

/** The same of all that is said of a commit; what is placed stays where it is placed. */
export const mergeFacts = (first: Facts, second: Facts): Facts => ({
  ...said("task", first.task, second.task),
  ...mergeWords(first, second),
  ...placedIn([...(first.placed ?? []), ...(second.placed ?? [])]),
  ...said("set_at", first.set_at, second.set_at),
  ...(first.allow_secret === true || second.allow_secret === true ? { allow_secret: true } : {})
})

const fields = new Set(["$schema", ...Object.keys(Facts.fields)])
const placedFields = new Set(Object.keys(PlacedWords.fields))

const present = (document: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null && value !== undefined))

const asList = (value: unknown): unknown => (typeof value === "string" ? [value] : value)

const textOf = (entry: unknown): unknown => (isObject(entry) && "text" in entry ? entry["text"] : entry)

const dependencies = (value: unknown): unknown =>
  Array.isArray(asList(value))
    ? asArray(asList(value)).map((entry) =>
        typeof entry === "string" ? Option.getOrElse(dependencyOf(entry), () => entry) : entry
      )
    : value

const places = (value: unknown): unknown =>
  Array.isArray(asList(value))
    ? asArray(asList(value)).map((entry) =>
        typeof entry === "string" ? Option.getOrElse(placeNamed(entry), () => entry) : entry
      )
    : value

const wordsIn = (document: JsonObject): JsonObject => {
  const { reasoning, risk_notes, semantic_dependencies, ...rest } = present(document)
  const constraints = asList(rest["constraints"] ?? [])
  return {
    ...(reasoning === undefined ? {} : { reason: reasoning }),
    ...(risk_notes === undefined ? {} : { risk: risk_notes }),
    ...rest,
    constraints: Array.isArray(constraints) ? constraints.map(textOf) : constraints,
    dependencies: dependencies(rest["dependencies"] ?? semantic_dependencies ?? []),
    tags: asList(rest["tags"] ?? [])
  }
}

const placedOf = (entry: unknown): unknown =>
  isObject(entry) ? { ...wordsIn(entry), at: places(isObject(entry["at"]) ? [entry["at"]] : entry["at"]) } : entry

const normalized = (document: JsonObject): JsonObject => {
  const { placed, ...rest } = wordsIn(document)
  if (placed === undefined) return rest
  return { ...rest, placed: Array.isArray(placed) ? placed.map(placedOf) : placed }
}

/** Every object in which words can be, with the fields that it can have. */
const unknownIn = (document: JsonObject): ReadonlyArray<string> => [
  ...Object.keys(document).filter((key) => !fields.has(key)),
  ...asArray(document["placed"])
    .filter(isObject)
    .flatMap((entry) => Object.keys(entry))
    .filter((key) => !placedFields.has(key))
    .map((key) => `placed.${key}`)
]

const texts = (value: unknown): ReadonlyArray<string> =>
  asArray(value).flatMap((entry) => (typeof entry === "string" ? [entry] : []))

/** What stands where a dependency or a place was to be read from a text, and was not. */
const unread = (document: JsonObject): ReadonlyArray<string> => {
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
  new AnnotateError({ reason: new FactsMalformed({ where, problems }) })

/** The facts that a JSON value has. `where` names its place in a failure, `FactsMalformed`. */
export const factsOf = (given: unknown, where: string): Effect.Effect<Facts, AnnotateError> => {
  const value = withLineFeeds(given)
  if (!isObject(value)) return Effect.fail(malformed(where, ["It is not a JSON object."]))
  const document = normalized(value)
  const unknown = unknownIn(document)
  if (unknown.length > 0) {
    const known = Object.keys(Facts.fields).filter((key) => key !== "set_at" && key !== "allow_secret")
    return Effect.fail(malformed(where, [`Unknown: ${unknown.join(", ")}. Known: ${known.join(", ")}.`]))
  }
  const problems = unread(document)
  if (problems.length > 0) return Effect.fail(malformed(where, problems))
  return Schema.decodeUnknownEffect(Facts, { errors: "all" })(document).pipe(
    Effect.mapError((error) => malformed(where, issueLines(error.issue)))
  )
}

/** Reads facts from the text of a context file, as tolerantly as annotations. Fails with `FactsMalformed`. */
export const decodeFacts = (text: string, where = "The context file"): Effect.Effect<Facts, AnnotateError> =>
  Result.match(parseJson(text), {
    onFailure: (problem) => Effect.fail(malformed(where, [problem])),
    onSuccess: (value) => factsOf(value, where)
  })

/** The text of a context file. */
export const encodeFacts = (facts: Facts): string =>
  `${JSON.stringify({ $schema: "ultragit-context/v1", ...facts }, undefined, 2)}\n`
