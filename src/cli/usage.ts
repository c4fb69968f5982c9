import type { CliError } from "effect/cli/CliError"
import type { HelpDoc } from "effect/cli/HelpDoc"
import { findSimilarNames } from "../domain/AnchorName.ts"
import { escapeControls } from "../domain/Text.ts"
import type { MisplacedFlag } from "./misplacedFlag.ts"

/** What is wrong with the arguments, and what the user may have meant. */
export interface Problem {
  readonly message: string
  readonly hint?: string
}

const toOneLine = (text: string): string => escapeControls(text.replace(/\s*\n\s*/g, " "))

const joinChoices = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`

const withSuggestions = (message: string, names: ReadonlyArray<string>): Problem =>
  names.length === 0 ? { message } : { message, hint: `Did you mean ${joinChoices(names)}?` }

const flagNames = ({ flags, globalFlags = [], inheritedFlags = [] }: HelpDoc): ReadonlyArray<string> =>
  [...flags, ...inheritedFlags, ...globalFlags].map(({ name }) => name)

const commandNames = ({ subcommands = [] }: HelpDoc): ReadonlyArray<string> =>
  subcommands.flatMap(({ commands }) => commands.map(({ name }) => name))

/** What other programs call our flags. */
const flagSynonyms: ReadonlyMap<string, string> = new Map([
  ["port", "listen"],
  ["count", "limit"],
  ["max-count", "limit"],
  ["max-results", "limit"],
  ["message", "reason"],
  ["revision", "rev"],
  ["directory", "repo"]
])

/** Suggests names for a misspelled one, except for a single letter. */
const suggestNames = (
  name: string,
  suggested: ReadonlyArray<string>,
  known: ReadonlyArray<string>
): ReadonlyArray<string> => (name.length < 2 ? [] : suggested.length > 0 ? suggested : findSimilarNames(name, known, 1))

/** What other programs call our commands. */
export const synonyms: ReadonlyMap<string, string> = new Map([
  ["blame", "read"],
  ["why", "read"],
  ["explain", "read"],
  ["ask", "read"],
  ["log", "history"],
  ["search", "commits search"],
  ["grep", "commits search"],
  ["find", "commits search"],
  ["similar", "commits search"],
  ["definition", "code symbol"],
  ["symbol", "code symbol"],
  ["outline", "code outline"],
  ["references", "code callers"],
  ["callers", "code callers"],
  ["callees", "graph callees"],
  ["impact", "graph impact"],
  ["trace", "graph trace"],
  ["architecture", "graph architecture"],
  ["hotspots", "graph hotspots"],
  ["note", "annotate"],
  ["notes", "show"],
  ["add", "annotate"],
  ["install", "init"],
  ["setup", "init"],
  ["remove", "uninstall"],
  ["check", "doctor"],
  ["server", "mcp start"],
  ["start", "mcp start"],
  ["push", "sync push"],
  ["pull", "sync pull"],
  ["fetch", "sync pull"],
  ["code definition", "code symbol"],
  ["code definitions", "code symbol"],
  ["code find", "code symbol"],
  ["code references", "code callers"],
  ["code callees", "graph callees"],
  ["commits similar", "commits search --similar"],
  ["commits log", "commits search"],
  ["graph references", "graph callers"],
  ["graph query callers", "graph callers"],
  ["graph query callees", "graph callees"],
  ["graph modules", "graph architecture"],
  ["graph dependencies", "graph trace"],
  ["gitblit repos", "gitblit list"],
  ["gitblit grep", "gitblit search"]
])

const parseChoices = (expected: string): ReadonlyArray<string> =>
  expected.includes(" | ")
    ? expected.split(" | ").map((choice) => choice.replace(/^Expected:? /, "").replace(/^"|"$/g, ""))
    : []

/** Flags whose numbers need not be whole. The parser describes those of whole numbers in the same words. */
const fractions = new Set(["min-confidence"])

type InvalidValue = Extract<CliError, { readonly _tag: "InvalidValue" }>

/** What another program calls a value of an argument, where it is a command of ours. */
const findMeantCommand = ({ kind, value }: InvalidValue, { usage }: HelpDoc): string | undefined => {
  const command = usage.replace(/ [[<].*/s, "").replace(/^ultragit /, "")
  return kind === "flag" ? undefined : synonyms.get(`${command} ${value}`)
}

const describeInvalidValue = (error: InvalidValue, doc: HelpDoc): Problem => {
  const { expected, kind, option, value } = error
  const name = kind === "flag" ? `--${option}` : `<${option}>`
  const choices = parseChoices(expected)
  if (kind === "flag" && value === "") {
    return choices.length > 0
      ? { message: `Missing value for flag ${name}: ${joinChoices(choices)}` }
      : {
          message: `Missing value for flag ${name}: ${expected}`,
          hint: `Write a value that begins with - as ${name}=-x.`
        }
  }
  if (/finite number|integer/.test(expected)) {
    return { message: `${name} is a ${fractions.has(option) ? "" : "whole "}number, not ${toOneLine(value)}` }
  }
  if (choices.length === 0) return { message: toOneLine(error.message) }
  const meant = findMeantCommand(error, doc)
  return withSuggestions(
    `${name} is ${joinChoices(choices)}, not ${toOneLine(value)}`,
    meant === undefined ? suggestNames(value, [], choices) : [`ultragit ${meant}`]
  )
}

const describeProblem = (error: CliError, doc: HelpDoc): Problem => {
  if (error._tag === "UnknownSubcommand") {
    const above = (error.parent ?? []).slice(1)
    const given = [...above, error.subcommand].join(" ")
    const known = above.length === 0 ? [...commandNames(doc), "help"] : commandNames(doc)
    const similar = suggestNames(error.subcommand, error.suggestions, known)
    const synonym = synonyms.get(given)
    const meant = synonym === undefined ? similar.map((name) => [...above, name].join(" ")) : [synonym]
    return withSuggestions(`Unknown command: ${toOneLine(given)}`, meant)
  }
  if (error._tag === "UnrecognizedOption" && error.option === "-C") {
    return { message: "-C takes a folder and comes before the command.", hint: "Write ultragit -C PATH read …" }
  }
  if (error._tag === "UnrecognizedOption") {
    const name = error.option.replace(/^-+/, "")
    const suggested = error.suggestions.map((flag) => flag.replace(/^-+/, "")).filter((flag) => flag.length > 1)
    const known = flagNames(doc)
    const synonym = flagSynonyms.get(name)
    const meant = synonym !== undefined && known.includes(synonym) ? [synonym] : suggestNames(name, suggested, known)
    if (meant.includes(name)) {
      const hint = "Put it after the subcommand."
      return { message: `The flag ${toOneLine(error.option)} comes before the subcommand.`, hint }
    }
    return withSuggestions(
      `Unknown flag: ${toOneLine(error.option)}`,
      meant.map((flag) => `--${flag}`)
    )
  }
  if (error._tag === "UnexpectedArgument" && doc.usage.startsWith("ultragit annotate ")) {
    const [file = ""] = error.arguments
    return { message: toOneLine(error.message), hint: `Write --file ${toOneLine(file)} or < ${toOneLine(file)}.` }
  }
  return error._tag === "InvalidValue" ? describeInvalidValue(error, doc) : { message: toOneLine(error.message) }
}

const maxNamedCommands = 4

const describeMisplaced = ({ commands, flag, group }: MisplacedFlag): Problem => {
  const [first = ""] = commands
  const command = commands.length === 1 ? first : "COMMAND"
  const which = commands.length > 1 && commands.length <= maxNamedCommands ? ` (${joinChoices(commands)})` : ""
  return {
    message: `Missing command before ${flag}`,
    hint: `Flags follow their command: ${group} ${command} ${flag}${which}`
  }
}

/**
 * Describes what is wrong with the arguments. With an unknown command, only that: its flags are unknown too. What follows
 * an unknown flag may be its value, so that is no unknown command.
 */
export const describeProblems = (
  errors: ReadonlyArray<CliError>,
  doc: HelpDoc,
  misplaced?: MisplacedFlag
): ReadonlyArray<Problem> => {
  const [first] = errors
  if (misplaced !== undefined) return [describeMisplaced(misplaced)]
  const unknown = errors.filter(({ _tag }) => _tag === "UnknownSubcommand")
  if (first?._tag === "UnrecognizedOption" && unknown.length > 0) return [describeProblem(first, doc)]
  return (unknown.length > 0 ? unknown : errors).map((error) => describeProblem(error, doc))
}
