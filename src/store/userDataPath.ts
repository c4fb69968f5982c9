import { posix, win32 } from "node:path"

/** Where the user's data folder is derived from. */
export interface PlatformPaths {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: string
  /** The user's home directory. */
  readonly home: string
}

const folder = "ultragit"

/**
 * Returns the platform's folder for user data. Relative paths in `XDG_DATA_HOME` are ignored, as its specification says.
 * Effect's `UserDirectories` would move existing files: on Windows to `APPDATA`, on macOS to `XDG_DATA_HOME` if set.
 */
const dataFolder = ({ environment, home, platform }: PlatformPaths): string => {
  if (platform === "win32") return environment["LOCALAPPDATA"] || win32.join(home, "AppData", "Local")
  if (platform === "darwin") return posix.join(home, "Library", "Application Support")
  const override = environment["XDG_DATA_HOME"] ?? ""
  return posix.isAbsolute(override) ? override : posix.join(home, ".local", "share")
}

/** Returns the path of a file of this program in the user's data folder, for data of several repositories. */
export const userDataPath = (at: PlatformPaths, file: string): string =>
  (at.platform === "win32" ? win32 : posix).join(dataFolder(at), folder, file)
