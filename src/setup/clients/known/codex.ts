import { posix, win32 } from "node:path"
import { Effect, Option } from "effect"
import { clientFiles } from "../../../domain/ClientFiles.ts"
import { type Client, plain } from "../Client.ts"
import { tomlFormat } from "../formats/tomlFormat.ts"
import { inHome } from "./userFolder.ts"

/**
 * Codex: `[mcp_servers.NAME]` in `.codex/config.toml` of a trusted project, or in `config.toml` of `$CODEX_HOME`, which
 * is `~/.codex` unless set. Members `command`, `args`, `env`, `env_vars`, `cwd` (honoured), and others; no variables
 * are replaced. The command line, the desktop program and the editor extension read the same file. `PATH` is among the
 * variables that it hands on. Sources: developers.openai.com/codex/mcp, `codex-rs/config/src/mcp_types.rs`.
 */
export const codex: Client = {
  ...plain,
  name: "codex",
  title: "Codex",
  told: { by: "cwd" },
  hasShellPath: true,
  format: tomlFormat("mcp_servers"),
  projectFiles: clientFiles.codex,
  userFile: (platform) =>
    Effect.succeed(
      Option.match(platform.codexHome, {
        onNone: () => inHome(platform, ".codex", "config.toml"),
        onSome: (folder) => (platform.os === "win32" ? win32 : posix).join(folder, "config.toml")
      })
    ),
  note: "Codex reads it in projects that it was told to trust."
}
