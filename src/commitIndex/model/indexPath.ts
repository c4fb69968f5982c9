import { Context, Effect } from "effect"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { homedir } from "node:os"
import process from "node:process"
import { posix, resolve, win32 } from "node:path"

/** What decides where the index is. */
export interface PlatformPaths {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: string
  /** The user's home folder. */
  readonly home: string
}

const file = "commits.db"
const folder = "ultragit"

/** Where the platform keeps what programs make for a user; relative paths in `XDG_DATA_HOME` count for nothing, as its specification says. */
const dataFolder = ({ environment, home, platform }: PlatformPaths): string => {
  if (platform === "win32") return environment["LOCALAPPDATA"] || win32.join(home, "AppData", "Local")
  if (platform === "darwin") return posix.join(home, "Library", "Application Support")
  const given = environment["XDG_DATA_HOME"] ?? ""
  return posix.isAbsolute(given) ? given : posix.join(home, ".local", "share")
}

/** Where the index is where no flag says: `ULTRAGIT_DB`, else `COMMITMUX_DB`, else `ultragit/commits.db` in the platform's data folder. */
export const resolveIndexPath = (at: PlatformPaths): string => {
  const given = at.environment["ULTRAGIT_DB"] || at.environment["COMMITMUX_DB"]
  if (given !== undefined && given !== "") return given
  return (at.platform === "win32" ? win32 : posix).join(dataFolder(at), folder, file)
}

/** The file of the index as a flag names it; empty: as environment and platform say. Read when the layer is built. */
export const IndexPath = Context.Reference<string>("ultragit/commitIndex/model/IndexPath", { defaultValue: () => "" })

/** Absolute path of the index. */
export const currentIndexPath = Effect.gen(function* () {
  const given = yield* IndexPath
  const environment = yield* GitEnvironment
  return resolve(given === "" ? resolveIndexPath({ environment, platform: process.platform, home: homedir() }) : given)
})
