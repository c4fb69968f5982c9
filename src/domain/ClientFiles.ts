/** Where each client keeps servers for one repository, from the repository's root. The first one is made where none is there. */
export const clientFiles = {
  claudeCode: [".mcp.json"],
  cursor: [".cursor/mcp.json"],
  vsCode: [".vscode/mcp.json"],
  zed: [".zed/settings.json"],
  codex: [".codex/config.toml"],
  gemini: [".gemini/settings.json"],
  openCode: ["opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"]
} as const
