import { Effect, MutableRef, References, Stdio } from "effect"
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
import { ultragit } from "./ultragit.ts"

/** The exit code of a command line that the parser did not run; the presenter has printed why. */
const usageCode = (error: CliError): number =>
  error._tag === "ShowHelp" && error.errors.length === 0 ? exitCodes.success : exitCodes.usage

/**
 * Runs the command that the arguments name, prints its output or failure, and succeeds with the exit code: 0, 1 for a
 * failure, 2 for wrong usage.
 */
export const run = Effect.gen(function* () {
  const { args } = yield* Stdio.Stdio
  const commandLine = yield* args
  const { version } = yield* Backend
  const format = parseErrorFormat(commandLine)
  const level = yield* logLevelFromEnvironment
  const command = Command.runWith(ultragit, { version })(commandLine).pipe(
    Effect.andThen(Effect.map(ExitCode, MutableRef.get)),
    Effect.catchIf(isCliError, (error) => Effect.succeed(usageCode(error)))
  )
  return yield* toExitCode(command, format).pipe(
    Effect.provideService(Presenter, makePresenter(format)),
    Effect.provideService(RootCommand, ultragit),
    Effect.provideService(CliConfig, { builtIns: [Help, Version, LogLevel] }),
    Effect.provideService(References.CurrentLoggers, new Set([logger])),
    Effect.provideService(References.MinimumLogLevel, level)
  )
})
