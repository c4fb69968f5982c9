import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { registrationLayer } from "../../kit/layers.ts"
import { targetFlags, targetOf } from "./target.ts"

/** `ultragit mcp uninstall`: takes the server out of a client's configuration again. */
export const mcpUninstall = Command.make(
  "uninstall",
  targetFlags,
  Effect.fnUntraced(function* (input) {
    const { printUninstall } = yield* Effect.promise(() => import("./register.ts"))
    yield* printUninstall(yield* targetOf(input))
  })
).pipe(
  Command.withDescription("Remove the server's entry from a client's configuration"),
  Command.withShortDescription("Remove the registration"),
  Command.withExamples([
    { command: "ultragit mcp uninstall", description: "From .mcp.json in the repository's root" },
    { command: "ultragit mcp uninstall --global", description: "From Claude Desktop" },
    { command: "ultragit mcp uninstall --client cursor", description: "From Cursor's file in the repository" }
  ]),
  Command.provide((input) => registrationLayer(input))
)
