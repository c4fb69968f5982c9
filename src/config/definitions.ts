import { Option, Schema, SchemaTransformation } from "effect"
import { defaultWeights } from "../domain/Confidence.ts"
import { evidenceModes } from "./evidenceModes.ts"
import { isFullRefName } from "../adapters/git/RefName.ts"
import { expandedLength, maxAlternatives, maxPatternLength } from "./Glob.ts"

/** The value of a setting. */
export type SettingValue = string | number | ReadonlyArray<string>

/** One setting: name, description, validation and default. */
export interface Definition<A extends SettingValue> {
  /** Name without the prefix `ultragit.`, as in `.ultragit-config.toml`: `maxTokens`, `confidence.recency`. */
  readonly name: string
  /** Description for help and README, without a full stop. */
  readonly description: string
  /** What a valid value is, for messages. */
  readonly expected: string
  readonly fallback: A
  /** Whether the tracked file may set it. The file is untrusted, so only filters, limits and weights are allowed. */
  readonly tracked: boolean
  /** `words`: a list that may be separated by commas. `globs`: a list whose items may contain commas inside braces. */
  readonly listKind: "none" | "words" | "globs"
  readonly decode: (values: ReadonlyArray<string>) => Option.Option<A>
}

type Details<A extends SettingValue> = Pick<Definition<A>, "description" | "expected" | "fallback" | "tracked">

/** Details of a number; its range gives `expected`. */
interface NumberDetails {
  readonly description: string
  readonly minimum: number
  readonly maximum: number
  readonly unit?: string
  readonly fallback: number
  readonly tracked: boolean
}

/** Builds a schema on first use, because building all of them delays start-up. */
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
  listKind: "words" | "globs",
  allowed: (values: ReadonlyArray<string>) => boolean,
  details: Details<ReadonlyArray<string>>
): Definition<ReadonlyArray<string>> => ({
  name,
  listKind,
  decode: Option.liftPredicate(allowed),
  ...details
})

const defineWords = (name: string, word: RegExp, details: Omit<Details<ReadonlyArray<string>>, "tracked">) =>
  defineList(name, "words", (values) => values.length <= maxItems && values.every((value) => word.test(value)), {
    ...details,
    tracked: false
  })

/** Maximum items of a list; an untrusted file may contain any number. */
const maxItems = 1000

/** Maximum total length of a list's globs with braces expanded, in characters. */
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
      `at most ${maxItems} globs of 1 to ${maxPatternLength} characters; with braces expanded, at most ` +
      `${maxAlternatives} each and ${maxExpandedCharacters} characters in all`,
    fallback: [],
    tracked: true
  })

/** Expands a ref as `git notes --ref` does: `ultragit` and `notes/ultragit` mean `refs/notes/ultragit`. */
const expandRef = (ref: string): string => {
  if (ref.startsWith("refs/")) return ref
  return ref.startsWith("notes/") ? `refs/${ref}` : `refs/notes/${ref}`
}

const isNotesRef = (ref: string): boolean => ref.startsWith("refs/notes/") && ref.length <= 255 && isFullRefName(ref)

