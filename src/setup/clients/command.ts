import { posix, win32 } from "node:path"
import { Effect, FileSystem, Option } from "effect"
import { isInRunnerCache } from "../../config/Program.ts"
import type { Client } from "./Client.ts"
import { InstallError, ProgramTransient } from "./InstallError.ts"
import type { Platform } from "./Platform.ts"

const programName = "ultragit"

/** What desktop programs have at least, whatever the user's shell has. */
const systemFolders = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"]
const macFolders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"]

const segments = (path: string): ReadonlyArray<string> => path.split(/[\\/]/)

/** Folders that `npm run` and the like put on the path of what they start, and nobody else has. */
const isProjectFolder = (path: string): boolean => segments(path).slice(-2).join("/") === "node_modules/.bin"

/** The folders in which the client will look for commands. */
const searchedBy = (client: Pick<Client, "hasShellPath">, platform: Platform["Service"]): ReadonlyArray<string> => {
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

const isOnPath = Effect.fnUntraced(function* (folders: ReadonlyArray<string>, os: NodeJS.Platform) {
  const names = os === "win32" ? [`${programName}.cmd`, `${programName}.exe`] : [programName]
  const { join } = os === "win32" ? win32 : posix
  for (const folder of folders) {
    for (const name of names) if (yield* isExecutable(join(folder, name))) return true
  }
  return false
})

/**
 * The command that starts this program in the client: its name where the client will find it, else this Node with
 * this script. Fails with `ProgramTransient` when both would name a place that may vanish.
 */
export const commandFor = Effect.fnUntraced(function* (
  client: Pick<Client, "hasShellPath">,
  platform: Platform["Service"]
) {
  if (yield* isOnPath(searchedBy(client, platform), platform.os)) return { command: programName, leading: [] }
  const script = Option.getOrElse(platform.script, () => "")
  const fleeting = [script, platform.node].find((path) => path === "" || isInRunnerCache(path))
  if (fleeting !== undefined) {
    return yield* new InstallError({ reason: new ProgramTransient({ program: fleeting || programName }) })
  }
  return { command: platform.node, leading: [script] }
})
