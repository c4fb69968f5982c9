import { Effect, Option } from "effect"
import { asArray } from "../../domain/Json.ts"
import { factsOf, type Facts, isEmpty } from "./Facts.ts"
import { splitDependencies } from "./dependencies.ts"
import { splitTags } from "./trailers.ts"

type Variables = Readonly<Record<string, string | undefined>>

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** A JSON list as it is, else the parts of a text. */
const listIn = (text: string, split: (text: string) => ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const value = text.trim().startsWith("[") ? parse(text) : Option.none()
  return Option.isSome(value) ? asArray(value.value) : split(text)
}

const lines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/**
 * The facts that variables have, for where there is no context file; none when they say nothing. `ULTRAGIT_TASK`,
 * `ULTRAGIT_REASONING`, `ULTRAGIT_DEPENDENCIES` (`FILE:ANCHOR=NATURE`, on lines or separated by `;`, or a JSON list),
 * `ULTRAGIT_TAGS` (separated by commas), `ULTRAGIT_CONSTRAINTS` (one a line, or a JSON list), `ULTRAGIT_RISK`.
 * Fails with `FactsMalformed`.
 */
export const factsFromEnvironment = Effect.fnUntraced(function* (variables: Variables) {
  const given = (name: string): string => variables[`ULTRAGIT_${name}`] ?? ""
  const facts: Facts = yield* factsOf(
    {
      task: given("TASK") || undefined,
      reason: given("REASONING") || undefined,
      risk: given("RISK") || undefined,
      constraints: listIn(given("CONSTRAINTS"), lines),
      dependencies: listIn(given("DEPENDENCIES"), splitDependencies),
      tags: listIn(given("TAGS"), splitTags)
    },
    "The environment (ULTRAGIT_…)"
  )
  return isEmpty(facts) ? Option.none<Facts>() : Option.some(facts)
})

/** Whether `ULTRAGIT_DISABLED=1` turns writing off. */
export const isDisabled = (variables: Variables): boolean => variables["ULTRAGIT_DISABLED"] === "1"
