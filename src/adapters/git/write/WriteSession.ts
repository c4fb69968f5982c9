import { Effect } from "effect"
import type { ConfigEntry } from "../Git.ts"
import type { GitError } from "../GitError.ts"
import type { DirectRun } from "../process/DirectRun.ts"
import { withoutHooks } from "../process/EmptySettings.ts"
import type { Repository } from "../Repository.ts"
import { globalOptions } from "../GitEnvironment.ts"
import type { GitCall, GitRunner } from "../process/GitRunner.ts"
import { repositoryOptions } from "../process/OpenRepository.ts"

type More = Pick<GitCall, "stdin" | "exitCodes" | "onStart">

/** An opened repository and the processes that change it. */
export interface WriteSession {
  readonly repository: Repository
  readonly runner: GitRunner
  /** Runs the small calls of a note write. */
  readonly run: DirectRun
  /** Builds a call of a subcommand in the repository. */
  call(name: string, args: ReadonlyArray<string>, more?: More): GitCall
  /** The same of a subcommand that moves refs, without the hooks of the configuration. */
  refCall(name: string, args: ReadonlyArray<string>, more?: More): Effect.Effect<GitCall, GitError>
}

/** Creates the session of a repository. `env` is added to the environment of its processes. */
export const makeWriteSession = (
  repository: Repository,
  { run, runner }: Pick<WriteSession, "run" | "runner">,
  env: Readonly<Record<string, string>>,
  config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>
): WriteSession => {
  const options = [...repositoryOptions(repository), ...globalOptions]
  return {
    repository,
    run,
    runner,
    call: (name, args, more) => ({ ...more, name, env, args: [...options, name, ...args] }),
    refCall: (name, args, more) =>
      Effect.map(Effect.map(config, withoutHooks), (hooks) => ({
        ...more,
        name,
        env: { ...env, ...hooks.env },
        args: [...options, ...hooks.options, name, ...args]
      }))
  }
}
