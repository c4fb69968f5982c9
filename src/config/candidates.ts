import { Config, Effect, Option } from "effect"
import type { ConfigEntry } from "../adapters/git/Git.ts"
import type { Candidate, Candidates } from "./Candidate.ts"
import { allDefinitions, type Definition, type SettingValue, variableNames } from "./definitions.ts"
import type { SettingsValues } from "./SettingsValues.ts"

/** Splits at commas that are not inside braces, and at line ends. */
const splitGlobs = (text: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let depth = 0
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === "{") depth++
    if (character === "}") depth = Math.max(0, depth - 1)
    if (character !== "\n" && (character !== "," || depth > 0)) continue
    parts.push(text.slice(start, index))
    start = index + 1
  }
  return [...parts, text.slice(start)]
}

const trimAll = (parts: ReadonlyArray<string>): ReadonlyArray<string> =>
  parts.map((part) => part.trim()).filter((part) => part !== "")

const splitWords = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  trimAll(values.flatMap((value) => value.split(",")))

const flagCandidate = (values: ReadonlyArray<string>, detail: string): Candidate => ({ values, source: "flag", detail })

/** The command line, which names settings by its flags. */
export const fromFlags = (
  flags: Partial<Pick<SettingsValues, "noteRef" | "toolsets" | "maxMessageBytes">>
): Candidates => {
  const { maxMessageBytes, noteRef, toolsets } = flags
  return new Map([
    ...(noteRef === undefined ? [] : [["noteRef", flagCandidate([noteRef], "--noteref")] as const]),
    ...(toolsets === undefined ? [] : [["toolsets", flagCandidate(splitWords(toolsets), "--toolsets")] as const]),
    ...(maxMessageBytes === undefined
      ? []
      : [["maxMessageBytes", flagCandidate([`${maxMessageBytes}`], "--max-message-bytes")] as const])
  ])
}

/** The variables `ULTRAGIT_…`; an empty one says nothing. */
export const fromEnvironment: Effect.Effect<Candidates> = Effect.gen(function* () {
  const found = new Map<string, Candidate>()
  for (const definition of allDefinitions) {
    for (const variable of variableNames(definition)) {
      const text = yield* Effect.orDie(Config.option(Config.String(variable)))
      if (Option.isNone(text) || text.value.trim() === "" || found.has(definition.name)) continue
      const values = {
        none: () => [text.value.trim()],
        words: () => splitWords([text.value]),
        globs: () => trimAll(splitGlobs(text.value))
      }[definition.listKind]()
      found.set(definition.name, { values, source: "environment", detail: variable })
    }
  }
  return found
})

const prefix = "ultragit."

/** The entries of git's configuration that speak of a setting, however their subsection is written. */
export const findEntries = (
  entries: ReadonlyArray<ConfigEntry>,
  { name }: Pick<Definition<SettingValue>, "name">
): ReadonlyArray<ConfigEntry> => {
  const key = prefix + name.toLowerCase()
  return entries.filter((entry) => entry.key.toLowerCase() === key)
}

/** Entries since the last empty one, which takes back those before it. */
const dropBeforeReset = (entries: ReadonlyArray<ConfigEntry>): ReadonlyArray<ConfigEntry> =>
  entries.slice(entries.findLastIndex(({ value }) => value === "") + 1)

/** What the values of a key mean, as git's configuration has them. */
export const splitValues = (
  { listKind: several }: Pick<Definition<SettingValue>, "listKind">,
  values: ReadonlyArray<string>
): ReadonlyArray<string> => (several === "words" ? splitWords(values) : values)

const fromEntries = (
  definition: Definition<SettingValue>,
  named: ReadonlyArray<ConfigEntry>
): Candidate | undefined => {
  const last = named.at(-1)
  if (last === undefined) return undefined
  const { origin, scope } = last
  const effective =
    definition.listKind === "none" ? [last] : dropBeforeReset(named.filter((entry) => entry.scope === scope))
  const malformed = effective.some(({ valueless }) => valueless === true)
  const from = { source: "git config", detail: origin, scope } as const
  if (malformed) return { ...from, values: [], malformed }
  const values = splitValues(
    definition,
    effective.map(({ value }) => value)
  )
  return { ...from, values }
}

/**
 * Git's configuration. Of several values of one scope a list takes all, anything else the last; the narrowest scope
 * that names a setting wins whole.
 */
export const fromGitConfig = (entries: ReadonlyArray<ConfigEntry>): Candidates => {
  const found = new Map<string, Candidate>()
  for (const definition of allDefinitions) {
    const candidate = fromEntries(definition, findEntries(entries, definition))
    if (candidate !== undefined) found.set(definition.name, candidate)
  }
  return found
}
