import { Effect } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import * as contracts from "../../toolsets/graph/contracts.ts"

const commands = new Map(
  Object.values(contracts).flatMap((contract) =>
    "command" in contract ? [[contract.name, contract.command] as const] : []
  )
)

/** What messages say of inputs, and of the arguments and flags that are their twins. */
const inputs: ReadonlyArray<readonly [written: string, given: string]> = [
  [
    "requires the `name` parameter, or `line_start` and `line_end`",
    "requires a name after the file, or --start and --end"
  ],
  ["requires the `file` parameter", "requires a file"]
]

const nameInputs = (text: string): string =>
  inputs.reduce((named, [written, given]) => named.replace(written, given), text)

/** Replaces the names of tools and inputs in a message by the commands and flags that are their twins. */
export const nameCommands = (text: string): string =>
  nameInputs(text).replace(
    /(repotoire_\w+)(?: with query_type=(\w+))?/g,
    (written, tool: string, type: string | undefined) => {
      const command = commands.get(tool)
      if (command === undefined) return written
      return type === undefined ? command : `${command} ${type}`
    }
  )

/** Makes the failures of a command name commands, where those of its tool name tools. */
export const namingCommands = <A, R>(program: Effect.Effect<A, Failure, R>): Effect.Effect<A, Failure, R> =>
  Effect.mapError(program, ({ code, details, hint, message }) => ({
    code,
    message: nameCommands(message),
    hint: hint === undefined ? undefined : nameCommands(hint),
    details: details?.map(nameCommands)
  }))
