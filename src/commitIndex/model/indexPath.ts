import { Context, Effect } from "effect"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { homedir } from "node:os"
import process from "node:process"
import { resolve } from "node:path"
import { type PlatformPaths, userDataPath } from "../../store/userDataPath.ts"

const file = "commits.db"

/** Returns the default path of the index: `ULTRAGIT_DB`, else `COMMITMUX_DB`, else `ultragit/commits.db` in the user's data folder. */
export const resolveIndexPath = (at: PlatformPaths): string => {
  const override = at.environment["ULTRAGIT_DB"] || at.environment["COMMITMUX_DB"]
  if (override !== undefined && override !== "") return override
  return userDataPath(at, file)
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
