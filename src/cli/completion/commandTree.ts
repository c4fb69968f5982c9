import * as Completions from "effect/cli/Completions"
import type { Command } from "effect/cli/Command"
import type { AnyToolset } from "../../toolsets/tool/Toolset.ts"

/** Candidates for a value or an argument; `None` if they are unknown. */
export type ValueKind =
  | { readonly _tag: "Words"; readonly words: ReadonlyArray<string> }
  | { readonly _tag: "File" }
  | { readonly _tag: "Folder" }
  | { readonly _tag: "None" }

export interface FlagEntry {
  /** The names with their dashes, the long one first. */
  readonly forms: ReadonlyArray<string>
  readonly description: string
  /** Undefined for a flag without a value. */
  readonly value: ValueKind | undefined
}

/** A command at its path: `mcp install`, or `""` for the program itself. */
export interface CommandEntry {
  readonly at: string
  readonly name: string
  readonly description: string
  readonly flags: ReadonlyArray<FlagEntry>
  readonly argument: ValueKind
  /** Direct subcommands. */
  readonly commands: ReadonlyArray<CommandEntry>
}

type Descriptor = Completions.CommandDescriptor

export const noValues: ValueKind = { _tag: "None" }
const file: ValueKind = { _tag: "File" }

/** Flags whose values are paths. The parser knows them as text, because they may be relative to the repository root. */
const pathFlags: Readonly<Record<string, ValueKind>> = {
  repo: { _tag: "Folder" },
  config: file,
  output: file,
  annotation: file,
  file,
  map: file
}
const pathArguments = new Set(["path", "anchor-or-path", "file", "files", "git-options"])

/** Candidates by the name of the flag, for values that the parser knows as text. */
type TextValues = Readonly<Record<string, ValueKind>>

const toWords = (type: Descriptor["flags"][number]["type"]): ValueKind =>
  type._tag === "Choice" ? { _tag: "Words", words: type.values } : noValues

const toFlagEntry = (
  values: TextValues,
  { aliases, description = "", name, type }: Descriptor["flags"][number]
): FlagEntry => ({
  forms: [`--${name}`, ...aliases.map((alias) => (alias.length === 1 ? `-${alias}` : `--${alias}`))],
  description,
  value: type._tag === "Boolean" ? undefined : type._tag === "Choice" ? toWords(type) : (values[name] ?? noValues)
})

/** Flags of every command, which no command declares. */
const globalFlags: ReadonlyArray<FlagEntry> = [
  { forms: ["--help", "-h"], description: "Show this help", value: undefined },
  {
    forms: ["--log-level"],
    description: "Minimum log level on standard error",
    value: { _tag: "Words", words: ["debug", "info", "warn", "error", "none"] }
  }
]
const version: FlagEntry = { forms: ["--version", "-v", "-V"], description: "Show the version", value: undefined }
const folder: FlagEntry = { forms: ["-C"], description: "Run in this folder", value: { _tag: "Folder" } }

const toCommandEntry = (values: TextValues, found: Descriptor, above: string): CommandEntry => {
  const at = above === "" ? found.name : `${above} ${found.name}`
  const [first] = found.arguments
  const argument = first === undefined ? noValues : pathArguments.has(first.name) ? file : toWords(first.type)
  return {
    at,
    name: found.name,
    description: found.description ?? "",
    flags: [...found.flags.map((flag) => toFlagEntry(values, flag)), ...globalFlags],
    argument,
    commands: found.subcommands.map((below) => toCommandEntry(values, below, at))
  }
}

/** Describes all commands for completion; `toolsets` are the candidates of `--toolsets`. */
export const describeCommands = (root: Command.Any, toolsets: ReadonlyArray<AnyToolset>): CommandEntry => {
  const found = Completions.fromCommand(root)
  const names: ValueKind = { _tag: "Words", words: [...toolsets.map(({ name }) => name), "all"] }
  const values: TextValues = { ...pathFlags, toolsets: names }
  return {
    at: "",
    name: found.name,
    description: "",
    flags: [...globalFlags, version, folder],
    argument: noValues,
    commands: found.subcommands.map((below) => toCommandEntry(values, below, ""))
  }
}

/** Lists a command and all its subcommands, depth first. */
export const flattenCommands = (command: CommandEntry): ReadonlyArray<CommandEntry> => [
  command,
  ...command.commands.flatMap(flattenCommands)
]

/** Quotes a text for bash and zsh. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
