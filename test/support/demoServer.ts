import process from "node:process"
import { NodeRuntime } from "@effect/platform-node"
import { Cause, Effect, Exit } from "effect"
import { serverLog } from "../../src/serving/server/serverLog.ts"
import { serve } from "../../src/serving/stdio/serve.ts"
import { demoToolsets } from "./demoTools.ts"

/** The argument: milliseconds that are waited for after end of input. */
const [, , grace = "30000"] = process.argv

const program = serve({
  name: "demo",
  version: "1.2.3",
  toolsets: demoToolsets(),
  repository: "",
  grace: Number(grace)
}).pipe(Effect.provide(serverLog("Debug")))

NodeRuntime.runMain(program, {
  teardown: (exit) => {
    process.exit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  }
})
