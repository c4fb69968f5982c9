import { posix, win32 } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import type { Client } from "./Client.ts"
import { InstallError, LocationUnknown } from "./InstallError.ts"
import { jsonFormat } from "./jsonFormat.ts"
import type { Platform } from "./Platform.ts"

/** Name of the file on every platform. */
export const desktopFileName = "claude_desktop_config.json"

const onWindows = (platform: Platform["Service"]) =>
  Option.match(platform.appData, {
    onNone: () =>
      Effect.fail(new InstallError({ reason: new LocationUnknown({ client: "Claude Desktop", missing: "APPDATA" }) })),
    onSome: (folder) => Effect.succeed(win32.join(folder, "Claude", desktopFileName))
  })

/** The builds of the community use the upper-case folder; without one, the place the first documentation names. */
const onLinux = Effect.fnUntraced(function* (platform: Platform["Service"]) {
  const files = yield* FileSystem.FileSystem
  const configuration = posix.join(platform.home, ".config")
  const upper = posix.join(configuration, "Claude")
  const exists = yield* files.exists(upper).pipe(Effect.orElseSucceed(() => false))
  return posix.join(exists ? upper : posix.join(configuration, "claude"), desktopFileName)
})

/** Claude Desktop, whose one file serves all repositories. */
export const claudeDesktop: Client = {
  name: "claude-desktop",
  title: "Claude Desktop",
  ignoresCwd: true,
  shared: true,
  hasShellPath: false,
  format: jsonFormat("mcpServers"),
  file: (platform) => {
    if (platform.os === "win32") return onWindows(platform)
    if (platform.os !== "darwin") return onLinux(platform)
    return Effect.succeed(posix.join(platform.home, "Library", "Application Support", "Claude", desktopFileName))
  }
}
