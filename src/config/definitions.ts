import { Option, Schema, SchemaTransformation } from "effect"
import { defaultWeights } from "../domain/Confidence.ts"
import { isFullRefName } from "../adapters/git/RefName.ts"
import { expandedLength, maxAlternatives, maxPatternLength } from "./Glob.ts"

/** What a setting can be. */
export type SettingValue = string | number | ReadonlyArray<string>

/** One setting: its name, what it is for, what it may be, what it is when nobody says. */
export interface Definition<A extends SettingValue> {
  /** Below `ultragit.` in git's configuration, as in `.ultragit-config.toml`: `maxTokens`, `confidence.recency`. */
  readonly name: string
  /** What it decides, for help and README: no full stop. */
  readonly meaning: string
  /** What a value must be, for messages. */
  readonly expected: string
  readonly fallback: A
  /** Whether the file that strangers track may set it: include, exclude, limits and scores. */
  readonly tracked: boolean
  /** `words`: several, also separated by commas; `globs`: several, with commas of their own inside braces. */
  readonly several: "no" | "words" | "globs"
  readonly decode: (values: ReadonlyArray<string>) => Option.Option<A>
}

type Details<A extends SettingValue> = Pick<Definition<A>, "meaning" | "expected" | "fallback" | "tracked">

/** The same for numbers, whose range says what is expected. */
interface NumberDetails {
  readonly meaning: string
  readonly minimum: number
  readonly maximum: number
  readonly unit?: string
  readonly fallback: number
  readonly tracked: boolean
}

/** Schemas take time to build: each waits for the first value. */
const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

const only = (values: ReadonlyArray<string>): Option.Option<string> =>
  values.length === 1 ? Option.fromUndefinedOr(values[0]) : Option.none()

const number = (
  name: string,
  kind: "a whole number" | "a number",
  schema: (bounds: { readonly minimum: number; readonly maximum: number }) => Schema.ConstraintDecoder<number>,
  { fallback, maximum, meaning, minimum, tracked, unit }: NumberDetails
): Definition<number> => {
  const decode = once(() => Schema.decodeUnknownOption(schema({ minimum, maximum })))
  const expected = `${kind}${unit === undefined ? "" : ` of ${unit}`} from ${minimum} to ${maximum}`
  return {
    name,
    meaning,
    expected,
    fallback,
    tracked,
    several: "no",
    decode: (values) => Option.flatMap(only(values), (text) => decode()(text))
  }
}

const digits = /^\d{1,15}$/
const decimal = /^\d{1,9}(?:\.\d{1,9})?$/

const written = (pattern: RegExp) => Schema.String.pipe(Schema.check(Schema.isPattern(pattern)))

const whole = (name: string, details: NumberDetails): Definition<number> =>
  number(
    name,
    "a whole number",
    (bounds) =>
      written(digits).pipe(
        Schema.decodeTo(Schema.Int.pipe(Schema.check(Schema.isBetween(bounds))), SchemaTransformation.numberFromString)
      ),
    details
  )

const score = (
  name: keyof typeof defaultWeights,
  meaning: string,
  bounds: { readonly minimum: number; readonly maximum: number } = { minimum: 0, maximum: 1 }
): Definition<number> =>
  number(
    `confidence.${name}`,
    "a number",
    (range) =>
      written(decimal).pipe(
        Schema.decodeTo(
          Schema.Finite.pipe(Schema.check(Schema.isBetween(range))),
          SchemaTransformation.numberFromString
        )
      ),
    { meaning, ...bounds, fallback: defaultWeights[name], tracked: true }
  )

const list = (
  name: string,
  several: "words" | "globs",
  allowed: (values: ReadonlyArray<string>) => boolean,
  details: Details<ReadonlyArray<string>>
): Definition<ReadonlyArray<string>> => ({
  name,
  several,
  decode: Option.liftPredicate(allowed),
  ...details
})

const words = (name: string, word: RegExp, details: Omit<Details<ReadonlyArray<string>>, "tracked">) =>
  list(name, "words", (values) => values.length <= maxItems && values.every((value) => word.test(value)), {
    ...details,
    tracked: false
  })

/** Entries of a list; a stranger may have written any number of them. */
const maxItems = 1000

/** Characters that the globs of a list are together when their braces are written out: each costs memory and time. */
const maxExpanded = 50_000

const areGlobs = (values: ReadonlyArray<string>): boolean =>
  values.length <= maxItems &&
  values.every((value) => value !== "" && value.length <= maxPatternLength) &&
  values.reduce((sum, value) => (sum > maxExpanded ? sum : sum + expandedLength(value)), 0) <= maxExpanded

