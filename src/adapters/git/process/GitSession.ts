import type { BatchProcess } from "../batch/BatchProcess.ts"
import type { Repository } from "../Repository.ts"
import { globalOptions } from "../GitEnvironment.ts"
import { GitError, PathUnsupported } from "../GitError.ts"
import type { GitAids } from "./AidedRun.ts"
import type { GitCall, GitRunner } from "./GitRunner.ts"
import { isArgumentPath } from "../parse/PathBytes.ts"
import { Effect, Option } from "effect"

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
  /** What makes walks of history faster now. Only for calls that cannot write an object: it would be lost. */
  readonly aids: Effect.Effect<Option.Option<GitAids>>
}

type More = Pick<GitCall, "stdin" | "env" | "exitCodes"> & { readonly options?: ReadonlyArray<string> }

/** Builds a call of a subcommand in the repository of the session. */
export const sessionCall = (session: GitSession, name: string, args: ReadonlyArray<string>, more?: More): GitCall => ({
  ...more,
  name,
  args: [...session.options, ...globalOptions, ...(more?.options ?? []), name, ...args]
})

/** Builds a call that walks history and writes nothing. */
export const walkCall = (
  session: GitSession,
  name: "blame" | "log" | "rev-list",
  args: ReadonlyArray<string>,
  more?: More
): Effect.Effect<GitCall> =>
  Effect.map(session.aids, (aids) => ({ ...sessionCall(session, name, args, more), aids: Option.getOrUndefined(aids) }))

/** Fails with `PathUnsupported` unless the path can be an argument and is inside the tree. */
export const checkPath = (path: string): Effect.Effect<void, GitError> =>
  isArgumentPath(path) ? Effect.void : Effect.fail(new GitError({ reason: new PathUnsupported({ path }) }))
