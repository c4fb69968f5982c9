import { realpathSync } from "node:fs"
import process from "node:process"
import { Context, Option } from "effect"

/** How this program was started. */
export interface ProgramLocation {
  /** The Node that runs it; absolute. */
  readonly node: string
  /** The script that Node runs; absolute, symbolic links resolved. None when there is no such file. */
  readonly script: Option.Option<string>
}

/** Where this program is; a test puts its own here. */
export const Program = Context.Reference<ProgramLocation>("ultragit/config/Program", {
  defaultValue: () => ({
    node: process.execPath,
    script: Option.flatMap(Option.fromNullishOr(process.argv[1]), (path) =>
      Option.liftThrowable(() => realpathSync(path))()
    )
  })
})

/** Folders in which package runners keep what they run once: npx, pnpm and yarn dlx, bunx. */
const runnerCacheFolder = /^(?:_npx|dlx(?:-.*)?|bunx(?:-.*)?)$/

/** Whether a path leads into a package runner's cache, which may vanish. */
export const isInRunnerCache = (path: string): boolean =>
  path.split(/[\\/]/).some((segment) => runnerCacheFolder.test(segment))

/** The Node and the script that others can be told to start, none where one of them may vanish. */
export const findStableProgram = (
  place: ProgramLocation
): Option.Option<{ readonly node: string; readonly script: string }> =>
  Option.flatMap(place.script, (script) =>
    isInRunnerCache(script) || isInRunnerCache(place.node) ? Option.none() : Option.some({ node: place.node, script })
  )
