import { Effect, Option } from "effect"
import { AnnotateError, FactsMalformed } from "./AnnotateError.ts"
import { dependencyOf } from "./dependencies.ts"
import type { Facts } from "./Facts.ts"
import { splitTags } from "./trailers.ts"

/** Facts as a command line says them. */
export interface GivenFacts {
  readonly task: Option.Option<string>
  readonly reason: Option.Option<string>
  readonly constraint: ReadonlyArray<string>
  /** `FILE:ANCHOR=NATURE` each. */
  readonly depends: ReadonlyArray<string>
  /** Separated by commas. */
  readonly tags: Option.Option<string>
  readonly risk: Option.Option<string>
  readonly allowSecret: boolean
}

const text = <K extends string>(key: K, value: Option.Option<string>): { readonly [P in K]?: string } => {
  const entry: { [P in K]?: string } = {}
  if (Option.isSome(value) && value.value !== "") entry[key] = value.value.replaceAll("\r\n", "\n")
  return entry
}

/** The facts that a command line says. Fails with `FactsMalformed` for a dependency that is none. */
export const factsGiven = (given: GivenFacts): Effect.Effect<Facts, AnnotateError> => {
  const depends = given.depends.map((value) => ({ value, found: dependencyOf(value) }))
  const problems = depends
    .filter(({ found }) => Option.isNone(found))
    .map(({ value }) => `--depends is not FILE:ANCHOR=NATURE: ${value.slice(0, 200)}`)
  if (problems.length > 0) {
    return Effect.fail(new AnnotateError({ reason: new FactsMalformed({ where: "The command line", problems }) }))
  }
  return Effect.succeed({
    ...text("task", given.task),
    ...text("reason", given.reason),
    constraints: given.constraint.filter((constraint) => constraint !== ""),
    dependencies: depends.flatMap(({ found }) => Option.toArray(found)),
    tags: splitTags(Option.getOrElse(given.tags, () => "")),
    ...text("risk", given.risk),
    ...(given.allowSecret ? { allow_secret: true } : {})
  })
}
