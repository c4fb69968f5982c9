import { readFileSync } from "node:fs"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Exit, Layer, MutableRef } from "effect"
import { run } from "./cli/Cli.ts"
import { exitCodes } from "./cli/failures.ts"
import { InterruptedCode } from "./cli/InterruptedCode.ts"
import { backend, platform } from "./Layers.ts"

const interrupted = MutableRef.make<number>(exitCodes.interrupted)

/** The same file beside the sources and beside the bundle. */
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8")
)

run.pipe(
  Effect.provideService(InterruptedCode, interrupted),
  Effect.provide(Layer.merge(platform, backend(version))),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, end) => {
      if (Exit.isSuccess(exit)) end(typeof exit.value === "number" ? exit.value : exitCodes.success)
      else end(Exit.hasInterrupts(exit) ? MutableRef.get(interrupted) : exitCodes.failure)
    }
  })
)
