import { Config, Effect, Option, Predicate } from "effect"
import { near } from "../domain/AnchorName.ts"
import { escapeControls } from "../domain/Text.ts"
import type { ConfigEntry } from "../git/Git.ts"
import { allDefinitions, type Definition, definitionOf, variablesOf } from "./definitions.ts"
import type { SettingsValues, Source } from "./Settings.ts"

/** What one source says of one setting, not yet checked. */
export interface Candidate {
  readonly values: ReadonlyArray<string>
  readonly source: Source
  /** File, variable or flag, for the reader. */
  readonly detail: string
}

/** What one source says, by the settings' names in `definitions`. */
export type Candidates = ReadonlyMap<string, Candidate>

/** The name of the file in the work tree's root. */
export const trackedFileName = ".ultragit-config.toml"

/** Splits at commas that are not inside braces, and at line ends. */
const splitGlobs = (text: string): ReadonlyArray<string> => {
  const parts: Array<string> = [""]
  let depth = 0
  for (const character of text) {
    if (character === "{") depth++
    if (character === "}") depth = Math.max(0, depth - 1)
    if (character === "\n" || (character === "," && depth === 0)) parts.push("")
    else parts.push((parts.pop() ?? "") + character)
  }
  return parts
}

const tidy = (parts: ReadonlyArray<string>): ReadonlyArray<string> =>
  parts.map((part) => part.trim()).filter((part) => part !== "")

const splitWords = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  tidy(values.flatMap((value) => value.split(",")))

const flag = (values: ReadonlyArray<string>, detail: string): Candidate => ({ values, source: "flag", detail })

/** The command line, which names settings by its flags. */
export const fromFlags = (
  flags: Partial<Pick<SettingsValues, "noteRef" | "toolsets" | "maxMessageBytes">>
): Candidates => {
  const { maxMessageBytes, noteRef, toolsets } = flags
  return new Map([
    ...(noteRef === undefined ? [] : [["noteRef", flag([noteRef], "--noteref")] as const]),
    ...(toolsets === undefined ? [] : [["toolsets", flag(splitWords(toolsets), "--toolsets")] as const]),
    ...(maxMessageBytes === undefined
      ? []
      : [["maxMessageBytes", flag([`${maxMessageBytes}`], "--max-message-bytes")] as const])
  ])
}

/** The variables `ULTRAGIT_…`; an empty one says nothing. */
export const fromEnvironment: Effect.Effect<Candidates> = Effect.gen(function* () {
  const found = new Map<string, Candidate>()
  for (const definition of allDefinitions) {
    for (const variable of variablesOf(definition)) {
      const text = yield* Effect.orDie(Config.option(Config.String(variable)))
      if (Option.isNone(text) || found.has(definition.name)) continue
      const values = {
        no: () => [text.value.trim()],
        words: () => splitWords([text.value]),
        globs: () => tidy(splitGlobs(text.value))
      }[definition.several]()
      found.set(definition.name, { values, source: "environment", detail: variable })
    }
  }
  return found
})

const prefix = "ultragit."

/** Values since the last empty one, which takes back those before it. */
const afterReset = (values: ReadonlyArray<string>): ReadonlyArray<string> => values.slice(values.lastIndexOf("") + 1)

/**
 * Git's configuration. Of several values of one scope a list takes all, anything else the last; the narrowest scope
 * that names a setting wins whole.
 */
export const fromGitConfig = (entries: ReadonlyArray<ConfigEntry>): Candidates => {
  const found = new Map<string, Candidate>()
  for (const definition of allDefinitions) {
    const key = prefix + definition.name.toLowerCase()
    const named = entries.filter((entry) => entry.key.toLowerCase() === key)
    const last = named.at(-1)
    if (last === undefined) continue
    const narrowest = named.filter((entry) => entry.scope === last.scope).map((entry) => entry.value)
    const values = {
      no: () => [last.value],
      words: () => splitWords(afterReset(narrowest)),
      globs: () => afterReset(narrowest)
    }[definition.several]()
    found.set(definition.name, { values, source: "git config", detail: last.origin })
  }
  return found
}

const suggestion = (name: string): string => {
  const [best] = near(
    name,
    allDefinitions.map((definition) => definition.name),
    1
  )
  return best === undefined ? "" : ` Did you mean ${best}?`
}

/** One sentence for each `ultragit.*` key that no setting has. */
export const gitConfigWarnings = (entries: ReadonlyArray<ConfigEntry>): ReadonlyArray<string> =>
  entries
    .filter((entry) => entry.key.startsWith(prefix) && definitionOf(entry.key.slice(prefix.length)) === undefined)
    .map(
      (entry) =>
        `${escapeControls(entry.key)} (${escapeControls(entry.origin)}) is no setting.${suggestion(entry.key.slice(prefix.length))}`
    )

/** What the tracked file says, and what of it is passed over. */
export interface TrackedCandidates {
  readonly candidates: Candidates
  readonly warnings: ReadonlyArray<string>
}

const isTable = (value: unknown): value is { readonly [key: string]: unknown } =>
  Predicate.isObject(value) && !Array.isArray(value) && !(value instanceof Date)

/** Tables below tables would only be somebody's attempt: settings have two segments at most. */
const leaves = (table: { readonly [key: string]: unknown }): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(table).flatMap(([key, value]) =>
    isTable(value)
      ? Object.entries(value).map(([inner, leaf]) => [`${key}.${inner}`, leaf] as const)
      : [[key, value] as const]
  )

const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString()
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** Most sentences about one file; a stranger may have written thousands of keys. */
const namedKeys = 10

const unusedWarning = (key: string): string => {
  const name = escapeControls(key.slice(0, 100))
  return definitionOf(key) === undefined
    ? `${trackedFileName}: ${name} is no setting.${suggestion(key.slice(0, 100))}`
    : `${trackedFileName} may not set ${name}: not used.`
}

const unusedWarnings = (keys: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...keys.slice(0, namedKeys).map(unusedWarning),
  ...(keys.length > namedKeys ? [`${keys.length - namedKeys} more keys of ${trackedFileName} are not used.`] : [])
]

const trackedCandidate = (definition: Definition<unknown>, value: unknown): Candidate => {
  const values = Array.isArray(value) && definition.several !== "no" ? value.map(textOf) : [textOf(value)]
  return { values, source: "tracked file", detail: trackedFileName }
}

/** The tracked file: include, exclude, limits and scores are taken, anything else is named and not obeyed. */
export const fromTrackedFile = (table: { readonly [key: string]: unknown }): TrackedCandidates => {
  const candidates = new Map<string, Candidate>()
  const unused: Array<string> = []
  for (const [key, value] of leaves(table)) {
    const definition = definitionOf(key)
    if (definition?.tracked === true) candidates.set(definition.name, trackedCandidate(definition, value))
    else unused.push(key)
  }
  return { candidates, warnings: unusedWarnings(unused) }
}
