import { Effect } from "effect"
import { bearerHeaders, type Client, plainMembers } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import { joinHome } from "./userFolder.ts"

/** Name of its file on every platform. */
export const windsurfFileName = "mcp_config.json"

/**
 * Windsurf (Devin Desktop since 2026): `mcpServers` in `~/.codeium/windsurf/mcp_config.json` on every platform, for all
 * repositories. Documented members: `command`, `args`, `env`, but not `cwd`; documented variables: `${env:NAME}` and
 * `${file:PATH}`. The documentation does not mention the shell's search path. Sources:
 * docs.windsurf.com/windsurf/cascade/mcp, docs.devin.ai/desktop/cascade/mcp.
 */
export const windsurf: Client = {
  ...plainMembers,
  name: "windsurf",
  title: "Windsurf",
  repositorySource: { kind: "argument" },
  hasShellPath: false,
  format: jsonFormat("mcpServers"),
  remoteMembersOf: (entry) => ({ serverUrl: entry.url, ...bearerHeaders(entry, (name) => `\${env:${name}}`) }),
  projectFiles: [],
  userFile: (platform) => Effect.succeed(joinHome(platform, ".codeium", "windsurf", windsurfFileName))
}
