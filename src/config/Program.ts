import { realpathSync } from "node:fs"
import process from "node:process"
import { Context, Option } from "effect"

/** How the program was started. */
export interface ProgramLocation {
  /** Absolute path of the Node executable. */
  readonly node: string
  /** Absolute path of the script that Node runs, symbolic links resolved. None if the file does not exist. */
  readonly script: Option.Option<string>
}

/** Location of the running program; tests replace it. */
export const Program = Context.Reference<ProgramLocation>("ultragit/config/Program", {
  defaultValue: () => ({
    node: process.execPath,
    script: Option.flatMap(Option.fromNullishOr(process.argv[1]), (path) =>
      Option.liftThrowable(() => realpathSync(path))()
    )
  })
})

/** How to install the program for all folders, as the README says; it is on no registry. */
export const installAdvice = "in a clone of its repository, npm ci && npm pack && npm install --global ./ultragit-*.tgz"

/** Cache folders of package runners: npx, pnpm and yarn dlx, bunx. */
const runnerCacheFolder = /^(?:_npx|dlx(?:-.*)?|bunx(?:-.*)?)$/

/** Whether a path is in the cache of a package runner, which may delete it at any time. */
export const isInRunnerCache = (path: string): boolean =>
  path.split(/[\\/]/).some((segment) => runnerCacheFolder.test(segment))

/** Returns the Node executable and script that other programs can be configured to start. None if either may vanish. */
export const findStableProgram = (
  place: ProgramLocation
): Option.Option<{ readonly node: string; readonly script: string }> =>
  Option.flatMap(place.script, (script) =>
    isInRunnerCache(script) || isInRunnerCache(place.node) ? Option.none() : Option.some({ node: place.node, script })
  )
