import { Effect, Option, References } from "effect"
import { asksForHelp, takeApart } from "./commitArguments.ts"
import { settle } from "../../kit/failures.ts"
import { levelFromEnvironment, logger } from "../../kit/log.ts"

const loadCommitting = Effect.promise(() => import("./run.ts"))

/**
 * `ultragit commit` goes past the command line's parser, which cannot know what git takes. Exit code as from `run`;
 * none when the arguments are not of a commit, or ask for help.
 */
export const runCommit = (args: ReadonlyArray<string>) => {
  const [command, ...given] = args
  if (command !== "commit" || asksForHelp(given)) return Option.none()
  const committed = Effect.flatMap(loadCommitting, ({ commitAndNote }) => commitAndNote(takeApart(given)))
  return Option.some(
    Effect.gen(function* () {
      return yield* settle(committed, "text").pipe(
        Effect.provideService(References.CurrentLoggers, new Set([logger])),
        Effect.provideService(References.MinimumLogLevel, yield* levelFromEnvironment)
      )
    })
  )
}
