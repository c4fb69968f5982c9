import { Effect } from "effect"
import { clientFiles } from "../../../domain/ClientFiles.ts"
import { bearerHeaders, type Client, plainMembers } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import { joinHome } from "./userFolder.ts"

/**
 * Gemini CLI: `mcpServers` in `.gemini/settings.json`, or in `~/.gemini/settings.json`. Members: `command`, `args`,
 * `cwd` (respected), `env`, `timeout`, `trust` and others. It replaces environment variables; none is the project's
 * root. It starts no servers in untrusted folders. It runs in a terminal, and servers inherit its folder. Sources: `docs/tools/mcp-server.md` and
 * `docs/cli/configuration.md` of github.com/google-gemini/gemini-cli.
 */
export const gemini: Client = {
  ...plainMembers,
  name: "gemini",
  title: "Gemini CLI",
  repositorySource: { kind: "cwd", startsInProject: true, servesAny: true },
  hasShellPath: true,
  format: jsonFormat("mcpServers"),
  remoteMembersOf: (entry) => ({ httpUrl: entry.url, ...bearerHeaders(entry, (name) => `\${${name}}`) }),
  projectFiles: clientFiles.gemini,
  userFile: (platform) => Effect.succeed(joinHome(platform, ".gemini", "settings.json")),
  note: "Gemini CLI starts the server only in trusted folders."
}
