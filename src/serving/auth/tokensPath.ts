import { posix, win32 } from "node:path"
import type { PlatformPaths } from "../../store/userDataPath.ts"

/** Path of the file of tokens in the user's configuration folder. A relative `XDG_CONFIG_HOME` is ignored, as its specification says. */
export const tokensPath = ({ environment, home, platform }: PlatformPaths): string => {
  if (platform === "win32") {
    return win32.join(environment["APPDATA"] || win32.join(home, "AppData", "Roaming"), "ultragit", "tokens.json")
  }
  const folder = environment["XDG_CONFIG_HOME"] ?? ""
  return posix.join(posix.isAbsolute(folder) ? folder : posix.join(home, ".config"), "ultragit", "tokens.json")
}
