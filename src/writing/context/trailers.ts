import { Option } from "effect"
import { parseAlternative } from "../../domain/Alternative.ts"
import type { Trailer } from "../../adapters/git/Trailer.ts"
import { parseDependency } from "./dependencies.ts"
import { type CommitContext, toPlacedField, type Rationale } from "./CommitContext.ts"
import { groupByPlace, parsePlace } from "./places.ts"

const prefix = "ultragit-"
const atKey = "ultragit-at"

/** Splits tags at commas. */
export const splitTags = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")

/** Joins the trailers of one name to one text with a line each. */
const joinLines = (values: ReadonlyArray<string>): string | undefined => {
  const text = values.filter((value) => value !== "").join("\n")
  return text === "" ? undefined : text
}

/** Returns the values of trailers with one of the names. */
const valuesIn =
  (trailers: ReadonlyArray<Trailer>) =>
  (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
    trailers.filter(({ key }) => names.some((name) => key === prefix + name)).map(({ value }) => value)

const parseRationale = (trailers: ReadonlyArray<Trailer>) => {
  const values = valuesIn(trailers)
  const [reason, risk] = [joinLines(values("reason", "reasoning")), joinLines(values("risk"))]
  const depends = values("depends").map((value) => ({ value, found: parseDependency(value) }))
  const rationale: Rationale = {
    ...(reason === undefined ? {} : { reason }),
    constraints: values("constraint", "constraints").filter((value) => value !== ""),
    alternatives: values("rejected").flatMap((value) => Option.toArray(parseAlternative(value))),
    dependencies: depends.flatMap(({ found }) => Option.toArray(found)),
    tags: values("tags", "tag").flatMap(splitTags),
    ...(risk === undefined ? {} : { risk })
  }
  const warnings = depends
    .filter(({ found }) => Option.isNone(found))
    .map(({ value }) => `The trailer Ultragit-Depends is not FILE:ANCHOR=NATURE: ${value}`)
  return { rationale, warnings }
}

/**
 * Parses a context from trailers of a commit message: `Ultragit-Task`, `-Reason` (or `-Reasoning`), `-Constraint`,
 * `-Rejected` (`TEXT: REASON`), `-Depends` (`FILE:ANCHOR=NATURE`), `-Tags`, `-Risk`, case-insensitive. `Ultragit-At`
 * (`FILE[:ANCHOR]`) sets the place of the trailers after it. An invalid dependency or place is ignored with a warning.
 */
export const contextFromTrailers = (trailers: ReadonlyArray<Trailer>) => {
  const normalized = trailers.map(({ key, value }) => ({ key: key.toLowerCase(), value: value.trim() }))
  const invalid = normalized.filter(({ key, value }) => key === atKey && Option.isNone(parsePlace(value)))
  const { general, groups } = groupByPlace(
    normalized.filter((each) => !invalid.includes(each)),
    ({ key, value }) => (key === atKey ? parsePlace(value) : Option.none())
  )
  const unplaced = parseRationale(general)
  const placed = groups.map(({ at, entries }) => ({ at, ...parseRationale(entries) }))
  const task = joinLines(valuesIn(normalized)("task"))
  const context: CommitContext = {
    ...(task === undefined ? {} : { task }),
    ...unplaced.rationale,
    ...toPlacedField(placed.map(({ at, rationale }) => ({ at, ...rationale })))
  }
  const places = invalid.map(({ value }) => `The trailer Ultragit-At is not FILE[:ANCHOR]: ${value}`)
  return { context, warnings: [...places, ...[unplaced, ...placed].flatMap(({ warnings }) => warnings)] }
}
