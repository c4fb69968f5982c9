import { globalOptions } from "../GitEnvironment.ts"
import type { GitCall } from "../process/GitRunner.ts"

/** Builds a call in the repository at a git directory, whatever its configuration says of a work tree. */
export const bareCall = (
  directory: string,
  name: string,
  args: ReadonlyArray<string>,
  more: Pick<GitCall, "stdin" | "exitCodes"> = {}
): GitCall => ({
  ...more,
  name,
  args: ["-C", directory, `--git-dir=${directory}`, "--bare", ...globalOptions, name, ...args]
})
