import { Effect } from "effect"
import { displayWidth } from "effect/cli/CliOutput"
import { type SettingChange, findSetting, setSetting, readSetting, unsetSetting } from "../../../config/changes.ts"
import { Settings } from "../../../config/Settings.ts"
import { type SettingOrigin } from "../../../config/SettingsValues.ts"
import { escapeControls, jsonText } from "../../../domain/Text.ts"
import { Git } from "../../../adapters/git/Git.ts"
import { outputSurface } from "../../kit/answer.ts"
import { usageError } from "../../kit/query.ts"
import { printResult } from "../../kit/result.ts"
import { writeOutput } from "../../kit/output.ts"
import { paint } from "../../render/paint.ts"
import type { Surface } from "../../render/print.ts"
import { checkToolsets } from "../mcp/toolsets.ts"
import { formatValue } from "./formatValue.ts"
import { valueWarnings } from "./valueWarnings.ts"

const schema = "ultragit-config/v1"

const toEntry = ({ detail, name, problem, source, value }: SettingOrigin) => ({
  name,
  value,
  source,
  detail,
  ...(problem === undefined ? {} : { problem: { code: problem.code, message: problem.message, hint: problem.hint } })
})

const shortName = (name: string): string => name.slice("ultragit.".length)

type Row = readonly [name: string, value: string, source: string, detail: string]

const toRow = ({ detail, name, source, value }: SettingOrigin): Row => [
  shortName(name),
  escapeControls(formatValue(value)),
  source,
  source === "default" ? "" : escapeControls(detail.replace(/^file:/, ""))
]

const pad = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - displayWidth(text)))

const truncate = (text: string, width: number): string => {
  if (displayWidth(text) <= width) return text
  const characters: Array<string> = []
  let used = 1
  for (const character of text) {
    used += displayWidth(character)
    if (used > width) break
    characters.push(character)
  }
  return `${characters.join("")}…`
}

const columnWidth = (rows: ReadonlyArray<Row>, column: 0 | 1 | 2 | 3): number =>
  Math.max(0, ...rows.map((row) => displayWidth(row[column])))

/** Width of the value column: the minimum on a terminal, the maximum anywhere. */
const valueColumns = { min: 20, max: 40 }

/** Aligns the columns. On a terminal, truncates long values, so that each setting fits on one line. */
const formatTable = (origins: ReadonlyArray<SettingOrigin>, { colors, width }: Surface): string => {
  const rows = origins.map(toRow)
  const [names, sources] = [columnWidth(rows, 0), columnWidth(rows, 2)]
  const room = width === undefined ? valueColumns.max : width - names - sources - columnWidth(rows, 3) - 6
  const values = Math.min(Math.max(valueColumns.min, room), valueColumns.max, columnWidth(rows, 1))
  const lines = rows.map(([name, value, source, detail], index) => {
    const shown = width === undefined ? value : truncate(value, values)
    const line = `${pad(name, names)}  ${pad(shown, values)}  ${pad(source, sources)}  ${detail}`.trimEnd()
    const style = origins[index]?.problem === undefined ? (source === "default" ? "dim" : undefined) : "yellow"
    return colors && style !== undefined ? paint(style, line) : line
  })
  return lines.join("\n")
}

/** A warning if the repository exists but its settings cannot be read. */
const unreadableRepositoryWarnings = Effect.gen(function* () {
  const git = yield* Git
  yield* git.repository
  return []
}).pipe(
  Effect.catchReason("GitError", "RepositoryUnreadable", (_, { hint, message }) =>
    Effect.succeed([`${message} Its settings are not read. ${hint ?? ""}`.trimEnd()])
  ),
  Effect.catchReason("GitError", "NotARepository", () => Effect.succeed([]))
)

