import { posix, win32 } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { isInRunnerCache } from "../../config/Program.ts"
import type { Client } from "./Client.ts"
import { InstallError, ProgramTransient } from "./InstallError.ts"
import type { Platform } from "./Platform.ts"

const programName = "ultragit"

/** The search path of desktop programs that do not read the user's shell configuration. */
const systemFolders = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"]
const macFolders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"]

const segments = (path: string): ReadonlyArray<string> => path.split(/[\\/]/)

/** Whether it is a folder that `npm run` adds to the search path: clients do not have it on theirs. */
const isProjectFolder = (path: string): boolean => segments(path).slice(-2).join("/") === "node_modules/.bin"

/** Lists the folders in which the client looks for commands. */
const listSearchFolders = (
  client: Pick<Client, "hasShellPath">,
  platform: Platform["Service"]
): ReadonlyArray<string> => {
  const { isAbsolute } = platform.os === "win32" ? win32 : posix
  const own = platform.searchPath.filter((path) => isAbsolute(path) && !isInRunnerCache(path) && !isProjectFolder(path))
  if (client.hasShellPath || platform.os === "win32") return own
  return platform.os === "darwin" ? macFolders : systemFolders
}

const isExecutable = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const found = yield* Effect.option(files.stat(path))
  return Option.exists(found, (info) => info.type === "File" && (info.mode & 0o111) !== 0)
})

const isOnSearchPath = Effect.fnUntraced(function* (folders: ReadonlyArray<string>, os: NodeJS.Platform) {
  const names = os === "win32" ? [`${programName}.cmd`, `${programName}.exe`] : [programName]
  const { join } = os === "win32" ? win32 : posix
  for (const folder of folders) {
    for (const name of names) if (yield* isExecutable(join(folder, name))) return true
  }
  return false
})

/** Whether the program is on the search path of this process, where `npm run` and the user may have a project's folder. */
export const isOnOwnSearchPath = ({ os, searchPath }: Platform["Service"]) =>
  isOnSearchPath(
    searchPath.filter((path) => !isInRunnerCache(path)),
    os
  )

/**
 * Returns the command that starts this program in the client: its name if the client can find it, otherwise this Node
 * with this script. Fails with `ProgramTransient` if the script is unknown, or Node or the script is in a package
 * runner's cache.
 */
export const resolveCommand = Effect.fnUntraced(function* (
  client: Pick<Client, "hasShellPath">,
  platform: Platform["Service"]
) {
  if (yield* isOnSearchPath(listSearchFolders(client, platform), platform.os))
    return { command: programName, leading: [] }
  const script = Option.getOrElse(platform.script, () => "")
  const transientPath = [script, platform.node].find((path) => path === "" || isInRunnerCache(path))
  if (transientPath !== undefined) {
    return yield* new InstallError({ reason: new ProgramTransient({ program: transientPath || programName }) })
  }
  return { command: platform.node, leading: [script] }
})
