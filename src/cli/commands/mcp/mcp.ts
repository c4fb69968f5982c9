import * as Command from "effect/cli/Command"
import { mcpInstall } from "./mcpInstall.ts"
import { mcpStart } from "./mcpStart.ts"
import { mcpUninstall } from "./mcpUninstall.ts"

/** `ultragit mcp …`: the server and its registration with clients. */
export const mcp = Command.make("mcp").pipe(
  Command.withDescription("Run the MCP server, or register it with coding agents"),
  Command.withSubcommands([mcpStart, mcpInstall, mcpUninstall])
)
