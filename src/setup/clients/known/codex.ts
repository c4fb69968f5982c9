import { posix, win32 } from "node:path"
import { Effect, Option } from "effect"
import { clientFiles } from "../../../domain/ClientFiles.ts"
import { type Client, plainMembers } from "../Client.ts"
import { tomlFormat } from "../formats/tomlFormat.ts"
import { joinHome } from "./userFolder.ts"

/**
 * Codex: `[mcp_servers.NAME]` in `.codex/config.toml` of a trusted project, or in `config.toml` of `$CODEX_HOME`
 * (default `~/.codex`). Members: `command`, `args`, `env`, `env_vars`, `cwd` (respected) and others. It does not replace
 * variables. The CLI, the desktop program and the editor extension read the same file; without `cwd`, only the CLI is
 * sure to start a server in the project (github.com/openai/codex/issues/14449). It passes `PATH` to servers.
 * Sources: developers.openai.com/codex/mcp, `codex-rs/config/src/mcp_types.rs`.
 */
export const codex: Client = {
  ...plainMembers,
  name: "codex",
  title: "Codex",
  repositorySource: { kind: "cwd", servesAny: true },
  hasShellPath: true,
  format: tomlFormat("mcp_servers"),
  remoteMembersOf: ({ tokenVariable, url }) => ({
    url,
    ...(tokenVariable === undefined ? {} : { bearer_token_env_var: tokenVariable })
  }),
  projectFiles: clientFiles.codex,
  userFile: (platform) =>
    Effect.succeed(
      Option.match(platform.codexHome, {
        onNone: () => joinHome(platform, ".codex", "config.toml"),
        onSome: (folder) => (platform.os === "win32" ? win32 : posix).join(folder, "config.toml")
      })
    ),
  note: "Codex reads this file only in trusted projects."
}
