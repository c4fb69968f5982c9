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
  readonly description: string
  /** What a value must be, for messages. */
  readonly expected: string
  readonly fallback: A
  /** Whether the file that strangers track may set it: include, exclude, limits and scores. */
  readonly tracked: boolean
  /** `words`: several, also separated by commas; `globs`: several, with commas of their own inside braces. */
  readonly listKind: "none" | "words" | "globs"
  readonly decode: (values: ReadonlyArray<string>) => Option.Option<A>
}

type Details<A extends SettingValue> = Pick<Definition<A>, "description" | "expected" | "fallback" | "tracked">

/** The same for numbers, whose range says what is expected. */
interface NumberDetails {
  readonly description: string
  readonly minimum: number
  readonly maximum: number
  readonly unit?: string
  readonly fallback: number
  readonly tracked: boolean
}

/** Schemas take time to build: each waits for the first value. */
const lazy = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

const singleValue = (values: ReadonlyArray<string>): Option.Option<string> =>
  values.length === 1 ? Option.fromUndefinedOr(values[0]) : Option.none()

const defineNumber = (
  name: string,
  kind: "a whole number" | "a number",
  schema: (bounds: { readonly minimum: number; readonly maximum: number }) => Schema.ConstraintDecoder<number>,
  { description, fallback, maximum, minimum, tracked, unit }: NumberDetails
): Definition<number> => {
  const decode = lazy(() => Schema.decodeUnknownOption(schema({ minimum, maximum })))
  const expected = `${kind}${unit === undefined ? "" : ` of ${unit}`} from ${minimum} to ${maximum}`
  return {
    name,
    description,
    expected,
    fallback,
    tracked,
    listKind: "none",
    decode: (values) => Option.flatMap(singleValue(values), (text) => decode()(text))
  }
}

const digits = /^\d{1,15}$/
const decimal = /^\d{1,9}(?:\.\d{1,9})?$/

const matchingText = (pattern: RegExp) => Schema.String.pipe(Schema.check(Schema.isPattern(pattern)))

const wholeNumber = (name: string, details: NumberDetails): Definition<number> =>
  defineNumber(
    name,
    "a whole number",
    (bounds) =>
      matchingText(digits).pipe(
        Schema.decodeTo(Schema.Int.pipe(Schema.check(Schema.isBetween(bounds))), SchemaTransformation.numberFromString)
      ),
    details
  )

const confidenceNumber = (
  name: keyof typeof defaultWeights,
  description: string,
  bounds: { readonly minimum: number; readonly maximum: number } = { minimum: 0, maximum: 1 }
): Definition<number> =>
  defineNumber(
    `confidence.${name}`,
    "a number",
    (range) =>
      matchingText(decimal).pipe(
        Schema.decodeTo(
          Schema.Finite.pipe(Schema.check(Schema.isBetween(range))),
          SchemaTransformation.numberFromString
        )
      ),
    { description, ...bounds, fallback: defaultWeights[name], tracked: true }
  )

const defineList = (
  name: string,
  several: "words" | "globs",
  allowed: (values: ReadonlyArray<string>) => boolean,
  details: Details<ReadonlyArray<string>>
): Definition<ReadonlyArray<string>> => ({
  name,
  listKind: several,
  decode: Option.liftPredicate(allowed),
  ...details
})

const defineWords = (name: string, word: RegExp, details: Omit<Details<ReadonlyArray<string>>, "tracked">) =>
  defineList(name, "words", (values) => values.length <= maxItems && values.every((value) => word.test(value)), {
    ...details,
    tracked: false
  })

/** Entries of a list; a stranger may have written any number of them. */
const maxItems = 1000

/** Characters that the globs of a list are together when their braces are written out: each costs memory and time. */
const maxExpandedCharacters = 50_000

const areGlobs = (values: ReadonlyArray<string>): boolean =>
  values.length <= maxItems &&
  values.every((value) => value !== "" && value.length <= maxPatternLength) &&
  values.reduce((sum, value) => (sum > maxExpandedCharacters ? sum : sum + expandedLength(value)), 0) <=
    maxExpandedCharacters

