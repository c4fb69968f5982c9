import { Effect } from "effect"
import { clientFiles } from "../../../domain/ClientFiles.ts"
import { bearerHeaders, type Client, plainMembers } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import { joinHome } from "./userFolder.ts"

/**
 * Cursor: `mcpServers` in `.cursor/mcp.json`, and in `~/.cursor/mcp.json` on every platform. Members: `type`, `command`,
 * `args`, `env`, `envFile`; it ignores `cwd`. It replaces `${workspaceFolder}`, the folder that contains
 * `.cursor/mcp.json`, in `command`, `args`, `env`, `url` and `headers`. It resolves the shell's environment as VS Code
 * does. It starts servers of the user file in the home folder, and replaces the variable there, too, by the open folder.
 * Sources: cursor.com/docs/mcp, and github.com/vectorize-io/hindsight/pull/4530 and
 * github.com/supermemoryai/cursor-supermemory/pull/6, which tried it.
 */
export const cursor: Client = {
  ...plainMembers,
  name: "cursor",
  title: "Cursor",
  repositorySource: { kind: "argument", variable: "${workspaceFolder}", servesAny: true },
  hasShellPath: true,
  format: jsonFormat("mcpServers"),
  remoteMembersOf: (entry) => ({ url: entry.url, ...bearerHeaders(entry, (name) => `\${env:${name}}`) }),
  projectFiles: clientFiles.cursor,
  userFile: (platform) => Effect.succeed(joinHome(platform, ".cursor", "mcp.json"))
}
