import { Effect, Option } from "effect"
import type { ContextVariable } from "../../domain/ContextVariables.ts"
import { asArray, parseJson } from "../../domain/Json.ts"
import { parseContext, type CommitContext, isEmpty } from "./CommitContext.ts"
import { splitDependencies } from "./dependencies.ts"
import { splitTags } from "./trailers.ts"

type Variables = Readonly<Record<string, string | undefined>>

/** Parses a JSON list, or splits a text. */
const parseList = (text: string, split: (text: string) => ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const value = text.trim().startsWith("[") ? parseJson(text) : Option.none()
  return Option.isSome(value) ? asArray(value.value) : split(text)
}

const lines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/**
 * Reads a context from environment variables, for commits without a context file. None when all are empty. The variables
 * are `ULTRAGIT_TASK`, `ULTRAGIT_REASONING`, `ULTRAGIT_DEPENDENCIES` (`FILE:ANCHOR=NATURE`, separated by line feeds or `;`,
 * or a JSON list), `ULTRAGIT_TAGS` (separated by commas), `ULTRAGIT_CONSTRAINTS` and `ULTRAGIT_REJECTED` (`TEXT: REASON`),
 * both separated by line feeds or a JSON list, and `ULTRAGIT_RISK`. Fails with `ContextMalformed`.
 */
export const contextFromEnvironment = Effect.fnUntraced(function* (variables: Variables) {
  const valueOf = (name: ContextVariable): string => variables[`ULTRAGIT_${name}`] ?? ""
  const context: CommitContext = yield* parseContext(
    {
      task: valueOf("TASK") || undefined,
      reason: valueOf("REASONING") || undefined,
      risk: valueOf("RISK") || undefined,
      constraints: parseList(valueOf("CONSTRAINTS"), lines),
      alternatives: parseList(valueOf("REJECTED"), lines),
      dependencies: parseList(valueOf("DEPENDENCIES"), splitDependencies),
      tags: parseList(valueOf("TAGS"), splitTags)
    },
    "The environment (ULTRAGIT_…)"
  )
  return isEmpty(context) ? Option.none<CommitContext>() : Option.some(context)
})

/** Whether `ULTRAGIT_DISABLED=1` switches writing off. */
export const isDisabled = (variables: Variables): boolean => variables["ULTRAGIT_DISABLED"] === "1"
