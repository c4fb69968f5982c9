import { Effect, FileSystem } from "effect"
import { type Client, plain } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import type { Platform } from "../Platform.ts"
import { inAppData, inHome } from "./userFolder.ts"

/** Name of the file on every platform. */
export const desktopFileName = "claude_desktop_config.json"

/** The builds of the community use the upper-case folder; without one, the place the first documentation names. */
const onLinux = Effect.fnUntraced(function* (platform: Platform["Service"]) {
  const files = yield* FileSystem.FileSystem
  const exists = yield* files.exists(inHome(platform, ".config", "Claude")).pipe(Effect.orElseSucceed(() => false))
  return inHome(platform, ".config", exists ? "Claude" : "claude", desktopFileName)
})

/** Claude Desktop, whose one file serves all repositories. */
export const claudeDesktop: Client = {
  ...plain,
  name: "claude-desktop",
  title: "Claude Desktop",
  told: { by: "both" },
  hasShellPath: false,
  format: jsonFormat("mcpServers"),
  projectFiles: [],
  userFile: (platform) => {
    if (platform.os === "win32") return inAppData(platform, "Claude Desktop", "Claude", desktopFileName)
    if (platform.os !== "darwin") return onLinux(platform)
    return Effect.succeed(inHome(platform, "Library", "Application Support", "Claude", desktopFileName))
  }
}
