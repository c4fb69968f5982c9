/**
 * The program of `ultragit agents hook`. Agents wait for their hooks, so it loads nothing that a hook does
 * not need; the launcher starts it in place of `main.ts`. It ends with 0, whatever happens: other codes deny tools.
 */
import { readFileSync } from "node:fs"
import process from "node:process"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { hookClients } from "./agents/events/AgentEvent.ts"
import { answerHook } from "./cli/commands/agents/answerHook.ts"

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8")
)

// `agents hook [--client NAME [--event NAME]]`, as the launcher has checked.
const [, , , , , named = "claude-code", , fallbackEvent = ""] = process.argv
const client = hookClients.find((known) => known === named)

NodeRuntime.runMain(client === undefined ? Effect.void : answerHook({ client, fallbackEvent }, version), {
  disableErrorReporting: true,
  // Open handles, such as a git that hangs, must not hold the agent.
  teardown: () => process.exit(0)
})