const defineGlobs = (name: string, description: string) =>
  defineList(name, "globs", areGlobs, {
    description,
    expected:
      `globs: at most ${maxItems} texts of 1 to ${maxPatternLength} characters; with braces written out at most ` +
      `${maxAlternatives} each and ${maxExpandedCharacters} characters in all`,
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
  description: "Where the notes are",
  expected: "a ref under refs/notes/ that git accepts, such as refs/notes/ultragit",
  fallback: "refs/notes/ultragit",
  tracked: false,
  listKind: "none",
  decode: (values) =>
    Option.filter(
      Option.map(
        Option.filter(singleValue(values), (text) => text !== ""),
        expandRef
      ),
      isNotesRef
    )
}

const entryRange = { minimum: 1, maximum: 1000 }

/** Every setting there is. */
export const definitions = {
  noteRef,
  include: defineGlobs("include", "Paths that are answered for; none: all"),
  exclude: defineGlobs("exclude", "Paths that are not answered for"),
  toolsets: defineWords("toolsets", /^[a-z][a-z0-9-]{0,63}$/, {
    description: "Toolsets that the MCP server serves; read when it starts",
    expected: "names of toolsets, separated by commas, or all",
    fallback: ["annotations"]
  }),
  syncRemote: defineWords("syncRemote", /^[^\s\0,]{1,255}$/, {
    description: "Remotes that notes are shared with",
    expected: "names of remotes, separated by commas",
    fallback: []
  }),
  maxTokens: wholeNumber("maxTokens", {
    description: "Budget of an answer where the question names none; 0: no budget",
    unit: "tokens",
    minimum: 0,
    maximum: 10_000_000,
    fallback: 10_000,
    tracked: true
  }),
  maxRegions: wholeNumber("maxRegions", {
    description: "Regions in one read",
    ...entryRange,
    fallback: 20,
    tracked: true
  }),
  maxResults: wholeNumber("maxResults", {
    description: "Dependents in one deps",
    ...entryRange,
    fallback: 50,
    tracked: true
  }),
  historyLimit: wholeNumber("historyLimit", {
    description: "Entries in one history",
    ...entryRange,
    fallback: 10,
    tracked: true
  }),
  depth: wholeNumber("depth", {
    description: "How far related annotations are followed",
    unit: "hops",
    minimum: 0,
    maximum: 10,
    fallback: 1,
    tracked: true
  }),
  gitTimeout: wholeNumber("gitTimeout", {
    description: "Time that one call of git may take",
    unit: "seconds",
    minimum: 1,
    maximum: 86_400,
    fallback: 30,
    tracked: false
  }),
  folderTimeout: wholeNumber("folderTimeout", {
    description: "Time for which the summary of a folder reads its files; how many it did not reach, it says",
    unit: "seconds",
    minimum: 1,
    maximum: 86_400,
    fallback: 20,
    tracked: false
  }),
  maxMessageBytes: wholeNumber("maxMessageBytes", {
    description: "Largest message that the MCP server takes; read when it starts",
    unit: "bytes",
    minimum: 1024,
    maximum: 1_073_741_824,
    fallback: 10 * 1024 * 1024,
    tracked: false
  }),
  recency: confidenceNumber("recency", "Weight of a note's age in confidence"),
  contextLevel: confidenceNumber("contextLevel", "Weight of whether the author said why or it was inferred"),
  anchorStability: confidenceNumber("anchorStability", "Weight of how well the code is still found where it was"),
  provenance: confidenceNumber("provenance", "Weight of how the note came to its commit"),
  halfLifeDays: confidenceNumber("halfLifeDays", "Age in days at which recency is one half", {
    minimum: 0.001,
    maximum: 100_000
  })
}

/** The same, as a list, without their types. */
export const allDefinitions: ReadonlyArray<Definition<SettingValue>> = Object.values(definitions)

/** Names without regard to case, as git's configuration has it. */
export const findDefinition = (name: string): Definition<SettingValue> | undefined =>
  allDefinitions.find((definition) => definition.name.toLowerCase() === name.toLowerCase())

/**
 * The environment variables of a setting, stronger first: `ULTRAGIT_MAX_TOKENS`, `ULTRAGIT_MAXTOKENS`.
 */
export const variableNames = (definition: Pick<Definition<SettingValue>, "name">): ReadonlyArray<string> => {
  const name = definition.name.replace(".", "_")
  const spaced = name.replace(/[A-Z]/g, (letter) => `_${letter}`)
  return [...new Set([spaced, name].map((text) => `ULTRAGIT_${text.toUpperCase()}`))]
}
