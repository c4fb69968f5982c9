import { posix, win32 } from "node:path"
import { Effect, Option } from "effect"
import { InstallError, LocationUnknown } from "../InstallError.ts"
import type { Platform } from "../Platform.ts"

/** Joins a path below the home folder in the platform's way. */
export const inHome = (platform: Platform["Service"], ...path: ReadonlyArray<string>): string =>
  (platform.os === "win32" ? win32 : posix).join(platform.home, ...path)

/** Joins a path below `%APPDATA%`; fails with `LocationUnknown` where it is not set. */
export const inAppData = (
  platform: Platform["Service"],
  client: string,
  ...path: ReadonlyArray<string>
): Effect.Effect<string, InstallError> =>
  Option.match(platform.appData, {
    onNone: () => Effect.fail(new InstallError({ reason: new LocationUnknown({ client, missing: "APPDATA" }) })),
    onSome: (folder) => Effect.succeed(win32.join(folder, ...path))
  })

/** Joins a path below `$XDG_CONFIG_HOME`, which is `~/.config` unless set. */
export const inConfigHome = (platform: Platform["Service"], ...path: ReadonlyArray<string>): string =>
  Option.match(platform.configHome, {
    onNone: () => inHome(platform, ".config", ...path),
    onSome: (folder) => (platform.os === "win32" ? win32 : posix).join(folder, ...path)
  })
