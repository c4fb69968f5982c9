import type { DirectRun } from "../process/DirectRun.ts"
import type { Repository } from "../Repository.ts"
import { globalOptions } from "../GitEnvironment.ts"
import type { GitCall, GitRunner } from "../process/GitRunner.ts"
import { repositoryOptions } from "../process/OpenRepository.ts"

/** An opened repository and the processes that change it. */
export interface WriteSession {
  readonly repository: Repository
  readonly runner: GitRunner
  /** Runs the small calls of a note write. */
  readonly run: DirectRun
  /** Builds a call of a subcommand in the repository. */
  call(name: string, args: ReadonlyArray<string>, more?: Pick<GitCall, "stdin" | "exitCodes" | "onStart">): GitCall
}

/** Creates the session of a repository. `env` is added to the environment of its processes. */
export const makeWriteSession = (
  repository: Repository,
  { run, runner }: Pick<WriteSession, "run" | "runner">,
  env: Readonly<Record<string, string>>
): WriteSession => ({
  repository,
  run,
  runner,
  call: (name, args, more) => ({
    ...more,
    name,
    env,
    args: [...repositoryOptions(repository), ...globalOptions, name, ...args]
  })
})
