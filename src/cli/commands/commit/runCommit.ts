import { Effect, Option, References } from "effect"
import { isHelpRequested, parseCommitArguments } from "./commitArguments.ts"
import { toExitCode } from "../../kit/failures.ts"
import { logLevelFromEnvironment, logger } from "../../kit/log.ts"

const loadCommitting = Effect.promise(() => import("./run.ts"))

/**
 * Runs `ultragit commit`, bypassing the command line's parser, which does not know git's options. Succeeds with the exit
 * code. Returns none for other commands and for `--help`.
 */
export const runCommit = (args: ReadonlyArray<string>) => {
  const [command, ...options] = args
  if (command !== "commit" || isHelpRequested(options)) return Option.none()
  const committed = Effect.flatMap(loadCommitting, ({ commitAndNote }) => commitAndNote(parseCommitArguments(options)))
  return Option.some(
    Effect.gen(function* () {
      return yield* toExitCode(committed, "text").pipe(
        Effect.provideService(References.CurrentLoggers, new Set([logger])),
        Effect.provideService(References.MinimumLogLevel, yield* logLevelFromEnvironment)
      )
    })
  )
}
