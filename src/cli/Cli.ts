import { Effect, MutableRef, References, Stdio } from "effect"
import { CliConfig } from "effect/cli/CliConfig"
import { type CliError, isCliError } from "effect/cli/CliError"
import { Presenter } from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import { Completions, Help, LogLevel, Version } from "effect/cli/GlobalFlag"
import { Backend } from "./Backend.ts"
import { backfill } from "./commands/backfill.ts"
import { ci } from "./commands/ci.ts"
import { correct } from "./commands/correct.ts"
import { annotate } from "./commands/annotate.ts"
import { commit } from "./commands/commit.ts"
import { context } from "./commands/context.ts"
import { deps } from "./commands/deps.ts"
import { doctor } from "./commands/doctor.ts"
import { exportCommand } from "./commands/export.ts"
import { flag } from "./commands/flag.ts"
import { history } from "./commands/history.ts"
import { hook } from "./commands/hook.ts"
import { importCommand } from "./commands/import.ts"
import { init } from "./commands/init.ts"
import { mcp } from "./commands/mcp.ts"
import { read } from "./commands/read.ts"
import { rewrite } from "./commands/rewrite.ts"
import { show } from "./commands/show.ts"
import { skill } from "./commands/skill.ts"
import { status } from "./commands/status.ts"
import { summary } from "./commands/summary.ts"
import { sync } from "./commands/sync.ts"
import { uninstall } from "./commands/uninstall.ts"
import { ExitCode } from "./ExitCode.ts"
import { errorFormat, exitCodes, settle } from "./failures.ts"
import { levelFromEnvironment, logger } from "./log.ts"
import { presenter } from "./presenter.ts"

const ultragit = Command.make("ultragit").pipe(
  Command.withDescription("The repository's memory: why code is the way it is, from git notes"),
  Command.withExamples([
    { command: "ultragit read src/pool.ts Pool.acquire", description: "Before changing code" },
    { command: "ultragit mcp install", description: "Let coding agents ask by themselves" }
  ]),
  Command.withSubcommands([
    read,
    deps,
    history,
    summary,
    mcp,
    hook,
    skill,
    sync,
    exportCommand,
    importCommand,
    correct,
    flag,
    backfill,
    ci,
    rewrite,
    annotate,
    commit,
    context,
    init,
    uninstall,
    doctor,
    status,
    show
  ])
)

/** Wrong arguments are told when they are parsed; what is left is to say so in the exit code. */
const usageCode = (error: CliError): number =>
  error._tag === "ShowHelp" && error.errors.length === 0 ? exitCodes.success : exitCodes.usage

/**
 * Runs the command that the arguments name and succeeds with the exit code: 0, 1 for a failure, 2 for wrong usage.
 * What there is to say has been said.
 */
export const run = Effect.gen(function* () {
  const { args } = yield* Stdio.Stdio
  const given = yield* args
  const { version } = yield* Backend
  const format = errorFormat(given)
  const level = yield* levelFromEnvironment
  const command = Command.runWith(ultragit, { version })(given).pipe(
    Effect.andThen(Effect.map(ExitCode, MutableRef.get)),
    Effect.catchIf(isCliError, (error) => Effect.succeed(usageCode(error)))
  )
  return yield* settle(command, format).pipe(
    Effect.provideService(Presenter, presenter(format)),
    Effect.provideService(CliConfig, { builtIns: [Help, Version, Completions, LogLevel] }),
    Effect.provideService(References.CurrentLoggers, new Set([logger])),
    Effect.provideService(References.MinimumLogLevel, level)
  )
})
