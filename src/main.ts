import { readFileSync } from "node:fs"
import process from "node:process"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Exit, Layer, MutableRef, Option } from "effect"
import { runCommit } from "./cli/commands/commit/runCommit.ts"
import { exitCodes } from "./cli/kit/failures.ts"
import { InterruptedCode } from "./cli/kit/ExitCode.ts"
import { authoringLayer } from "./cli/kit/layers.ts"
import { runPlainRead } from "./cli/commands/read/plainRead.ts"
import { runPlainStart } from "./cli/commands/mcp/serve.ts"
import { backend, files, platform } from "./Layers.ts"

const interrupted = MutableRef.make<number>(exitCodes.interrupted)

/** Milliseconds that output which nobody takes may keep a program that is done. */
const lingering = 5_000

/** The same file beside the sources and beside the bundle. */
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8")
)

const commandLine = Effect.promise(() => import("./cli/Cli.ts")).pipe(
  Effect.flatMap(({ run }) => run),
  Effect.provide(platform)
)

const given = process.argv.slice(2)
const committing = () =>
  Option.map(runCommit(given), Effect.provide(Layer.provideMerge(authoringLayer({ repo: "" }), platform)))

const reading = () => runPlainRead(given, commandLine, files)

runPlainStart(given).pipe(
  Option.orElse(reading),
  Option.orElse(committing),
  Option.getOrElse(() => commandLine),
  Effect.provideService(InterruptedCode, interrupted),
  Effect.provide(backend(version)),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, end) => {
      const ended = Exit.hasInterrupts(exit) ? MutableRef.get(interrupted) : exitCodes.failure
      const code = Exit.isSuccess(exit) && typeof exit.value === "number" ? exit.value : ended
      setTimeout(() => process.exit(code), lingering).unref()
      // All there is to say has been taken, as a rule, and what is still open (a child that was killed, a worker) is nothing to wait for.
      if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit(code)
      end(code)
    }
  })
)
