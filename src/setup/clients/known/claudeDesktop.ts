import { Effect, FileSystem } from "effect"
import { type Client, plainMembers } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import type { Platform } from "../Platform.ts"
import { joinAppData, joinHome } from "./userFolder.ts"

/** Name of its file on every platform. */
export const desktopFileName = "claude_desktop_config.json"

/** Community builds use `Claude`; the first documentation names `claude`. */
const onLinux = Effect.fnUntraced(function* (platform: Platform["Service"]) {
  const files = yield* FileSystem.FileSystem
  const exists = yield* files.exists(joinHome(platform, ".config", "Claude")).pipe(Effect.orElseSucceed(() => false))
  return joinHome(platform, ".config", exists ? "Claude" : "claude", desktopFileName)
})

/** Claude Desktop: `mcpServers` in one file for all repositories. */
export const claudeDesktop: Client = {
  ...plainMembers,
  name: "claude-desktop",
  title: "Claude Desktop",
  repositorySource: { kind: "both" },
  hasShellPath: false,
  format: jsonFormat("mcpServers"),
  projectFiles: [],
  userFile: (platform) => {
    if (platform.os === "win32") return joinAppData(platform, "Claude Desktop", "Claude", desktopFileName)
    if (platform.os !== "darwin") return onLinux(platform)
    return Effect.succeed(joinHome(platform, "Library", "Application Support", "Claude", desktopFileName))
  }
}
