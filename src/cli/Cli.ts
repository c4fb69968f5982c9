import { Effect, MutableRef, References } from "effect"
import { CliConfig } from "effect/cli/CliConfig"
import { type CliError, isCliError } from "effect/cli/CliError"
import { Presenter } from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import { Help, LogLevel, Version } from "effect/cli/GlobalFlag"
import { Backend } from "./kit/Backend.ts"
import { ExitCode } from "./kit/ExitCode.ts"
import { parseErrorFormat, exitCodes, toExitCode } from "./kit/failures.ts"
import { logLevelFromEnvironment, logger } from "./kit/log.ts"
import { makePresenter } from "./presenter.ts"
import { RootCommand } from "./completion/RootCommand.ts"
import { groups, ultragit } from "./ultragit.ts"

/** The exit code of a command line that the parser did not run; the presenter has printed why. */
const usageCode = (error: CliError): number =>
  error._tag === "ShowHelp" && error.errors.length === 0 ? exitCodes.success : exitCodes.usage

const commandNames: ReadonlyArray<string> = groups.flatMap(({ commands }) => commands.map(({ name }) => name))

/** Replaces `help COMMAND` by `COMMAND --help`, and by the command alone if there is none of that name. */
const replaceHelp = (others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [command, ...words] = others.filter((word) => !word.startsWith("-"))
  if (command === undefined) return ["--help"]
  return commandNames.includes(command) ? [command, ...words, "--help"] : [command]
}

/** Moves a `--json` before the command behind its arguments, where the parser expects it. */
const moveJson = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, ...others] = words
  if (first !== "--json" || others.every((word) => word.startsWith("-"))) return words
  const end = others.includes("--") ? others.indexOf("--") : others.length
  return [...others.slice(0, end), first, ...others.slice(end)]
}

/**
 * Runs the command that the arguments name (without `-C`), prints its output or failure, and succeeds with the exit code: 0, 1 for a
 * failure, 2 for wrong usage.
 */
export const run = Effect.fnUntraced(function* (commandLine: ReadonlyArray<string>) {
  const [first, ...others] = commandLine
  const words = first === "help" ? replaceHelp(others) : moveJson(commandLine)
  const { version } = yield* Backend
  const format = parseErrorFormat(commandLine)
  const level = yield* logLevelFromEnvironment
  const command = Command.runWith(ultragit, { version })(words).pipe(
    Effect.andThen(Effect.map(ExitCode, MutableRef.get)),
    Effect.catchIf(isCliError, (error) => Effect.succeed(usageCode(error)))
  )
  return yield* toExitCode(command, format).pipe(
    Effect.provideService(Presenter, makePresenter(format, ultragit)),
    Effect.provideService(RootCommand, ultragit),
    Effect.provideService(CliConfig, { builtIns: [Help, Version, LogLevel] }),
    Effect.provideService(References.CurrentLoggers, new Set([logger])),
    Effect.provideService(References.MinimumLogLevel, level)
  )
})