/** Prints every setting with its value and source, including invalid values. */
export const printSettings = Effect.fn("Cli.printSettings")(function* (input: { readonly json: boolean }) {
  const settings = yield* Settings
  const origins = yield* settings.origins
  const problems = (yield* settings.problems).map((problem) => `${problem.message} ${problem.hint}`)
  const warnings = [...(yield* unreadableRepositoryWarnings), ...problems, ...(yield* settings.warnings)]
  if (input.json) {
    const document = { $schema: schema, settings: origins.map(toEntry) }
    return yield* writeOutput(`${jsonText(warnings.length === 0 ? document : { ...document, warnings })}\n`)
  }
  yield* writeOutput(`${formatTable(origins, yield* outputSurface)}\n`)
  return yield* Effect.forEach(warnings, (warning) => Effect.logWarning(warning), { discard: true })
})

/** Prints the value of one setting, the values of a list one per line. */
export const printSetting = Effect.fn("Cli.printSetting")(function* (input: {
  readonly name: string
  readonly json: boolean
}) {
  const origin = yield* readSetting(input.name)
  if (input.json) return yield* writeOutput(`${jsonText({ $schema: schema, settings: [toEntry(origin)] })}\n`)
  if (origin.problem !== undefined) return yield* origin.problem
  const values = typeof origin.value === "object" ? origin.value : [String(origin.value)]
  return yield* writeOutput(values.map((value) => `${escapeControls(value)}\n`).join(""))
})

interface ChangeInput {
  readonly name: string
  readonly global: boolean
  readonly json: boolean
}

const toFile = ({ global }: ChangeInput) => (global ? "global" : "local")

const formatScope = ({ global }: ChangeInput): string => (global ? "all your repositories" : "this repository")

const printChange = ({ changed, now, warnings }: SettingChange, words: string, json: boolean) =>
  printResult({ document: { $schema: schema, changed, settings: [toEntry(now)] }, lines: [words], warnings }, json)

/**
 * The smallest answers, all entries left out, cost 70 to 190 tokens with ordinary paths and up to two warnings. With
 * fewer, most questions fail.
 */
const minBudgetTokens = 200

/** Fails if hardly any answer fits into the budget. 0 means no budget. */
const checkBudget = (values: ReadonlyArray<string>) => {
  const small = values.find((value) => /^\d+$/.test(value) && Number(value) > 0 && Number(value) < minBudgetTokens)
  return small === undefined
    ? Effect.void
    : usageError(
        "config",
        `Hardly any answer fits into ${small} tokens: maxTokens is at least ${minBudgetTokens}, or 0 for no budget.`
      )
}

/** Writes a setting to git's configuration and prints its new value. */
export const printSet = Effect.fn("Cli.printSet")(function* (
  input: ChangeInput & { readonly values: ReadonlyArray<string>; readonly add: boolean }
) {
  const { name } = yield* findSetting(input.name)
  if (name === "toolsets") yield* checkToolsets(input.values.flatMap((value) => value.split(",")))
  if (name === "maxTokens") yield* checkBudget(input.values)
  const outcome = yield* setSetting({ ...input, file: toFile(input) })
  const values = input.values.every((value) => value === "") ? "nothing" : input.values.join(", ")
  const words = input.add
    ? `Added ${values} to ultragit.${name} for ${formatScope(input)}.`
    : `Set ultragit.${name} to ${values} for ${formatScope(input)}.`
  const warnings = [...outcome.warnings, ...(yield* valueWarnings(name, outcome.now.value, input.global))]
  yield* printChange({ ...outcome, warnings }, words, input.json)
})

/** Removes a setting from git's configuration and prints the value that now applies. */
export const printUnset = Effect.fn("Cli.printUnset")(function* (input: ChangeInput) {
  const outcome = yield* unsetSetting({ name: input.name, file: toFile(input) })
  const { detail, name, source, value } = outcome.now
  const from = source === "default" ? source : `${source}, ${detail}`
  const now = `it is ${formatValue(value)} (${from})`
  const words = outcome.changed
    ? `${name} is no longer set for ${formatScope(input)}: ${now}.`
    : `${name} was not set for ${formatScope(input)}: ${now}.`
  yield* printChange(outcome, words, input.json)
})
