import { readFileSync } from "node:fs"
import process from "node:process"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Exit, Layer, MutableRef, Option } from "effect"
import { exitCodes, parseErrorFormat, printFailure } from "./cli/kit/failures.ts"
import { InterruptedCode } from "./cli/kit/ExitCode.ts"
import { authoringLayer } from "./cli/kit/layers.ts"
import { PagerAllowed } from "./cli/kit/pager.ts"
import { runPlainRead } from "./cli/commands/read/plainRead.ts"
import { runPlainStart } from "./cli/commands/mcp/serve.ts"
import { changeFolder, parseProgramArguments } from "./cli/programArguments.ts"
import { backend, files, platform } from "./Layers.ts"

const interrupted = MutableRef.make<number>(exitCodes.interrupted)

/** How long the program waits for unread output before a forced exit. */
const exitGraceMillis = 5_000

/** `package.json` is one folder above both the sources and the bundle. */
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8")
)

const { args, folders, noPager } = parseProgramArguments(process.argv.slice(2))

const commandLine = Effect.promise(() => import("./cli/Cli.ts")).pipe(
  Effect.flatMap(({ run }) => run(args)),
  Effect.provide(platform)
)

const commitOnly = () =>
  args[0] === "commit"
    ? Option.some(
        Effect.flatMap(
          Effect.promise(() => import("./cli/commands/commit/runCommit.ts")),
          ({ runCommit }) =>
            Option.match(runCommit(args), {
              onNone: () => commandLine,
              onSome: Effect.provide(Layer.provideMerge(authoringLayer({ repo: "" }), platform))
            })
        )
      )
    : Option.none()

const readOnly = () => runPlainRead(args, commandLine, files)

// `mcp start`, `read` and `commit` skip the command line's parser where they can, because they start often.
const command = runPlainStart(args).pipe(
  Option.orElse(readOnly),
  Option.orElse(commitOnly),
  Option.getOrElse(() => commandLine)
)

changeFolder(folders).pipe(
  Effect.matchEffect({
    onFailure: (failure) => Effect.as(printFailure(failure, parseErrorFormat(args)), exitCodes.usage),
    onSuccess: () => command
  }),
  Effect.provideService(InterruptedCode, interrupted),
  Effect.provideService(PagerAllowed, !noPager),
  Effect.provide(backend(version)),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, end) => {
      const failureCode = Exit.hasInterrupts(exit) ? MutableRef.get(interrupted) : exitCodes.failure
      const code = Exit.isSuccess(exit) && typeof exit.value === "number" ? exit.value : failureCode
      setTimeout(() => process.exit(code), exitGraceMillis).unref()
      // Usually all output is read by now. Do not wait for other open handles, such as a killed child or a worker.
      if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit(code)
      end(code)
    }
  })
)
