import { Effect, Option } from "effect"
import { parseAlternative } from "../../domain/Alternative.ts"
import { AnnotateError, OptionsMalformed } from "./AnnotateError.ts"
import { parseDependency } from "./dependencies.ts"
import { type CommitContext, toPlacedField, type PlacedRationale, type Rationale } from "./CommitContext.ts"
import { parsePlace } from "./places.ts"
import { splitTags } from "./trailers.ts"

/** Command-line options for a rationale. */
export interface RationaleOptions {
  readonly reason: Option.Option<string>
  readonly constraint: ReadonlyArray<string>
  /** Each `TEXT: REASON`. */
  readonly rejected: ReadonlyArray<string>
  /** Each `FILE:ANCHOR=NATURE`. */
  readonly depends: ReadonlyArray<string>
  /** Separated by commas. */
  readonly tags: Option.Option<string>
  readonly risk: Option.Option<string>
}

/** Options after `--at`. */
interface PlacedOptions extends RationaleOptions {
  /** Each `FILE[:ANCHOR]`. */
  readonly at: readonly [string, ...ReadonlyArray<string>]
}

/** Command-line options for a context. */
export interface ContextOptions extends RationaleOptions {
  readonly task: Option.Option<string>
  readonly placed: ReadonlyArray<PlacedOptions>
  readonly allowSecret: boolean
}

const text = <K extends string>(key: K, value: Option.Option<string>): { readonly [P in K]?: string } => {
  const entry: { [P in K]?: string } = {}
  if (Option.isSome(value) && value.value !== "") entry[key] = value.value.replaceAll("\r\n", "\n")
  return entry
}

const isDependency = (value: string): boolean => Option.isSome(parseDependency(value))
const isPlace = (value: string): boolean => Option.isSome(parsePlace(value))

const isAlternative = (value: string): boolean => value === "" || Option.isSome(parseAlternative(value))

const hasNoOptions = ({ constraint, depends, reason, rejected, risk, tags }: RationaleOptions): boolean =>
  constraint.length + rejected.length + depends.length === 0 && [reason, risk, tags].every(Option.isNone)

const toRationale = ({ constraint, depends, reason, rejected, risk, tags }: RationaleOptions): Rationale => ({
  ...text("reason", reason),
  constraints: constraint.filter((each) => each !== ""),
  alternatives: rejected.flatMap((value) => Option.toArray(parseAlternative(value.replaceAll("\r\n", "\n")))),
  dependencies: depends.flatMap((value) => Option.toArray(parseDependency(value))),
  tags: splitTags(Option.getOrElse(tags, () => "")),
  ...text("risk", risk)
})

const toPlaced = ({ at: [first, ...others], ...rationale }: PlacedOptions): ReadonlyArray<PlacedRationale> =>
  Option.toArray(parsePlace(first)).map((place) => ({
    at: [place, ...others.flatMap((other) => Option.toArray(parsePlace(other)))],
    ...toRationale(rationale)
  }))

/** Parses a context from command-line options. Fails with `OptionsMalformed` for an empty reason, or an invalid dependency or place. */
export const parseContextOptions = (given: ContextOptions): Effect.Effect<CommitContext, AnnotateError> => {
  const rationales = [given, ...given.placed]
  const problems = [
    ...rationales
      .filter(({ reason }) => Option.isSome(reason) && reason.value.trim() === "")
      .map(() => "The reason is empty: write why after --reason, or leave the option out."),
    ...rationales
      .flatMap(({ depends }) => depends.filter((value) => !isDependency(value)))
      .map((value) => `--depends is not FILE:ANCHOR=NATURE: ${value.slice(0, 200)}`),
    ...rationales
      .flatMap(({ rejected }) => rejected.filter((value) => !isAlternative(value)))
      .map((value) => `--rejected is not TEXT: REASON: ${value.slice(0, 200)}`),
    ...given.placed
      .flatMap(({ at }) => at.filter((value) => !isPlace(value)))
      .map((value) => `--at is not FILE[:ANCHOR]: ${value.slice(0, 200)}`),
    ...given.placed
      .filter(hasNoOptions)
      .map(
        ({ at }) =>
          `--at ${at.join(" --at ").slice(0, 200)} has no option after it: put it before --reason and the other options that it is for.`
      )
  ]
  if (problems.length > 0) {
    return Effect.fail(new AnnotateError({ reason: new OptionsMalformed({ problems }) }))
  }
  return Effect.succeed({
    ...text("task", given.task),
    ...toRationale(given),
    ...toPlacedField(given.placed.flatMap(toPlaced)),
    ...(given.allowSecret ? { allow_secret: true } : {})
  })
}
