import type { Repository } from "./Git.ts"
import { globalOptions } from "./GitEnvironment.ts"
import type { GitCall, GitRunner } from "./GitRunner.ts"
import { repositoryOptions } from "./OpenRepository.ts"

/** An opened repository and the means to change it. */
export interface WriteSession {
  readonly repository: Repository
  readonly runner: GitRunner
  /** A call of a sub-command in the repository. */
  call(name: string, args: ReadonlyArray<string>, more?: Pick<GitCall, "stdin" | "exitCodes" | "onStart">): GitCall
}

/** The session of a repository; `env` is added to the runner's. */
export const makeWriteSession = (
  repository: Repository,
  runner: GitRunner,
  env: Readonly<Record<string, string>>
): WriteSession => ({
  repository,
  runner,
  call: (name, args, more) => ({
    ...more,
    name,
    env,
    args: [...repositoryOptions(repository), ...globalOptions, name, ...args]
  })
})
