import { globalOptions } from "../GitEnvironment.ts"
import type { GitCall } from "./GitRunner.ts"

/**
 * Traces the version of git and its actions, line by line, on standard error. Overrides the trace settings of the user.
 */
const trace = {
  GIT_TRACE2_PERF: "2",
  GIT_TRACE2_PERF_BRIEF: "1",
  GIT_TRACE2_CONFIG_PARAMS: "ultragit.nothing",
  GIT_TRACE2_ENV_VARS: "ULTRAGIT_NOTHING"
}

const traceLine = /^d\d+ \|.*\n?/gm
const versionLine = /^d0 \| [^|]*\| version +\|[^|]*\|[^|]*\|[^|]*\|[^|]*\| (.*)$/m

/** Separates the trace from the standard error of git. Returns the rest, and the version if the trace has it. */
export const splitTrace = (stderr: string): { readonly stderr: string; readonly version: string | undefined } => ({
  stderr: stderr.replace(traceLine, ""),
  version: versionLine.exec(stderr)?.[1]
})

const formatOptions = ["--is-bare-repository", "--is-inside-work-tree", "--show-object-format"]
const locationOptions = ["--path-format=absolute", "--git-dir", "--git-common-dir", "--show-toplevel"]

/**
 * Reads the location and format of the repository at a folder. Outside a work tree, only the last question fails.
 *
 * @param options before the subcommand
 */
export const discoveryCall = (directory: string, options: ReadonlyArray<string> = []): GitCall => ({
  name: "rev-parse",
  args: ["-C", directory, ...options, "rev-parse", ...formatOptions, ...locationOptions],
  env: trace,
  exitCodes: [0, 128]
})

/**
 * Names a bare repository as that of its own folder, for git that does not look for one (`safe.bareRepository` is `explicit`).
 */
export const bareOptions: ReadonlyArray<string> = ["--git-dir=.", "--bare"]

/**
 * Reads the whole configuration that applies in a folder.
 *
 * @param options before the subcommand
 */
export const configCall = (directory: string, options: ReadonlyArray<string> = []): GitCall => ({
  name: "config",
  args: ["-C", directory, ...options, "--no-pager", "config", "--list", "-z", "--show-scope", "--show-origin"],
  exitCodes: [0, 128]
})

/** Reads objects in a repository that git has yet to discover. */
export const batchCall = (directory: string): GitCall => ({
  name: "cat-file",
  args: ["-C", directory, ...globalOptions, "cat-file", "--batch-command"]
})
