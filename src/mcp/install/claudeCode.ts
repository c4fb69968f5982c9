import { join } from "node:path"
import { Effect } from "effect"
import type { Client } from "./Client.ts"
import { jsonFormat } from "./jsonFormat.ts"

/** Claude Code, by the project file that it shares with a repository. */
export const claudeCode: Client = {
  name: "claude-code",
  title: "Claude Code",
  ignoresCwd: true,
  shared: false,
  hasShellPath: true,
  format: jsonFormat("mcpServers"),
  file: (_, repository) => Effect.succeed(join(repository, ".mcp.json"))
}
