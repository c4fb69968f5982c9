import { Context, Effect, Option } from "effect"
import { createHash } from "node:crypto"
import { homedir } from "node:os"
import { resolve } from "node:path"
import process from "node:process"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { realPath } from "../../adapters/git/process/FileFingerprint.ts"
import { userDataPath } from "../../store/userDataPath.ts"

/** File of the index; empty means the one of the folder of repositories. Read when the layer is built. */
export const FileIndexPath = Context.Reference<string>("ultragit/repositoryHost/fileIndex/FileIndexPath", {
  defaultValue: () => ""
})

/** Returns the absolute path of the index of a folder of repositories: one file for each, in the user's data folder. */
export const fileIndexPath = Effect.fnUntraced(function* (root: string) {
  const override = yield* FileIndexPath
  if (override !== "") return resolve(override)
  const environment = yield* GitEnvironment
  const location = Option.getOrElse(realPath(root), () => resolve(root))
  const name = createHash("sha256").update(location).digest("hex").slice(0, 16)
  return userDataPath({ environment, platform: process.platform, home: homedir() }, `files-${name}.db`)
})
