import { Effect } from "effect"
import { clientFiles } from "../../../domain/ClientFiles.ts"
import { type Client, plain } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import { inHome } from "./userFolder.ts"

/**
 * Cursor: `.cursor/mcp.json`, and `~/.cursor/mcp.json` for the user, on every platform. Members `type`, `command`,
 * `args`, `env`, `envFile`; `cwd` is not among them and is ignored. `${workspaceFolder}`, the folder that holds
 * `.cursor/mcp.json`, is replaced in `command`, `args`, `env`, `url` and `headers`. Sources: cursor.com/docs/mcp, and
 * github.com/vectorize-io/hindsight/pull/4530, where both were tried. It resolves the shell's environment as VS Code does.
 */
export const cursor: Client = {
  ...plain,
  name: "cursor",
  title: "Cursor",
  told: { by: "argument", variable: "${workspaceFolder}" },
  hasShellPath: true,
  format: jsonFormat("mcpServers"),
  projectFiles: clientFiles.cursor,
  userFile: (platform) => Effect.succeed(inHome(platform, ".cursor", "mcp.json"))
}
