import { delimiter, join } from "node:path"
import { Config, Effect, FileSystem, Option } from "effect"

/** Whether `ultragit` is on `PATH`, where hooks look for it. */
export const isOnPath = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const path = yield* Effect.orElseSucceed(Config.String("PATH"), () => "")
  for (const folder of path.split(delimiter).filter((one) => one !== "")) {
    const info = yield* Effect.option(files.stat(join(folder, "ultragit")))
    if (Option.exists(info, ({ mode, type }) => type === "File" && (mode & 0o111) !== 0)) return true
  }
  return false
})
