import { posix, win32 } from "node:path"
import { Effect, Option } from "effect"
import { InstallError, LocationUnknown } from "../InstallError.ts"
import type { Platform } from "../Platform.ts"

/** Joins a path below the home folder with the platform's separator. */
export const joinHome = (platform: Platform["Service"], ...path: ReadonlyArray<string>): string =>
  (platform.os === "win32" ? win32 : posix).join(platform.home, ...path)

/** Joins a path below `%APPDATA%`. Fails with `LocationUnknown` if it is not set. */
export const joinAppData = (
  platform: Platform["Service"],
  client: string,
  ...path: ReadonlyArray<string>
): Effect.Effect<string, InstallError> =>
  Option.match(platform.appData, {
    onNone: () => Effect.fail(new InstallError({ reason: new LocationUnknown({ client, missing: "APPDATA" }) })),
    onSome: (folder) => Effect.succeed(win32.join(folder, ...path))
  })

/** Joins a path below `$XDG_CONFIG_HOME` (default `~/.config`). */
export const joinConfigHome = (platform: Platform["Service"], ...path: ReadonlyArray<string>): string =>
  Option.match(platform.configHome, {
    onNone: () => joinHome(platform, ".config", ...path),
    onSome: (folder) => (platform.os === "win32" ? win32 : posix).join(folder, ...path)
  })
