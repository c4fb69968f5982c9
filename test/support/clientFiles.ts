/** A client's file with and without our entry. The test replaces `$REPO`, `$NODE` and `$SCRIPT` with its paths. */
export interface ClientCase {
  /** The value of `--client`. */
  readonly client: string
  /** Path from the repository's root, or from the home folder. */
  readonly file: string
  readonly inHome?: true
  /** The whole file when it did not exist before. */
  readonly newFile: string
  /** A realistic file. `<<` and `>>` enclose the text that the entry adds. */
  readonly existingFile: string
}

const json = (key: string, members: object): string => `${JSON.stringify({ [key]: { ultragit: members } }, null, 2)}\n`

const served = ["mcp", "start", "--repo", "$REPO"]

export const clientCases: ReadonlyArray<ClientCase> = [
  {
    client: "claude-code",
    file: ".mcp.json",
    newFile: json("mcpServers", { command: "ultragit", args: ["mcp", "start"] }),
    existingFile: `{
    "mcpServers": {
        "docs": {"command": "npx", "args": ["-y", "docs"]},
        "alpha": {
            "type": "http",
            "url": "https://example.org/mcp",
        },<<
        "ultragit": {
            "command": "ultragit",
            "args": [
                "mcp",
                "start"
            ]
        },>>
    },
    "other": [1,2,   3]
}`
  },
  {
    client: "claude-desktop",
    file: ".config/claude/claude_desktop_config.json",
    inHome: true,
    newFile: json("mcpServers", { command: "$NODE", args: ["$SCRIPT", ...served], cwd: "$REPO" }),
    existingFile: `{
  "globalShortcut": "",
  "mcpServers": {<<"ultragit": {
    "command": "$NODE",
    "args": [
      "$SCRIPT",
      "mcp",
      "start",
      "--repo",
      "$REPO"
    ],
    "cwd": "$REPO"
  }>>}
}
`
  },
  {
    client: "cursor",
    file: ".cursor/mcp.json",
    newFile: json("mcpServers", { command: "ultragit", args: ["mcp", "start", "--repo", "${workspaceFolder}"] }),
    existingFile: `{
   // servers of this project
   "mcpServers": {
      "zeta": { "command": "npx", "args": ["-y", "zeta@1"], "env": { "TOKEN": "\\u00e9" } }, // keep
      /* alpha is slow */
      "alpha": {
         "url": "https://example.org/mcp"
      }<<,>> // the last one<<
      "ultragit": {
         "command": "ultragit",
         "args": [
            "mcp",
            "start",
            "--repo",
            "\${workspaceFolder}"
         ]
      }>>
   }
}
`
  },
  {
    client: "vscode",
    file: ".vscode/mcp.json",
    newFile: json("servers", {
      type: "stdio",
      command: "ultragit",
      args: ["mcp", "start"],
      cwd: "${workspaceFolder}"
    }),
    existingFile: `{
\t"inputs": [
\t\t{ "type": "promptString", "id": "key", "description": "Key", "password": true }
\t],
\t"servers": {
\t\t"fetch": {
\t\t\t"command": "uvx",
\t\t\t"env": { "KEY": "\${input:key}" },
\t\t\t"args": ["mcp-server-fetch"]
\t\t}<<,
\t\t"ultragit": {
\t\t\t"type": "stdio",
\t\t\t"command": "ultragit",
\t\t\t"args": [
\t\t\t\t"mcp",
\t\t\t\t"start"
\t\t\t],
\t\t\t"cwd": "\${workspaceFolder}"
\t\t}>>
\t}
}`
  },
  {
    client: "zed",
    file: ".zed/settings.json",
    newFile: json("context_servers", { command: "ultragit", args: ["mcp", "start"] }),
    existingFile: `// Folder-specific settings
//
// For a full list of overridable settings, see the documentation.
{
  "tab_size": 4, // as the linter wants
  "languages": { "Rust": { "format_on_save": "off" } },
  "lsp": {
    "rust-analyzer": {
      "binary": { "path": "/opt/ra", },
    },
  },<<
  "context_servers": {
    "ultragit": {
      "command": "ultragit",
      "args": [
        "mcp",
        "start"
      ]
    }
  },>>
  // "theme": "One Dark",
}
`
  },
  {
    client: "windsurf",
    file: ".codeium/windsurf/mcp_config.json",
    inHome: true,
    newFile: json("mcpServers", { command: "$NODE", args: ["$SCRIPT", ...served] }),
    existingFile: `{ "mcpServers": { "remote": { "serverUrl": "https://example.org", "disabledTools": ["x"] }<<, "ultragit": { "command": "$NODE", "args": ["$SCRIPT", "mcp", "start", "--repo", "$REPO"] }>> } }
`
  },
  {
    client: "codex",
    file: ".codex/config.toml",
    newFile: `[mcp_servers.ultragit]
command = "ultragit"
args = ["mcp", "start"]
cwd = "$REPO"
`,
    existingFile: `# model of this project
model = "gpt-5"   # the quick one
notify = [
  "notify-send", # [mcp_servers.ultragit]
  "Codex",
]

[mcp_servers.docs]
command = "npx"
args = ["-y", "docs"]
  [mcp_servers.docs.env]
  TOKEN = 'a"b'

[[hooks.Stop]]
command = """
[mcp_servers]
"""

# the end<<

[mcp_servers.ultragit]
command = "ultragit"
args = ["mcp", "start"]
cwd = "$REPO">>`
  },
  {
    client: "gemini",
    file: ".gemini/settings.json",
    newFile: json("mcpServers", { command: "ultragit", args: ["mcp", "start"] }),
    existingFile: `{\r
 "ui": { "theme": "GitHub" },\r
 "mcpServers": {\r
  "py": { "command": "python", "cwd": "./servers", "trust": true }<<,\r
  "ultragit": {\r
   "command": "ultragit",\r
   "args": [\r
    "mcp",\r
    "start"\r
   ]\r
  }>>\r
 },\r
 "general": {}\r
}\r
`
  },
  {
    client: "opencode",
    file: "opencode.json",
    newFile: json("mcp", { type: "local", command: ["ultragit", "mcp", "start"] }),
    existingFile: `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "jira": { "type": "remote", "url": "https://example.org", "enabled": false }<<,
    "ultragit": {
      "type": "local",
      "command": [
        "ultragit",
        "mcp",
        "start"
      ]
    }>>
  }
}
`
  }
]
