import { Effect } from "effect"
import { clientFiles } from "../../../domain/ClientFiles.ts"
import { type Client, plain } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import { inAppData, inConfigHome, inHome } from "./userFolder.ts"

/**
 * Zed: `context_servers` in `.zed/settings.json`, or in `settings.json` of the user's folder. Members `command`, `args`
 * (required), `env`, `timeout`, `enabled`; no `cwd`: servers start in the root of the first folder that is open, or
 * elsewhere before there is one, and no variables are replaced. Project settings start servers once the folder is
 * trusted. Zed takes the environment of the login shell. Sources: zed.dev/docs/ai/mcp, zed.dev/docs/worktree-trust,
 * zed.dev/docs/environment, github.com/zed-industries/zed/issues/35354 and /60879.
 */
export const zed: Client = {
  ...plain,
  name: "zed",
  title: "Zed",
  told: { by: "argument" },
  hasShellPath: true,
  format: jsonFormat("context_servers"),
  projectFiles: clientFiles.zed,
  userFile: (platform) => {
    if (platform.os === "win32") return inAppData(platform, "Zed", "Zed", "settings.json")
    if (platform.os === "darwin") return Effect.succeed(inHome(platform, ".config", "zed", "settings.json"))
    return Effect.succeed(inConfigHome(platform, "zed", "settings.json"))
  },
  note: "Zed starts it once the folder is trusted."
}
