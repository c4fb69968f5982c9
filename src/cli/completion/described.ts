import * as Completions from "effect/cli/Completions"
import type { Command } from "effect/cli/Command"
import type { AnyToolset } from "../../toolsets/tool/Toolset.ts"

/** What a value or an argument can be completed with; none: nothing is known of it. */
export type Kind =
  | { readonly _tag: "Words"; readonly words: ReadonlyArray<string> }
  | { readonly _tag: "File" }
  | { readonly _tag: "Folder" }
  | { readonly _tag: "None" }

export interface DescribedFlag {
  /** With their dashes, the long one first. */
  readonly forms: ReadonlyArray<string>
  readonly description: string
  /** Absent: it takes no value. */
  readonly value: Kind | undefined
}

/** One command with the way to it: `mcp install`, `""` for the program itself. */
export interface DescribedCommand {
  readonly at: string
  readonly name: string
  readonly description: string
  readonly flags: ReadonlyArray<DescribedFlag>
  readonly argument: Kind
  /** Those right below it. */
  readonly commands: ReadonlyArray<DescribedCommand>
}

type Described = Completions.CommandDescriptor

export const none: Kind = { _tag: "None" }
const file: Kind = { _tag: "File" }

/** Values that are paths; the parser takes them as plain text, for paths count from the repository's root too. */
const pathFlags: Readonly<Record<string, Kind>> = {
  repo: { _tag: "Folder" },
  config: file,
  output: file,
  annotation: file,
  file,
  map: file
}
const pathArguments = new Set(["path", "anchor-or-path", "file", "files", "git-options"])

/** Values by the flag that takes them, where the parser knows only that it is a text. */
type TextValues = Readonly<Record<string, Kind>>

const wordsOf = (type: Described["flags"][number]["type"]): Kind =>
  type._tag === "Choice" ? { _tag: "Words", words: type.values } : none

const flagOf = (
  values: TextValues,
  { aliases, description = "", name, type }: Described["flags"][number]
): DescribedFlag => ({
  forms: [`--${name}`, ...aliases.map((alias) => (alias.length === 1 ? `-${alias}` : `--${alias}`))],
  description,
  value: type._tag === "Boolean" ? undefined : type._tag === "Choice" ? wordsOf(type) : (values[name] ?? none)
})

/** What every command takes and none describes. */
const everywhere: ReadonlyArray<DescribedFlag> = [
  { forms: ["--help", "-h"], description: "Show help", value: undefined },
  {
    forms: ["--log-level"],
    description: "Least level told on standard error",
    value: { _tag: "Words", words: ["debug", "info", "warn", "error", "none"] }
  }
]
const version: DescribedFlag = { forms: ["--version", "-v"], description: "Show the version", value: undefined }

const commandOf = (values: TextValues, found: Described, above: string): DescribedCommand => {
  const at = above === "" ? found.name : `${above} ${found.name}`
  const [first] = found.arguments
  const argument = first === undefined ? none : pathArguments.has(first.name) ? file : wordsOf(first.type)
  return {
    at,
    name: found.name,
    description: found.description ?? "",
    flags: [...found.flags.map((flag) => flagOf(values, flag)), ...everywhere],
    argument,
    commands: found.subcommands.map((below) => commandOf(values, below, at))
  }
}

/** The command line as shells complete it, with the toolsets that a server can serve. */
export const describe = (root: Command.Any, toolsets: ReadonlyArray<AnyToolset>): DescribedCommand => {
  const found = Completions.fromCommand(root)
  const names: Kind = { _tag: "Words", words: [...toolsets.map(({ name }) => name), "all"] }
  const values: TextValues = { ...pathFlags, toolsets: names }
  return {
    at: "",
    name: found.name,
    description: "",
    flags: [...everywhere, version],
    argument: none,
    commands: found.subcommands.map((below) => commandOf(values, below, ""))
  }
}

/** A command and all below it. */
export const flattened = (command: DescribedCommand): ReadonlyArray<DescribedCommand> => [
  command,
  ...command.commands.flatMap(flattened)
]

/** A text in single quotes, as bash and zsh read it. */
export const singleQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
