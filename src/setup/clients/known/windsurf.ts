import { Effect } from "effect"
import { type Client, plain } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import { inHome } from "./userFolder.ts"

/** The folders and name by which its file is known, wherever it lies. */
export const windsurfFileName = "mcp_config.json"

/**
 * Windsurf (Devin Desktop since 2026), whose one file, `~/.codeium/windsurf/mcp_config.json` on every platform, serves
 * all repositories. Members `command`, `args`, `env`; `cwd` is not documented, and of variables only `${env:NAME}` and
 * `${file:PATH}` are. Nothing is said of the shell's search path. Sources: docs.windsurf.com/windsurf/cascade/mcp,
 * docs.devin.ai/desktop/cascade/mcp.
 */
export const windsurf: Client = {
  ...plain,
  name: "windsurf",
  title: "Windsurf",
  told: { by: "argument" },
  hasShellPath: false,
  format: jsonFormat("mcpServers"),
  projectFiles: [],
  userFile: (platform) => Effect.succeed(inHome(platform, ".codeium", "windsurf", windsurfFileName))
}
