import { Effect } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import * as contracts from "../../toolsets/graph/contracts.ts"

const commands = new Map(
  Object.values(contracts).flatMap((contract) =>
    "command" in contract ? [[contract.name, contract.command] as const] : []
  )
)

/** Replaces the names of tools in a message by the commands that are their twins. */
export const nameCommands = (text: string): string =>
  text.replace(/(repotoire_\w+)(?: with query_type=(\w+))?/g, (written, tool: string, type: string | undefined) => {
    const command = commands.get(tool)
    if (command === undefined) return written
    return type === undefined ? command : `${command} ${type}`
  })

/** Makes the failures of a command name commands, where those of its tool name tools. */
export const namingCommands = <A, R>(program: Effect.Effect<A, Failure, R>): Effect.Effect<A, Failure, R> =>
  Effect.mapError(program, ({ code, details, hint, message }) => ({
    code,
    message: nameCommands(message),
    hint: hint === undefined ? undefined : nameCommands(hint),
    details: details?.map(nameCommands)
  }))
