import { Effect, Option } from "effect"
import { type CliError, ShowHelp, ValidationError } from "effect/cli/CliError"
import type { Filters } from "../../pipeline/answering/queries.ts"
import type { RepositoryFlags } from "./layers.ts"

/** Flags and arguments of every question. */
export interface QueryFlags extends RepositoryFlags {
  readonly path: string
  readonly anchor: Option.Option<string>
  readonly anchorFlag: Option.Option<string>
  readonly maxTokens: Option.Option<number>
  readonly rev: Option.Option<string>
  readonly verbose: boolean
  readonly format: "markdown" | "json" | "pretty"
  readonly json: boolean
}

/** Flags that filter regions. */
export interface FilterFlags {
  readonly since: Option.Option<string>
  readonly tags: Option.Option<ReadonlyArray<string>>
  readonly contextLevel: Option.Option<"enhanced" | "inferred">
}

/** Returns `{ [key]: value }`, or an empty object without a value. */
export const optionalField = <K extends string, A>(key: K, value: Option.Option<A>): { readonly [P in K]?: A } => {
  const entry: { [P in K]?: A } = {}
  if (Option.isSome(value)) entry[key] = value.value
  return entry
}

/** Converts flags to the filters of a query. */
export const toFilters = ({ contextLevel, since, tags }: FilterFlags): Filters => ({
  ...optionalField("since", since),
  ...optionalField("tags", tags),
  ...optionalField("context_level", contextLevel)
})

/** {@link QueryFlags} with the filters of `deps` and `summary`. */
export interface ConfidenceFilterFlags extends QueryFlags, FilterFlags {
  readonly minConfidence: Option.Option<number>
}

/** Converts flags to the filters of a query, including the minimum confidence. */
export const toConfidenceFilters = (input: ConfidenceFilterFlags) => ({
  ...toFilters(input),
  ...optionalField("min_confidence", input.minConfidence)
})

const twoAnchors = "Two anchors given: one after the path, another with --anchor."

/** Fails if the argument and `--anchor` name different anchors. */
export const validateAnchor = (input: Pick<QueryFlags, "anchor" | "anchorFlag">): Effect.Effect<void, CliError> =>
  Option.isSome(input.anchor) && Option.isSome(input.anchorFlag) && input.anchor.value !== input.anchorFlag.value
    ? Effect.fail(new ValidationError({ message: twoAnchors }))
    : Effect.void

/** Wrong usage that only the repository's content reveals, printed like the parser's errors. */
export const usageError = (command: string, message: string): ShowHelp =>
  new ShowHelp({ commandPath: ["ultragit", command], errors: [new ValidationError({ message })] })
