import { ConfigProvider, Effect } from "effect"
import { findSimilarNames } from "../domain/AnchorName.ts"
import { contextVariables } from "../domain/ContextVariables.ts"
import { escapeControls } from "../domain/Text.ts"
import type { ConfigEntry } from "../adapters/git/Git.ts"
import { variableNames } from "./define.ts"
import { allDefinitions, findDefinition } from "./definitions.ts"

/** Maximum warnings about one source; an untrusted file may contain thousands of keys. */
const maxWarnings = 10

/** Formats one warning for each of the first items and one for the rest. */
export const limitWarnings = <A>(
  found: ReadonlyArray<A>,
  sentence: (one: A) => string,
  rest: string
): ReadonlyArray<string> => [
  ...found.slice(0, maxWarnings).map(sentence),
  ...(found.length > maxWarnings ? [`${found.length - maxWarnings} more ${rest}.`] : [])
]

const names = allDefinitions.map(({ name }) => name)

/** Returns the names of similar settings, nearest first. */
export const findSimilarSettings = (name: string): ReadonlyArray<string> => findSimilarNames(name, names, 2)

/** Minimum length of a name for a suggestion: shorter names resemble almost anything. */
const minNameLength = 4

/** Formats ` Did you mean …?` with `before` in front of the name; empty if nothing is similar. */
export const formatSuggestion = (name: string, candidates: ReadonlyArray<string> = names, before = ""): string => {
  const [best] = name.length < minNameLength ? [] : findSimilarNames(name, candidates, 1)
  return best === undefined ? "" : ` Did you mean ${before}${best}?`
}

const prefix = "ultragit."

/** Returns one warning for each unknown `ultragit.*` key in git's configuration. */
export const gitConfigWarnings = (entries: ReadonlyArray<ConfigEntry>): ReadonlyArray<string> =>
  limitWarnings(
    entries.filter(({ key }) => key.startsWith(prefix) && findDefinition(key.slice(prefix.length)) === undefined),
    ({ key, origin }) => {
      const name = key.slice(0, 100)
      return `${escapeControls(name)} (${escapeControls(origin)}) is not a setting.${formatSuggestion(name.slice(prefix.length))}`
    },
    `keys ${prefix}* in git's configuration are not settings`
  )

const root = "ULTRAGIT"
const variablePrefix = `${root}_`

/**
 * Variables that are not settings: log, git layers, commit index, facts for the next commit, hooks, language model,
 * embeddings.
 */
const otherVariables = [
  "LOG",
  "GIT",
  "DB",
  "DISABLED",
  "TOKEN",
  "CONTEXT",
  ...contextVariables,
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

/** Maximum number of parts between underscores; no real variable has as many. */
const maxSegments = 12

/** Lists the variables whose name starts with the parts of `path`, joined by underscores. */
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
 * Returns one warning for each variable `ULTRAGIT_*` that nothing reads, because whoever set it expects an effect.
 * Empty variables are ignored.
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
      return `The variable ${variablePrefix}${escapeControls(short)} is not a setting.${guess}`
    },
    `variables ${variablePrefix}* are not settings`
  )
})
