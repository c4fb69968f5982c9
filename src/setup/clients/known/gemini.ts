import { Effect } from "effect"
import { clientFiles } from "../../../domain/ClientFiles.ts"
import { type Client, plain } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import { inHome } from "./userFolder.ts"

/**
 * Gemini CLI: `mcpServers` in `.gemini/settings.json`, or in `~/.gemini/settings.json`. Members `command`, `args`,
 * `cwd` (honoured), `env`, `timeout`, `trust` and others; environment variables are replaced, none of which is the
 * project's root. In folders that are not trusted it starts no server. It runs in a terminal. Sources: `docs/tools/mcp-server.md` and `docs/cli/configuration.md` of
 * github.com/google-gemini/gemini-cli.
 */
export const gemini: Client = {
  ...plain,
  name: "gemini",
  title: "Gemini CLI",
  told: { by: "cwd" },
  hasShellPath: true,
  format: jsonFormat("mcpServers"),
  projectFiles: clientFiles.gemini,
  userFile: (platform) => Effect.succeed(inHome(platform, ".gemini", "settings.json")),
  note: "Gemini CLI starts it in folders that it trusts."
}
