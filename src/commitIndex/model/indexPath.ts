import { Context, Effect } from "effect"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { homedir } from "node:os"
import process from "node:process"
import { posix, resolve, win32 } from "node:path"

/** Where the index path is derived from. */
interface PlatformPaths {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: string
  /** The user's home directory. */
  readonly home: string
}

const file = "commits.db"
const folder = "ultragit"

/**
 * Returns the platform's folder for user data. Relative paths in `XDG_DATA_HOME` are ignored, as its specification says.
 * Effect's `UserDirectories` would move existing indexes: on Windows to `APPDATA`, on macOS to `XDG_DATA_HOME` if set.
 */
const dataFolder = ({ environment, home, platform }: PlatformPaths): string => {
  if (platform === "win32") return environment["LOCALAPPDATA"] || win32.join(home, "AppData", "Local")
  if (platform === "darwin") return posix.join(home, "Library", "Application Support")
  const override = environment["XDG_DATA_HOME"] ?? ""
  return posix.isAbsolute(override) ? override : posix.join(home, ".local", "share")
}

/** Returns the default path of the index: `ULTRAGIT_DB`, else `COMMITMUX_DB`, else `ultragit/commits.db` in the user's data folder. */
export const resolveIndexPath = (at: PlatformPaths): string => {
  const override = at.environment["ULTRAGIT_DB"] || at.environment["COMMITMUX_DB"]
  if (override !== undefined && override !== "") return override
  return (at.platform === "win32" ? win32 : posix).join(dataFolder(at), folder, file)
}

/** Path of the index file from a flag; empty means the default path. Read when the layer is built. */
export const IndexPath = Context.Reference<string>("ultragit/commitIndex/model/IndexPath", { defaultValue: () => "" })

/** Returns the absolute path of the index. */
export const currentIndexPath = Effect.gen(function* () {
  const override = yield* IndexPath
  const environment = yield* GitEnvironment
  return resolve(
    override === "" ? resolveIndexPath({ environment, platform: process.platform, home: homedir() }) : override
  )
})