const noteRef: Definition<string> = {
  name: "noteRef",
  description: "Ref that holds the notes",
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

/** Defines a setting that is one of several words; the first is the default. */
const oneOf = <const Word extends string>(
  name: string,
  words: readonly [Word, ...Array<Word>],
  options: Pick<Definition<Word>, "description" | "tracked">
): Definition<Word> => ({
  ...options,
  name,
  expected: `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`,
  fallback: words[0],
  listKind: "none",
  decode: (values) =>
    Option.flatMap(singleValue(values), (text) => Option.fromUndefinedOr(words.find((word) => word === text)))
})

const entryRange = { minimum: 1, maximum: 1000 }

/** All settings. */
export const definitions = {
  noteRef,
  include: defineGlobs("include", "Only these paths (default: all)"),
  exclude: defineGlobs("exclude", "Paths to ignore"),
  toolsets: defineWords("toolsets", /^[a-z][a-z0-9-]{0,63}$/, {
    description: "Toolsets that the MCP server offers; read at start",
    expected: "toolset names separated by commas, or all",
    fallback: ["annotations"]
  }),
  answerText: oneOf("answerText", ["json", "markdown"], {
    description: "Text of the answers to read, deps, history and summary over MCP; structured content is always JSON",
    tracked: false
  }),
  evidence: oneOf("evidence", evidenceModes, {
    description: "Quote history in answers: for code that no annotation covers (auto), for all code, or not at all",
    tracked: true
  }),
  syncRemote: defineWords("syncRemote", /^[^\s\0,]{1,255}$/, {
    description: "Remotes to share notes with",
    expected: "remote names separated by commas",
    fallback: []
  }),
  syncPulls: defineWords("syncPulls", /^[^\s\0,]{1,255}$/, {
    description: "Remotes to share imported pull requests with",
    expected: "remote names separated by commas",
    fallback: []
  }),
  maxTokens: wholeNumber("maxTokens", {
    description: "Token budget of an answer if the request sets none; 0 means unlimited",
    unit: "tokens",
    minimum: 0,
    maximum: 10_000_000,
    fallback: 10_000,
    tracked: true
  }),
  maxRegions: wholeNumber("maxRegions", {
    description: "Maximum regions in one read",
    ...entryRange,
    fallback: 20,
    tracked: true
  }),
  maxResults: wholeNumber("maxResults", {
    description: "Maximum dependents in one deps",
    ...entryRange,
    fallback: 50,
    tracked: true
  }),
  historyLimit: wholeNumber("historyLimit", {
    description: "Maximum entries in one history",
    ...entryRange,
    fallback: 10,
    tracked: true
  }),
  depth: wholeNumber("depth", {
    description: "Maximum depth to follow related annotations",
    unit: "hops",
    minimum: 0,
    maximum: 10,
    fallback: 1,
    tracked: true
  }),
  gitTimeout: wholeNumber("gitTimeout", {
    description: "Timeout of one git process",
    unit: "seconds",
    minimum: 1,
    maximum: 86_400,
    fallback: 30,
    tracked: false
  }),
  folderTimeout: wholeNumber("folderTimeout", {
    description: "Time limit for reading files in a folder summary; the answer counts the files not reached",
    unit: "seconds",
    minimum: 1,
    maximum: 86_400,
    fallback: 20,
    tracked: false
  }),
  maxMessageBytes: wholeNumber("maxMessageBytes", {
    description: "Maximum message size that the MCP server accepts; read at start",
    unit: "bytes",
    minimum: 1024,
    maximum: 1_073_741_824,
    fallback: 10 * 1024 * 1024,
    tracked: false
  }),
  recency: confidenceNumber("recency", "Confidence weight of a note's age"),
  contextLevel: confidenceNumber(
    "contextLevel",
    "Confidence weight of whether the author gave the reason or it was inferred"
  ),
  anchorStability: confidenceNumber(
    "anchorStability",
    "Confidence weight of how well the anchor still matches the code"
  ),
  provenance: confidenceNumber("provenance", "Confidence weight of how the note got to its commit"),
  halfLifeDays: confidenceNumber("halfLifeDays", "Age in days at which the recency factor is one half", {
    minimum: 0.001,
    maximum: 100_000
  })
}

/** All settings as a list. */
export const allDefinitions: ReadonlyArray<Definition<SettingValue>> = Object.values(definitions)

/** Finds a setting by name, ignoring case as git's configuration does. */
export const findDefinition = (name: string): Definition<SettingValue> | undefined =>
  allDefinitions.find((definition) => definition.name.toLowerCase() === name.toLowerCase())

/**
 * Lists the environment variables of a setting, in order of precedence: `ULTRAGIT_MAX_TOKENS`, `ULTRAGIT_MAXTOKENS`.
 */
export const variableNames = (definition: Pick<Definition<SettingValue>, "name">): ReadonlyArray<string> => {
  const name = definition.name.replace(".", "_")
  const spaced = name.replace(/[A-Z]/g, (letter) => `_${letter}`)
  return [...new Set([spaced, name].map((text) => `ULTRAGIT_${text.toUpperCase()}`))]
}
