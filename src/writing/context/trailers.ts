import { Option } from "effect"
import type { Trailer } from "../../adapters/git/Git.ts"
import { dependencyOf } from "./dependencies.ts"
import { type Facts, placedIn, type Words } from "./Facts.ts"
import { groupPlaced, placeNamed } from "./places.ts"

const prefix = "ultragit-"
const atKey = "ultragit-at"

/** Names in a list separated by commas. */
export const splitTags = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")

/** Several trailers of one name say one text, a line each. */
const textOf = (values: ReadonlyArray<string>): string | undefined => {
  const text = values.filter((value) => value !== "").join("\n")
  return text === "" ? undefined : text
}

/** The values of trailers by name. */
const valuesIn =
  (trailers: ReadonlyArray<Trailer>) =>
  (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
    trailers.filter(({ key }) => names.some((name) => key === prefix + name)).map(({ value }) => value)

const wordsOf = (trailers: ReadonlyArray<Trailer>) => {
  const values = valuesIn(trailers)
  const [reason, risk] = [textOf(values("reason", "reasoning")), textOf(values("risk"))]
  const depends = values("depends").map((value) => ({ value, found: dependencyOf(value) }))
  const words: Words = {
    ...(reason === undefined ? {} : { reason }),
    constraints: values("constraint", "constraints").filter((value) => value !== ""),
    dependencies: depends.flatMap(({ found }) => Option.toArray(found)),
    tags: values("tags", "tag").flatMap(splitTags),
    ...(risk === undefined ? {} : { risk })
  }
  const warnings = depends
    .filter(({ found }) => Option.isNone(found))
    .map(({ value }) => `The trailer Ultragit-Depends is not FILE:ANCHOR=NATURE: ${value}`)
  return { words, warnings }
}

/**
 * The facts that a commit message says in its trailers: `Ultragit-Task`, `-Reason` (or `-Reasoning`), `-Constraint`,
 * `-Depends` (`FILE:ANCHOR=NATURE`), `-Tags`, `-Risk`, in any case. `Ultragit-At` (`FILE[:ANCHOR]`) places those behind
 * it. A dependency or place that is none is a warning; words behind a place that is none belong to what stands before.
 */
export const factsOfTrailers = (trailers: ReadonlyArray<Trailer>) => {
  const own = trailers.map(({ key, value }) => ({ key: key.toLowerCase(), value: value.trim() }))
  const wrong = own.filter(({ key, value }) => key === atKey && Option.isNone(placeNamed(value)))
  const { general, groups } = groupPlaced(
    own.filter((each) => !wrong.includes(each)),
    ({ key, value }) => (key === atKey ? placeNamed(value) : Option.none())
  )
  const said = wordsOf(general)
  const placed = groups.map(({ at, entries }) => ({ at, ...wordsOf(entries) }))
  const task = textOf(valuesIn(own)("task"))
  const facts: Facts = {
    ...(task === undefined ? {} : { task }),
    ...said.words,
    ...placedIn(placed.map(({ at, words }) => ({ at, ...words })))
  }
  const places = wrong.map(({ value }) => `The trailer Ultragit-At is not FILE[:ANCHOR]: ${value}`)
  return { facts, warnings: [...places, ...[said, ...placed].flatMap(({ warnings }) => warnings)] }
}