const globs = (name: string, meaning: string) =>
  list(name, "globs", areGlobs, {
    meaning,
    expected:
      `globs: at most ${maxItems} texts of 1 to ${maxPatternLength} characters; with braces written out at most ` +
      `${maxAlternatives} each and ${maxExpanded} characters in all`,
    fallback: [],
    tracked: true
  })

/** As `git notes --ref` has it: `ultragit` and `notes/ultragit` are short for `refs/notes/ultragit`. */
const expandRef = (ref: string): string => {
  if (ref.startsWith("refs/")) return ref
  return ref.startsWith("notes/") ? `refs/${ref}` : `refs/notes/${ref}`
}

const isNotesRef = (ref: string): boolean => ref.startsWith("refs/notes/") && ref.length <= 255 && isFullRefName(ref)

const noteRef: Definition<string> = {
  name: "noteRef",
  meaning: "Where the notes are",
  expected: "a ref under refs/notes/ that git accepts, such as refs/notes/ultragit",
  fallback: "refs/notes/ultragit",
  tracked: false,
  several: "no",
  decode: (values) =>
    Option.filter(
      Option.map(
        Option.filter(only(values), (text) => text !== ""),
        expandRef
      ),
      isNotesRef
    )
}

const entries = { minimum: 1, maximum: 1000 }

/** Every setting there is. */
export const definitions = {
  noteRef,
  include: globs("include", "Paths that are answered for; none: all"),
  exclude: globs("exclude", "Paths that are not answered for"),
  toolsets: words("toolsets", /^[a-z][a-z0-9-]{0,63}$/, {
    meaning: "Toolsets that the MCP server serves; read when it starts",
    expected: "names of toolsets, separated by commas, or all",
    fallback: ["annotations"]
  }),
  syncRemote: words("syncRemote", /^[^\s\0,]{1,255}$/, {
    meaning: "Remotes that notes are shared with",
    expected: "names of remotes, separated by commas",
    fallback: []
  }),
  maxTokens: whole("maxTokens", {
    meaning: "Budget of an answer where the question names none; 0: no budget",
    unit: "tokens",
    minimum: 0,
    maximum: 10_000_000,
    fallback: 10_000,
    tracked: true
  }),
  maxRegions: whole("maxRegions", { meaning: "Regions in one read", ...entries, fallback: 20, tracked: true }),
  maxResults: whole("maxResults", { meaning: "Dependents in one deps", ...entries, fallback: 50, tracked: true }),
  historyLimit: whole("historyLimit", { meaning: "Entries in one history", ...entries, fallback: 10, tracked: true }),
  depth: whole("depth", {
    meaning: "How far related annotations are followed",
    unit: "hops",
    minimum: 0,
    maximum: 10,
    fallback: 1,
    tracked: true
  }),
  gitTimeout: whole("gitTimeout", {
    meaning: "Time that one call of git may take",
    unit: "seconds",
    minimum: 1,
    maximum: 86_400,
    fallback: 30,
    tracked: false
  }),
  folderTimeout: whole("folderTimeout", {
    meaning: "Time for which the summary of a folder reads its files; how many it did not reach, it says",
    unit: "seconds",
    minimum: 1,
    maximum: 86_400,
    fallback: 20,
    tracked: false
  }),
  maxMessageBytes: whole("maxMessageBytes", {
    meaning: "Largest message that the MCP server takes; read when it starts",
    unit: "bytes",
    minimum: 1024,
    maximum: 1_073_741_824,
    fallback: 10 * 1024 * 1024,
    tracked: false
  }),
  recency: score("recency", "Weight of a note's age in confidence"),
  contextLevel: score("contextLevel", "Weight of whether the author said why or it was inferred"),
  anchorStability: score("anchorStability", "Weight of how well the code is still found where it was"),
  provenance: score("provenance", "Weight of how the note came to its commit"),
  halfLifeDays: score("halfLifeDays", "Age in days at which recency is one half", { minimum: 0.001, maximum: 100_000 })
}

/** The same, as a list, without their types. */
export const allDefinitions: ReadonlyArray<Definition<SettingValue>> = Object.values(definitions)

/** Names without regard to case, as git's configuration has it. */
export const definitionOf = (name: string): Definition<SettingValue> | undefined =>
  allDefinitions.find((definition) => definition.name.toLowerCase() === name.toLowerCase())

/**
 * The environment variables of a setting, stronger first: `ULTRAGIT_MAX_TOKENS`, `ULTRAGIT_MAXTOKENS`.
 */
export const variablesOf = (definition: Pick<Definition<SettingValue>, "name">): ReadonlyArray<string> => {
  const name = definition.name.replace(".", "_")
  const spaced = name.replace(/[A-Z]/g, (letter) => `_${letter}`)
  return [...new Set([spaced, name].map((text) => `ULTRAGIT_${text.toUpperCase()}`))]
}
