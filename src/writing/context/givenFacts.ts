import { Effect, Option } from "effect"
import { AnnotateError, FactsMalformed } from "./AnnotateError.ts"
import { dependencyOf } from "./dependencies.ts"
import { type Facts, placedIn, type PlacedWords, type Words } from "./Facts.ts"
import { placeNamed } from "./places.ts"
import { splitTags } from "./trailers.ts"

/** Words as a command line says them. */
export interface GivenWords {
  readonly reason: Option.Option<string>
  readonly constraint: ReadonlyArray<string>
  /** `FILE:ANCHOR=NATURE` each. */
  readonly depends: ReadonlyArray<string>
  /** Separated by commas. */
  readonly tags: Option.Option<string>
  readonly risk: Option.Option<string>
}

/** Words behind `--at`, `FILE[:ANCHOR]` each. */
export interface GivenPlace extends GivenWords {
  readonly at: readonly [string, ...ReadonlyArray<string>]
}

/** Facts as a command line says them. */
export interface GivenFacts extends GivenWords {
  readonly task: Option.Option<string>
  readonly placed: ReadonlyArray<GivenPlace>
  readonly allowSecret: boolean
}

const text = <K extends string>(key: K, value: Option.Option<string>): { readonly [P in K]?: string } => {
  const entry: { [P in K]?: string } = {}
  if (Option.isSome(value) && value.value !== "") entry[key] = value.value.replaceAll("\r\n", "\n")
  return entry
}

const isDependency = (value: string): boolean => Option.isSome(dependencyOf(value))
const isPlace = (value: string): boolean => Option.isSome(placeNamed(value))

/** Whether nothing is said. */
const isSilent = ({ constraint, depends, reason, risk, tags }: GivenWords): boolean =>
  constraint.length + depends.length === 0 && [reason, risk, tags].every(Option.isNone)

const wordsOf = ({ constraint, depends, reason, risk, tags }: GivenWords): Words => ({
  ...text("reason", reason),
  constraints: constraint.filter((each) => each !== ""),
  dependencies: depends.flatMap((value) => Option.toArray(dependencyOf(value))),
  tags: splitTags(Option.getOrElse(tags, () => "")),
  ...text("risk", risk)
})

const placedOf = ({ at: [first, ...others], ...words }: GivenPlace): ReadonlyArray<PlacedWords> =>
  Option.toArray(placeNamed(first)).map((place) => ({
    at: [place, ...others.flatMap((other) => Option.toArray(placeNamed(other)))],
    ...wordsOf(words)
  }))

/** The facts that a command line says. Fails with `FactsMalformed` for a dependency or a place that is none. */
export const factsGiven = (given: GivenFacts): Effect.Effect<Facts, AnnotateError> => {
  const problems = [
    ...[given, ...given.placed]
      .flatMap(({ depends }) => depends.filter((value) => !isDependency(value)))
      .map((value) => `--depends is not FILE:ANCHOR=NATURE: ${value.slice(0, 200)}`),
    ...given.placed
      .flatMap(({ at }) => at.filter((value) => !isPlace(value)))
      .map((value) => `--at is not FILE[:ANCHOR]: ${value.slice(0, 200)}`),
    ...given.placed
      .filter(isSilent)
      .map(({ at }) => `--at ${at.join(" --at ").slice(0, 200)} places nothing: it goes before what it places.`)
  ]
  if (problems.length > 0) {
    return Effect.fail(new AnnotateError({ reason: new FactsMalformed({ where: "The command line", problems }) }))
  }
  return Effect.succeed({
    ...text("task", given.task),
    ...wordsOf(given),
    ...placedIn(given.placed.flatMap(placedOf)),
    ...(given.allowSecret ? { allow_secret: true } : {})
  })
}
