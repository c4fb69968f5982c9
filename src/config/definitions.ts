import { Option } from "effect"
import { defaultWeights } from "../domain/Confidence.ts"
import {
  decimalNumber,
  type Definition,
  type Details,
  oneOf,
  type SettingValue,
  singleValue,
  wholeNumber
} from "./define.ts"
import { evidenceModes } from "./evidenceModes.ts"
import { expandedLength, maxAlternatives, maxPatternLength, hasOpenSet } from "./Glob.ts"
import { hookDefinitions } from "./hookDefinitions.ts"

const confidenceNumber = (
  name: keyof typeof defaultWeights,
  description: string,
  bounds: { readonly minimum: number; readonly maximum: number } = { minimum: 0, maximum: 1 }
): Definition<number> =>
  decimalNumber(`confidence.${name}`, { description, ...bounds, fallback: defaultWeights[name], tracked: true })

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
  values.every((value) => value !== "" && value.length <= maxPatternLength && !hasOpenSet(value)) &&
  values.reduce((sum, value) => (sum > maxExpandedCharacters ? sum : sum + expandedLength(value)), 0) <=
    maxExpandedCharacters

const defineGlobs = (name: string, description: string) =>
  defineList(name, "globs", areGlobs, {
    description,
    expected:
      `at most ${maxItems} globs of 1 to ${maxPatternLength} characters, each [ closed by ]; with braces expanded, at most ` +
      `${maxAlternatives} each and ${maxExpandedCharacters} characters in all`,
    fallback: [],
    tracked: true
  })

const entryRange = { minimum: 1, maximum: 1000 }

/** All settings. */
export const definitions = {
  noteRef: hookDefinitions.noteRef,
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
  gate: hookDefinitions.gate,
  hookTimeout: hookDefinitions.hookTimeout,
  sessions: hookDefinitions.sessions,
  sessionsModel: oneOf("sessionsModel", ["off", "on"], {
    description: "Let the configured language model see agents' sessions, to choose among quotes",
    tracked: false
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
  gitblitRoot: {
    name: "gitblitRoot",
    description: "Folder of the repositories that the toolset gitblit answers for",
    expected: "a folder",
    fallback: "",
    tracked: false,
    listKind: "none",
    decode: (values) => Option.filter(singleValue(values), (text) => !text.includes("\0"))
  } satisfies Definition<string>,
  commitGraph: oneOf("commitGraph", ["on", "off"], {
    description: "Whether a server keeps a commit-graph of its own, so that git walks long histories faster",
    tracked: false
  }),
  codeWatch: oneOf("code.watch", ["on", "off"], {
    description:
      "Whether a server watches the folders of an indexed work tree, so that questions about code need not look at each file",
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
