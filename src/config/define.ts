import { Option } from "effect"

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

export type Details<A extends SettingValue> = Pick<Definition<A>, "description" | "expected" | "fallback" | "tracked">

/** Details of a number; its range gives `expected`. */
interface NumberDetails {
  readonly description: string
  readonly minimum: number
  readonly maximum: number
  readonly unit?: string
  readonly fallback: number
  readonly tracked: boolean
}

/** Returns the only value; none if there are several, or none. */
export const singleValue = (values: ReadonlyArray<string>): Option.Option<string> =>
  values.length === 1 ? Option.fromUndefinedOr(values[0]) : Option.none()

const defineNumber = (
  name: string,
  kind: "a whole number" | "a number",
  pattern: RegExp,
  { description, fallback, maximum, minimum, tracked, unit }: NumberDetails
): Definition<number> => ({
  name,
  description,
  expected: `${kind}${unit === undefined ? "" : ` of ${unit}`} from ${minimum} to ${maximum}`,
  fallback,
  tracked,
  listKind: "none",
  decode: (values) =>
    Option.filter(
      Option.map(
        Option.filter(singleValue(values), (text) => pattern.test(text)),
        Number
      ),
      (value) => value >= minimum && value <= maximum
    )
})

const digits = /^\d{1,15}$/
const decimal = /^\d{1,9}(?:\.\d{1,9})?$/

/** Defines a setting that is a whole number. */
export const wholeNumber = (name: string, details: NumberDetails): Definition<number> =>
  defineNumber(name, "a whole number", digits, details)

/** Defines a setting that is a number with at most nine decimal places. */
export const decimalNumber = (name: string, details: NumberDetails): Definition<number> =>
  defineNumber(name, "a number", decimal, details)

/** Defines a setting that is one of several words; the first is the default. */
export const oneOf = <const Word extends string>(
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

/**
 * Lists the environment variables of a setting, in order of precedence: `ULTRAGIT_MAX_TOKENS`, `ULTRAGIT_MAXTOKENS`.
 */
export const variableNames = (definition: Pick<Definition<SettingValue>, "name">): ReadonlyArray<string> => {
  const name = definition.name.replace(".", "_")
  const spaced = name.replace(/[A-Z]/g, (letter) => `_${letter}`)
  return [...new Set([spaced, name].map((text) => `ULTRAGIT_${text.toUpperCase()}`))]
}
