import type { Presenter } from "effect/cli/CliOutput"
import type { Command } from "effect/cli/Command"
import * as Completions from "effect/cli/Completions"
import { escapeControls, shellArgument } from "../domain/Text.ts"

/** A flag given to a command group, which has none itself. */
export interface MisplacedFlag {
  /** The flag as given, with the value after it. */
  readonly flag: string
  /** The group as typed, such as `ultragit mcp`. */
  readonly group: string
  /** Commands of the group that take the flag, such as `start`. */
  readonly commands: ReadonlyArray<string>
}

type Descriptor = Completions.CommandDescriptor
type FlagDescriptor = Descriptor["flags"][number]

const toName = (option: string): string => option.replace(/^-+/, "")

const findFlag = ({ flags }: Descriptor, option: string): FlagDescriptor | undefined =>
  flags.find(({ aliases, name }) => [name, ...aliases].includes(toName(option)))

const findGroup = (root: Descriptor, path: ReadonlyArray<string>): Descriptor | undefined =>
  path.reduce<Descriptor | undefined>((found, word) => found?.subcommands.find(({ name }) => name === word), root)

/**
 * Finds a flag that comes before its command: `mcp --repo PATH` for `mcp start --repo PATH`. The parser takes the value
 * of a flag that it does not know for a command.
 */
export const findMisplacedFlag = (
  { commandPath, errors }: Pick<Presenter.InvalidInvocation, "commandPath" | "errors">,
  root: Command.Any
): MisplacedFlag | undefined => {
  const [first, second] = errors
  if (first?._tag !== "UnrecognizedOption" || commandPath.length !== first.command?.length) return undefined
  const [program = "", ...path] = commandPath
  const takers = (findGroup(Completions.fromCommand(root), path)?.subcommands ?? []).flatMap((command) => {
    const flag = findFlag(command, first.option)
    return flag === undefined ? [] : [{ command: command.name, isBoolean: flag.type._tag === "Boolean" }]
  })
  if (takers.length === 0) return undefined
  const isFollowed = second?._tag === "UnknownSubcommand" && takers.every(({ isBoolean }) => !isBoolean)
  return {
    flag: escapeControls(isFollowed ? `${first.option} ${shellArgument(second.subcommand)}` : first.option),
    group: [program, ...path].join(" "),
    commands: takers.map(({ command }) => command)
  }
}
