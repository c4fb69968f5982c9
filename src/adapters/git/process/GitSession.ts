import type { BatchProcess } from "../batch/BatchProcess.ts"
import type { Repository } from "../Repository.ts"
import { globalOptions } from "../GitEnvironment.ts"
import { GitError, PathUnsupported } from "../GitError.ts"
import type { GitCall, GitRunner } from "./GitRunner.ts"
import { isArgumentPath } from "../parse/PathBytes.ts"
import { Effect } from "effect"

/** An opened repository and the processes that read it. */
export interface GitSession {
  readonly repository: Repository
  readonly runner: GitRunner
  /** Options that select the repository. */
  readonly options: ReadonlyArray<string>
  /** `cat-file --batch`: object contents by name. */
  readonly contents: BatchProcess
  /** `cat-file --batch-check`: id, type and size by name. Separate, so that reading contents does not delay lookups. */
  readonly names: BatchProcess
}

/** Builds a call of a subcommand in the repository of the session. */
export const sessionCall = (
  session: GitSession,
  name: string,
  args: ReadonlyArray<string>,
  more?: Pick<GitCall, "stdin" | "env" | "exitCodes"> & { readonly options?: ReadonlyArray<string> }
): GitCall => ({
  ...more,
  name,
  args: [...session.options, ...globalOptions, ...(more?.options ?? []), name, ...args]
})

/** Fails with `PathUnsupported` unless the path can be an argument and is inside the tree. */
export const checkPath = (path: string): Effect.Effect<void, GitError> =>
  isArgumentPath(path) ? Effect.void : Effect.fail(new GitError({ reason: new PathUnsupported({ path }) }))
