import { Config, Effect, Option } from "effect"
import type { ConfigEntry } from "../adapters/git/Git.ts"
import type { Candidate, Candidates } from "./Candidate.ts"
import { type Definition, type SettingValue, variableNames } from "./define.ts"
import { allDefinitions } from "./definitions.ts"
import type { SettingsValues } from "./SettingsValues.ts"

/** Splits at line ends and at commas outside braces. */
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

/** Reads candidates from command-line flags. */
export const fromFlags = (
  flags: Partial<Pick<SettingsValues, "noteRef" | "evidence" | "toolsets" | "maxMessageBytes">>
): Candidates => {
  const { evidence, maxMessageBytes, noteRef, toolsets } = flags
  return new Map([
    ...(evidence === undefined ? [] : [["evidence", flagCandidate([evidence], "--evidence")] as const]),
    ...(noteRef === undefined ? [] : [["noteRef", flagCandidate([noteRef], "--noteref")] as const]),
    ...(toolsets === undefined ? [] : [["toolsets", flagCandidate(splitWords(toolsets), "--toolsets")] as const]),
    ...(maxMessageBytes === undefined
      ? []
      : [["maxMessageBytes", flagCandidate([`${maxMessageBytes}`], "--max-message-bytes")] as const])
  ])
}

/** Reads candidates from the variables `ULTRAGIT_…`. Empty variables count as unset. */
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

/** Finds a setting's entries in git's configuration, ignoring the case of the subsection. */
export const findEntries = (
  entries: ReadonlyArray<ConfigEntry>,
  { name }: Pick<Definition<SettingValue>, "name">
): ReadonlyArray<ConfigEntry> => {
  const key = prefix + name.toLowerCase()
  return entries.filter((entry) => entry.key.toLowerCase() === key)
}

/** Returns the entries after the last empty value, which resets a list. */
const dropBeforeReset = (entries: ReadonlyArray<ConfigEntry>): ReadonlyArray<ConfigEntry> =>
  entries.slice(entries.findLastIndex(({ value }) => value === "") + 1)

/** Splits the values of a key into the setting's values. */
export const splitValues = (
  { listKind }: Pick<Definition<SettingValue>, "listKind">,
  values: ReadonlyArray<string>
): ReadonlyArray<string> => (listKind === "words" ? splitWords(values) : values)

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
 * Reads candidates from git's configuration. The narrowest scope that has a setting wins: a list takes all values of
 * that scope, any other setting the last one.
 */
export const fromGitConfig = (entries: ReadonlyArray<ConfigEntry>): Candidates => {
  const found = new Map<string, Candidate>()
  for (const definition of allDefinitions) {
    const candidate = fromEntries(definition, findEntries(entries, definition))
    if (candidate !== undefined) found.set(definition.name, candidate)
  }
  return found
}
