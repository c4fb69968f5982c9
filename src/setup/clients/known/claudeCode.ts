import { clientFiles } from "../../../domain/ClientFiles.ts"
import { type Client, plain } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"

/**
 * Claude Code, by the project file that it shares with a repository. It ignores `cwd`
 * (github.com/anthropics/claude-code/issues/17565). Its file for the user, `~/.claude.json`, also holds its running
 * state and is written all the time: that is left to its own command.
 */
export const claudeCode: Client = {
  ...plain,
  name: "claude-code",
  title: "Claude Code",
  told: { by: "both" },
  hasShellPath: true,
  format: jsonFormat("mcpServers"),
  projectFiles: clientFiles.claudeCode,
  byHand: "claude mcp add --scope user ultragit -- ultragit mcp start --repo PATH, or claude mcp remove"
}
