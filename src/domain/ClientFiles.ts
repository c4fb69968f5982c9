/**
 * Files in which each client configures servers for one repository, relative to its root. If none exists, the first is
 * created.
 */
export const clientFiles = {
  claudeCode: [".mcp.json"],
  cursor: [".cursor/mcp.json"],
  vsCode: [".vscode/mcp.json"],
  zed: [".zed/settings.json"],
  codex: [".codex/config.toml"],
  gemini: [".gemini/settings.json"],
  openCode: ["opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"]
} as const
