import { clientFiles } from "../../../domain/ClientFiles.ts"
import { bearerHeaders, type Client, plainMembers } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"

/**
 * Claude Code: `mcpServers` in `.mcp.json`. It ignores `cwd` (github.com/anthropics/claude-code/issues/17565) and starts
 * servers in the project. Its user
 * file, `~/.claude.json`, also contains its state and changes constantly, so only its own command should write it.
 */
export const claudeCode: Client = {
  ...plainMembers,
  name: "claude-code",
  title: "Claude Code",
  repositorySource: { kind: "both", startsInProject: true },
  hasShellPath: true,
  format: jsonFormat("mcpServers"),
  remoteMembersOf: (entry) => ({
    type: "http",
    url: entry.url,
    ...bearerHeaders(entry, (name) => `\${${name}}`)
  }),
  projectFiles: clientFiles.claudeCode,
  manualSteps: "claude mcp add --scope user ultragit -- ultragit mcp start --repo PATH, or claude mcp remove"
}
