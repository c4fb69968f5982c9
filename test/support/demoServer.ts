import process from "node:process"
import { NodeRuntime } from "@effect/platform-node"
import { Cause, Effect, Exit } from "effect"
import { serve, serverLog } from "../../src/mcp/serve.ts"
import { demoToolsets } from "./demoTools.ts"

const program = serve({ name: "demo", version: "1.2.3", toolsets: demoToolsets(), grace: "3 seconds" }).pipe(
  Effect.provide(serverLog("Debug"))
)

NodeRuntime.runMain(program, {
  teardown: (exit) => {
    process.exit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  }
})
