import { globalOptions } from "../GitEnvironment.ts"
import type { GitCall } from "./GitRunner.ts"

/** Nothing but the version and what git does, line by line on standard error, whatever the user has it trace. */
const trace = {
  GIT_TRACE2_PERF: "2",
  GIT_TRACE2_PERF_BRIEF: "1",
  GIT_TRACE2_CONFIG_PARAMS: "ultragit.nothing",
  GIT_TRACE2_ENV_VARS: "ULTRAGIT_NOTHING"
}

const traced = /^d\d+ \|.*\n?/gm
const tracedVersion = /^d0 \| [^|]*\| version +\|[^|]*\|[^|]*\|[^|]*\|[^|]*\| (.*)$/m

/** What git itself wrote to standard error, and its version where the trace has it. */
export const splitTrace = (stderr: string): { readonly stderr: string; readonly version: string | undefined } => ({
  stderr: stderr.replace(traced, ""),
  version: tracedVersion.exec(stderr)?.[1]
})

const facts = ["--is-bare-repository", "--is-inside-work-tree", "--show-object-format"]
const places = ["--path-format=absolute", "--git-dir", "--git-common-dir", "--show-toplevel"]

/** Asks about the repository at a folder. Outside a work tree the last question fails, after all others. */
export const discoveryCall = (directory: string): GitCall => ({
  name: "rev-parse",
  args: ["-C", directory, "rev-parse", ...facts, ...places],
  env: trace,
  exitCodes: [0, 128]
})

/** Asks for the whole configuration as it holds in a folder. */
export const configCall = (directory: string): GitCall => ({
  name: "config",
  args: ["-C", directory, "--no-pager", "config", "--list", "-z", "--show-scope", "--show-origin"],
  exitCodes: [0, 128]
})

/** Asks about objects, in a repository that git has yet to find. */
export const batchCall = (directory: string): GitCall => ({
  name: "cat-file",
  args: ["-C", directory, ...globalOptions, "cat-file", "--batch-command"]
})
