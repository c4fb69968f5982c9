import { lstatSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { Clock, Effect, Result } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { configuredPath, configValues } from "../../adapters/git/read/ConfigReads.ts"

/** A more recent change may share its time with a later one, because file systems count time in ticks. */
const settleMillis = 2_000

/** What decides which files git lists, apart from the work tree. Texts that differ from all others where that is not certain. */
export interface IgnoreState {
  /** The index. */
  readonly index: string
  /** The root itself, the configuration, and the files of patterns that are outside the work tree. */
  readonly rules: string
}

const statOf = (path: string) =>
  Result.getOrUndefined(Result.try(() => lstatSync(path, { bigint: true, throwIfNoEntry: false })))

/** Makes a function that reads what decides which files git lists in the work tree at `root`. */
export const makeIgnoreState = Effect.gen(function* () {
  const git = yield* Git
  const env = yield* GitEnvironment
  const inHome = join(env["XDG_CONFIG_HOME"] ?? join(env["HOME"] ?? homedir(), ".config"), "git", "ignore")
  let uncertain = 0
  let lastConfig: unknown
  let configs = 0

  const describe = (paths: ReadonlyArray<string>, now: number): string => {
    const found = paths.map(statOf)
    const texts = found.map((file) =>
      file === undefined ? "none" : `${file.ino} ${file.size} ${file.mtimeNs} ${file.ctimeNs}`
    )
    const isSettled = found.every((file) => file === undefined || Number(file.ctimeMs) + settleMillis < now)
    return [...texts, ...(isSettled ? [] : [String((uncertain += 1))])].join("\n")
  }

  return Effect.fnUntraced(function* (root: string) {
    const { commonDirectory, gitDirectory } = yield* git.repository
    const config = yield* git.config
    if (config !== lastConfig) configs += 1
    lastConfig = config
    const now = yield* Clock.currentTimeMillis
    const configured = configValues(config, "core.excludesfile").map((value) => configuredPath(root, value))
    const place = statOf(root)
    const rules = describe([join(commonDirectory, "info", "exclude"), inHome, ...configured], now)
    const state: IgnoreState = {
      index: describe([join(gitDirectory, "index")], now),
      rules: `${place?.dev} ${place?.ino}\n${configs}\n${rules}`
    }
    return state
  })
})
