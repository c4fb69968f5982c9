import { Option, Schema, SchemaTransformation } from "effect"
import { defaultWeights } from "../domain/Confidence.ts"
import { maxPatternLength } from "./Glob.ts"

/** One setting: its name, what it may be, what it is when nobody says. */
export interface Definition<A> {
  /** Below `ultragit.` in git's configuration, as in `.ultragit-config.toml`: `maxTokens`, `confidence.recency`. */
  readonly name: string
  /** What a value must be, for messages. */
  readonly expected: string
  readonly fallback: A
  /** Whether the file that strangers track may set it: include, exclude, limits and scores. */
  readonly tracked: boolean
  /** `words`: several, also separated by commas; `globs`: several, with commas of their own inside braces. */
  readonly several: "no" | "words" | "globs"
  readonly decode: (values: ReadonlyArray<string>) => Option.Option<A>
}

interface Details<A> {
  readonly expected: string
  readonly fallback: A
  readonly tracked: boolean
}

const single = <A>(name: string, schema: Schema.ConstraintDecoder<A>, details: Details<A>): Definition<A> => {
  const decode = Schema.decodeUnknownOption(schema)
  return {
    name,
    several: "no",
    decode: (values) => (values.length === 1 ? decode(values[0]) : Option.none()),
    ...details
  }
}

const list = (
  name: string,
  several: "words" | "globs",
  item: Schema.ConstraintDecoder<string>,
  details: Details<ReadonlyArray<string>>
): Definition<ReadonlyArray<string>> => ({
  name,
  several,
  decode: Schema.decodeUnknownOption(Schema.Array(item)),
  ...details
})

const Digits = Schema.String.pipe(Schema.check(Schema.isPattern(/^\d{1,15}$/)))
const Decimal = Schema.String.pipe(Schema.check(Schema.isPattern(/^\d{1,9}(?:\.\d{1,9})?$/)))

const whole = (
  name: string,
  bounds: { readonly minimum: number; readonly maximum: number },
  details: { readonly fallback: number; readonly tracked: boolean; readonly unit?: string }
): Definition<number> =>
  single(
    name,
    Digits.pipe(
      Schema.decodeTo(Schema.Int.pipe(Schema.check(Schema.isBetween(bounds))), SchemaTransformation.numberFromString)
    ),
    {
      expected: `a whole number${details.unit === undefined ? "" : ` of ${details.unit}`} from ${bounds.minimum} to ${bounds.maximum}`,
      fallback: details.fallback,
      tracked: details.tracked
    }
  )

const decimal = (
  name: string,
  bounds: { readonly minimum: number; readonly maximum: number },
  fallback: number
): Definition<number> =>
  single(
    `confidence.${name}`,
    Decimal.pipe(
      Schema.decodeTo(Schema.Finite.pipe(Schema.check(Schema.isBetween(bounds))), SchemaTransformation.numberFromString)
    ),
    { expected: `a number from ${bounds.minimum} to ${bounds.maximum}`, fallback, tracked: true }
  )

const Ref = Schema.String.pipe(Schema.check(Schema.isPattern(/^[^\s\0]{1,255}$/)))
const GlobText = Schema.String.pipe(Schema.check(Schema.isMinLength(1), Schema.isMaxLength(maxPatternLength)))
const Word = Schema.String.pipe(Schema.check(Schema.isPattern(/^[a-z][a-z0-9-]{0,63}$/)))

const RemoteName = Schema.String.pipe(Schema.check(Schema.isPattern(/^[^\s\0,]{1,255}$/)))

const globs = (name: string) =>
  list(name, "globs", GlobText, {
    expected: `globs of 1 to ${maxPatternLength} characters`,
    fallback: [],
    tracked: true
  })

const weight = { minimum: 0, maximum: 1 }
const entries = { minimum: 1, maximum: 1000 }

/** What the notes ref must be. */
export const noteRefExpected = "a ref under refs/notes/ that git accepts, such as refs/notes/ultragit"

/** Every setting there is. */
export const definitions = {
  noteRef: single("noteRef", Ref, { expected: noteRefExpected, fallback: "refs/notes/ultragit", tracked: false }),
  include: globs("include"),
  exclude: globs("exclude"),
  toolsets: list("toolsets", "words", Word, {
    expected: "names of toolsets, separated by commas, or all",
    fallback: ["annotations"],
    tracked: false
  }),
  syncRemote: list("syncRemote", "words", RemoteName, {
    expected: "names of remotes, separated by commas",
    fallback: [],
    tracked: false
  }),
  maxTokens: whole(
    "maxTokens",
    { minimum: 0, maximum: 10_000_000 },
    { fallback: 10_000, tracked: true, unit: "tokens" }
  ),
  maxRegions: whole("maxRegions", entries, { fallback: 20, tracked: true }),
  maxResults: whole("maxResults", entries, { fallback: 50, tracked: true }),
  historyLimit: whole("historyLimit", entries, { fallback: 10, tracked: true }),
  depth: whole("depth", { minimum: 0, maximum: 10 }, { fallback: 1, tracked: true, unit: "hops" }),
  gitTimeout: whole("gitTimeout", { minimum: 1, maximum: 86_400 }, { fallback: 30, tracked: false, unit: "seconds" }),
  maxMessageBytes: whole(
    "maxMessageBytes",
    { minimum: 1024, maximum: 1_073_741_824 },
    { fallback: 10 * 1024 * 1024, tracked: false, unit: "bytes" }
  ),
  recency: decimal("recency", weight, defaultWeights.recency),
  contextLevel: decimal("contextLevel", weight, defaultWeights.contextLevel),
  anchorStability: decimal("anchorStability", weight, defaultWeights.anchorStability),
  provenance: decimal("provenance", weight, defaultWeights.provenance),
  halfLifeDays: decimal("halfLifeDays", { minimum: 0.001, maximum: 100_000 }, defaultWeights.halfLifeDays)
}

/** The same, as a list, without their types. */
export const allDefinitions: ReadonlyArray<Definition<unknown>> = Object.values(definitions)

/** Names without regard to case, as git's configuration has it. */
export const definitionOf = (name: string): Definition<unknown> | undefined =>
  allDefinitions.find((definition) => definition.name.toLowerCase() === name.toLowerCase())

/**
 * The environment variables of a setting, stronger first: `ULTRAGIT_MAX_TOKENS`, `ULTRAGIT_MAXTOKENS`.
 */
export const variablesOf = (definition: Definition<unknown>): ReadonlyArray<string> => {
  const name = definition.name.replace(".", "_")
  const spaced = name.replace(/[A-Z]/g, (letter) => `_${letter}`)
  return [...new Set([spaced, name].map((text) => `ULTRAGIT_${text.toUpperCase()}`))]
}
