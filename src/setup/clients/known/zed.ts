import { Effect } from "effect"
import { clientFiles } from "../../../domain/ClientFiles.ts"
import { type Client, plainMembers } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import { joinAppData, joinConfigHome, joinHome } from "./userFolder.ts"

/**
 * Zed: `context_servers` in `.zed/settings.json`, or in `settings.json` of the user's folder. Members: `command`, `args`
 * (required), `env`, `timeout`, `enabled`. There is no `cwd`: servers start in the root of the first open folder, or
 * elsewhere if none is open. It does not replace variables. Servers of project settings start only in trusted folders.
 * It uses the environment of the login shell. Sources: zed.dev/docs/ai/mcp, zed.dev/docs/worktree-trust,
 * zed.dev/docs/environment, github.com/zed-industries/zed/issues/35354 and /60879 (fixed by
 * /pull/61365).
 */
export const zed: Client = {
  ...plainMembers,
  name: "zed",
  title: "Zed",
  repositorySource: { kind: "argument", startsInProject: true },
  hasShellPath: true,
  format: jsonFormat("context_servers"),
  remoteMembersOf: ({ url }) => ({ url }),
  remoteNote:
    "Zed replaces no variables, so that the entry has no token: without one in its headers Zed tries to sign in. Keep a token in your own settings, not in the project's.",
  projectFiles: clientFiles.zed,
  userFile: (platform) => {
    if (platform.os === "win32") return joinAppData(platform, "Zed", "Zed", "settings.json")
    if (platform.os === "darwin") return Effect.succeed(joinHome(platform, ".config", "zed", "settings.json"))
    return Effect.succeed(joinConfigHome(platform, "zed", "settings.json"))
  },
  note: "Zed starts the server only in trusted folders."
}
