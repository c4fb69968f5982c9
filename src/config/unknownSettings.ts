import { ConfigProvider, Effect } from "effect"
import { findSimilarNames } from "../domain/AnchorName.ts"
import { escapeControls } from "../domain/Text.ts"
import type { ConfigEntry } from "../adapters/git/Git.ts"
import { allDefinitions, findDefinition, variableNames } from "./definitions.ts"

/** Most sentences about one source; a stranger may have written thousands of keys. */
const maxWarnings = 10

/** One sentence for each of the first, and one for the rest. */
export const limitWarnings = <A>(
  found: ReadonlyArray<A>,
  sentence: (one: A) => string,
  rest: string
): ReadonlyArray<string> => [
  ...found.slice(0, maxWarnings).map(sentence),
  ...(found.length > maxWarnings ? [`${found.length - maxWarnings} more ${rest}.`] : [])
]

const names = allDefinitions.map(({ name }) => name)

/** Settings that a name may have been meant for, nearest first. */
export const findSimilarSettings = (name: string): ReadonlyArray<string> => findSimilarNames(name, names, 2)

/** Shorter names are near to anything. */
const minNameLength = 4

/** ` Did you mean …?`, or nothing; `before` stands before every name. */
export const formatSuggestion = (name: string, candidates: ReadonlyArray<string> = names, before = ""): string => {
  const [best] = name.length < minNameLength ? [] : findSimilarNames(name, candidates, 1)
  return best === undefined ? "" : ` Did you mean ${before}${best}?`
}

const prefix = "ultragit."

/** One sentence for each `ultragit.*` key of git's configuration that no setting has. */
export const gitConfigWarnings = (entries: ReadonlyArray<ConfigEntry>): ReadonlyArray<string> =>
  limitWarnings(
    entries.filter(({ key }) => key.startsWith(prefix) && findDefinition(key.slice(prefix.length)) === undefined),
    ({ key, origin }) => {
      const name = key.slice(0, 100)
      return `${escapeControls(name)} (${escapeControls(origin)}) is no setting.${formatSuggestion(name.slice(prefix.length))}`
    },
    `keys ${prefix}* of git's configuration are no settings`
  )

const root = "ULTRAGIT"
const variablePrefix = `${root}_`

/** What else of the program reads variables: log, git layers, index of commits, facts for the next commit, hooks, language model, embeddings. */
const otherVariables = [
  "LOG",
  "GIT",
  "DB",
  "DISABLED",
  "CONTEXT",
  "TASK",
  "REASONING",
  "CONSTRAINTS",
  "DEPENDENCIES",
  "TAGS",
  "RISK",
  "LLM_PROVIDER",
  "LLM_MODEL",
  "LLM_TIMEOUT",
  "EMBED_MODEL",
  "EMBED_BASE_URL",
  "EMBED_API_KEY",
  "EMBED_TIMEOUT"
]

const withoutPrefix = (name: string): string => name.slice(variablePrefix.length)

const settingVariables = allDefinitions.map((definition) => variableNames(definition).map(withoutPrefix))
const knownVariables = new Set([...settingVariables.flat(), ...otherVariables])
const suggestedVariables = [...settingVariables.map(([first = ""]) => first), ...otherVariables]

/** Parts between underscores that are followed; nothing real has as many. */
const maxSegments = 12

/** The variables that there are below a part of their name, which ends where an underscore could come. */
const listVariables = (
  provider: ConfigProvider.ConfigProvider,
  path: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<string>, ConfigProvider.SourceError> =>
  Effect.gen(function* () {
    const node = yield* provider.load(path)
    if (node === undefined) return []
    const self = node.value === undefined ? [] : [path.join("_")]
    if (node._tag !== "Record" || path.length === maxSegments) return self
    const below = yield* Effect.forEach([...node.keys], (key) => listVariables(provider, [...path, key]))
    return [...self, ...below.flat()]
  })

/**
 * One sentence for each variable `ULTRAGIT_*` that nothing reads: whoever set it expects something of it. An empty one
 * says nothing and is not named.
 */
export const environmentWarnings: Effect.Effect<ReadonlyArray<string>> = Effect.gen(function* () {
  const provider = yield* ConfigProvider.ConfigProvider
  const found = yield* Effect.orDie(listVariables(provider, [root]))
  const unknown = found.filter((name) => name.startsWith(variablePrefix)).map(withoutPrefix)
  return limitWarnings(
    unknown.filter((name) => !knownVariables.has(name)).toSorted(),
    (name) => {
      const short = name.slice(0, 100)
      const guess = formatSuggestion(short, suggestedVariables, variablePrefix)
      return `The variable ${variablePrefix}${escapeControls(short)} is no setting.${guess}`
    },
    `variables ${variablePrefix}* are no settings`
  )
})
