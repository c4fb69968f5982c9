import { join } from "node:path"
import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { readConfig, removeConfig, writeConfig } from "../clients/formats/configFile.ts"

/** What was done so that a file is not committed by accident. `tracked`: it is in the index, which no pattern changes. */
export interface ExcludeOutcome {
  /** Relative to the work tree's root. */
  readonly path: string
  readonly done: "added" | "unchanged" | "tracked" | "removed" | "absent"
}

/** Marks the line after it as ours. */
const comment = "# Added by ultragit agents install --local, and removed by agents uninstall --local"

const linesOf = (path: string): string => `${comment}\n/${path}\n`

/** Opens `info/exclude`, which all work trees of a repository share. None in a bare repository. */
const openExclude = Effect.gen(function* () {
  const { commonDirectory, workTree } = yield* (yield* Git).repository
  if (Option.isNone(workTree)) return Option.none()
  const config = yield* readConfig(join(commonDirectory, "info", "exclude"))
  return Option.some({ config, text: Option.getOrElse(config.text, () => "") })
})

/** Adds a path to the repository's `info/exclude`, unless git ignores it already. */
export const addExclude = Effect.fn("Agents.addExclude")(function* (path: string, dryRun: boolean) {
  const git = yield* Git
  const opened = yield* openExclude
  if (Option.isNone(opened)) return Option.none<ExcludeOutcome>()
  if ((yield* git.indexPaths).includes(path)) return Option.some<ExcludeOutcome>({ path, done: "tracked" })
  if ((yield* git.ignored([path])).has(path)) return Option.some<ExcludeOutcome>({ path, done: "unchanged" })
  const { config, text } = opened.value
  const gap = text === "" || text.endsWith("\n") ? "" : "\n"
  if (!dryRun) yield* writeConfig(config, `${text}${gap}${linesOf(path)}`)
  return Option.some<ExcludeOutcome>({ path, done: "added" })
})

/** Removes what {@link addExclude} has added. */
export const removeExclude = Effect.fn("Agents.removeExclude")(function* (path: string, dryRun: boolean) {
  const opened = yield* openExclude
  if (Option.isNone(opened)) return Option.none<ExcludeOutcome>()
  const { config, text } = opened.value
  if (!text.includes(linesOf(path))) return Option.some<ExcludeOutcome>({ path, done: "absent" })
  const left = text.replace(linesOf(path), "")
  if (!dryRun) yield* left === "" && !config.isLink ? removeConfig(config) : writeConfig(config, left)
  return Option.some<ExcludeOutcome>({ path, done: "removed" })
})
